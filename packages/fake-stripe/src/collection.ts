import { missing } from './stripe-error.ts'

/** The account that an object belongs to; null: the platform itself. */
export type Owner = string | null

/**
 * Objects of one type, in the order of their creation. An object of another account does not exist
 * for the caller.
 */
export class Collection<T extends { id: string }> {
  readonly #type: string
  readonly #entries = new Map<string, { owner: Owner; item: T }>()

  constructor(type: string) {
    this.#type = type
  }

  put(owner: Owner, item: T): T {
    this.#entries.set(item.id, { owner, item })
    return item
  }

  /** @throws StripeApiError 404 resource_missing */
  get(owner: Owner, id: string, param = 'id'): T {
    const found = this.#entries.get(id)
    if (found === undefined || found.owner !== owner) throw missing(this.#type, id, param)
    return found.item
  }

  find(id: string): T | undefined {
    return this.#entries.get(id)?.item
  }

  /** The objects of one owner, or of all owners when none is given; oldest first. */
  all(owner?: Owner): T[] {
    const entries = [...this.#entries.values()]
    return entries
      .filter((entry) => owner === undefined || entry.owner === owner)
      .map(({ item }) => item)
  }

  /** For test controls, which do not pass an account. @throws StripeApiError as `get` does */
  getFromAnyAccount(id: string): { owner: Owner; item: T } {
    const found = this.#entries.get(id)
    if (found === undefined) throw missing(this.#type, id, 'id')
    return found
  }

  remove(id: string): void {
    this.#entries.delete(id)
  }

  clear(): void {
    this.#entries.clear()
  }

  toJSON(): unknown {
    return [...this.#entries.values()]
  }

  restore(entries: { owner: Owner; item: T }[]): void {
    for (const { owner, item } of entries) this.put(owner, item)
  }
}

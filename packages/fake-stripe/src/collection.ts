import { missing } from './http/stripe-error.ts'

/** Whose a thing is: an account's, or the platform's own (null). */
export type Owner = string | null

/**
 * Things of one kind, in the order in which they were made. What is another account's is not there.
 */
export class Collection<T extends { id: string }> {
  readonly #kind: string
  readonly #things = new Map<string, { owner: Owner; thing: T }>()

  constructor(kind: string) {
    this.#kind = kind
  }

  put(owner: Owner, thing: T): T {
    this.#things.set(thing.id, { owner, thing })
    return thing
  }

  /** @throws Problem 404 resource_missing, in Stripe's words */
  get(owner: Owner, id: string, param = 'id'): T {
    const found = this.#things.get(id)
    if (found === undefined || found.owner !== owner) throw missing(this.#kind, id, param)
    return found.thing
  }

  find(id: string): T | undefined {
    return this.#things.get(id)?.thing
  }

  /** The things of an owner, of all owners when none is named; oldest first. */
  all(owner?: Owner): T[] {
    const kept = [...this.#things.values()]
    return kept
      .filter((one) => owner === undefined || one.owner === owner)
      .map(({ thing }) => thing)
  }

  /** For those who play the outside world and know no accounts. */
  whereverItIs(id: string): { owner: Owner; thing: T } {
    return this.#things.get(id) ?? fail(missing(this.#kind, id, 'id'))
  }

  remove(id: string): void {
    this.#things.delete(id)
  }

  clear(): void {
    this.#things.clear()
  }

  toJSON(): unknown {
    return [...this.#things.values()]
  }

  restore(kept: { owner: Owner; thing: T }[]): void {
    for (const { owner, thing } of kept) this.put(owner, thing)
  }
}

function fail(problem: Error): never {
  throw problem
}

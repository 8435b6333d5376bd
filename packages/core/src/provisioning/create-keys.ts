import type { Sql } from '@silla/db'
import { type CreatedKey, createKey, listKeys, type NewKeyInput } from '@silla/tenants'
import { type Clock, systemClock } from '../clock.ts'
import type { BusinessSummary } from './business-summary.ts'
import { listBusinesses } from './list-businesses.ts'
import type { Mode } from './salon.ts'

export interface CreateKeysInput extends Omit<NewKeyInput, 'expiresAt'> {
  /** A last day ends elsewhere at another time. */
  expiresAt: (timezone: string) => Date | null
}

/** What became of one business. */
export interface KeyOutcome {
  slug: string
  /**
   * Null when there is none. With an error beside it: it was told, and then it is not known whether
   * it could be kept.
   */
  key: CreatedKey | null
  error: unknown
}

/** Whoever has keys issued, while it goes on. */
export interface CreateKeysHooks {
  /** Hears of a key before it is kept: where this throws, there is no key. */
  beforeCommit(slug: string, key: CreatedKey): Promise<void>
  /** Hears what became of a business. */
  onOutcome(outcome: KeyOutcome): Promise<void>
  /** Once aborted, no further business gets a key. */
  signal: AbortSignal
}

/**
 * Which active businesses would each get a key.
 * @param filter.missing only those that have no active key of that kind
 */
export async function businessesForNewKeys(
  admin: Sql,
  filter: { kind: NewKeyInput['kind']; mode: Mode | undefined; missing: boolean },
  clock: Clock = systemClock,
): Promise<BusinessSummary[]> {
  const { businesses } = await listBusinesses(admin, { mode: filter.mode, status: 'active' })
  if (!filter.missing) return businesses
  const without: BusinessSummary[] = []
  for (const business of businesses) {
    const keys = await listKeys(admin, business.businessId, () => clock.now().getTime())
    if (!keys.some(({ kind, state }) => kind === filter.kind && state === 'active'))
      without.push(business)
  }
  return without
}

/**
 * A new key for each of some businesses, until they all have one or it is enough. One that cannot
 * have another does not stop the rest.
 */
export async function createKeys(
  admin: Sql,
  businesses: readonly BusinessSummary[],
  { expiresAt, ...input }: CreateKeysInput,
  listener: CreateKeysHooks,
): Promise<KeyOutcome[]> {
  const outcomes: KeyOutcome[] = []
  for (const { businessId, slug, timezone } of businesses) {
    if (listener.signal.aborted) break
    const outcome: KeyOutcome = { slug, key: null, error: null }
    const tell = async (key: CreatedKey) => {
      await listener.beforeCommit(slug, key)
      outcome.key = key
    }
    try {
      await createKey(
        admin,
        businessId,
        { ...input, expiresAt: expiresAt(timezone) },
        undefined,
        tell,
      )
    } catch (error) {
      outcome.error = error
    }
    outcomes.push(outcome)
    await listener.onOutcome(outcome)
  }
  return outcomes
}

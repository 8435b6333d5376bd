import type { Sql } from '@silla/db'
import {
  type CreatedKey,
  createKey,
  type KeySummary,
  listKeys,
  type NewKeyInput,
} from '@silla/tenants'
import type { BusinessSummary, Mode } from '../business/business-summary.ts'
import { type Clock, systemClock } from '../clock.ts'
import { listBusinesses } from './list-businesses.ts'

export interface CreateKeysInput extends Omit<NewKeyInput, 'expiresAt'> {
  /** Depends on the time zone, because a key expires at the end of a local day. */
  expiresAt: (timezone: string) => Date | null
}

/** The result for one business. */
export interface KeyOutcome {
  slug: string
  /**
   * Null when no key was created. If `error` is also set, the key was passed to `beforeCommit` and
   * it is not certain that it was stored.
   */
  key: CreatedKey | null
  error: unknown
}

/** Callbacks of `createKeys`. */
export interface CreateKeysHooks {
  /** Receives each key before it is committed. If this throws, the key is not created. */
  beforeCommit(slug: string, key: CreatedKey): Promise<void>
  /** Receives the result for each business. */
  onOutcome(outcome: KeyOutcome): Promise<void>
  /** Once aborted, no further keys are created. */
  signal: AbortSignal
}

/**
 * Lists the active businesses that would each get a key.
 * @param filter.missing only businesses without an active key of that kind; that of the booking page,
 *   which only the page uses, does not count
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
    const isUsable = ({ kind, state, forPage }: KeySummary) =>
      kind === filter.kind && state === 'active' && !forPage
    if (!keys.some(isUsable)) without.push(business)
  }
  return without
}

/**
 * Creates a key for each of the given businesses, one after the other, until done or aborted. An
 * error at one business does not stop the rest.
 */
export async function createKeys(
  admin: Sql,
  businesses: readonly BusinessSummary[],
  { expiresAt, ...input }: CreateKeysInput,
  hooks: CreateKeysHooks,
): Promise<KeyOutcome[]> {
  const outcomes: KeyOutcome[] = []
  for (const { businessId, slug, timezone } of businesses) {
    if (hooks.signal.aborted) break
    const outcome: KeyOutcome = { slug, key: null, error: null }
    const beforeCommit = async (key: CreatedKey) => {
      await hooks.beforeCommit(slug, key)
      outcome.key = key
    }
    try {
      await createKey(
        admin,
        businessId,
        { ...input, expiresAt: expiresAt(timezone) },
        undefined,
        beforeCommit,
      )
    } catch (error) {
      outcome.error = error
    }
    outcomes.push(outcome)
    await hooks.onOutcome(outcome)
  }
  return outcomes
}

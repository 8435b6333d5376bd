import type { Sql } from '@silla/db'
import { type IssuedKey, issueKey, type KeyRequest, listKeys } from '@silla/tenants'
import { type Clock, systemClock } from '../ports/clock.ts'
import type { BusinessSummary } from './business-summary.ts'
import { listBusinesses } from './list-businesses.ts'
import type { Mode } from './salon.ts'

export interface KeysAsk extends Omit<KeyRequest, 'expiresAt'> {
  /** A last day ends elsewhere at another time. */
  expiresAt: (timezone: string) => Date | null
}

/** What became of one business; exactly one of the two is there. */
export interface KeyOutcome {
  slug: string
  key: IssuedKey | null
  /** Why there is no key. */
  error: unknown
}

/**
 * Which active businesses would each get a key.
 * @param wishes.missing only those that have no active key of that kind
 */
export async function businessesForKeys(
  admin: Sql,
  wishes: { kind: KeyRequest['kind']; mode: Mode | undefined; missing: boolean },
  clock: Clock = systemClock,
): Promise<BusinessSummary[]> {
  const { businesses } = await listBusinesses(admin, { mode: wishes.mode, status: 'active' })
  if (!wishes.missing) return businesses
  const without: BusinessSummary[] = []
  for (const business of businesses) {
    const keys = await listKeys(admin, business.businessId, () => clock.now().getTime())
    if (!keys.some(({ kind, state }) => kind === wishes.kind && state === 'active')) without.push(business)
  }
  return without
}

/** A new key for each of some businesses. One that cannot have another does not stop the rest; each is told as soon as it is there. */
export async function issueKeys(
  admin: Sql,
  businesses: readonly BusinessSummary[],
  { expiresAt, ...ask }: KeysAsk,
  onIssued: (outcome: KeyOutcome) => void,
): Promise<KeyOutcome[]> {
  const outcomes: KeyOutcome[] = []
  for (const { businessId, slug, timezone } of businesses) {
    const outcome: KeyOutcome = { slug, key: null, error: null }
    try {
      outcome.key = await issueKey(admin, businessId, { ...ask, expiresAt: expiresAt(timezone) })
    } catch (error) {
      outcome.error = error
    }
    outcomes.push(outcome)
    onIssued(outcome)
  }
  return outcomes
}

import { apiKeyQueries, businessQueries, type Transaction, type Tx } from '@silla/db'
import { wallClock } from '@silla/slots'
import { hashApiKey } from '@silla/tenants'
import type { Clock } from '../clock.ts'
import { type CurrentState, currentState } from './current-state.ts'
import { diffSalons } from './diff.ts'
import { orphanedBookings } from './orphaned-bookings.ts'
import type { Change, SalonPlan } from './plan.ts'
import { ProvisioningError } from './provisioning-error.ts'
import type { Salon } from './salon.ts'
import { type SalonFile, salonFromFile } from './salon-file/salon-file.ts'

/** A plan with all that carrying it out takes. */
export interface BuiltPlan {
  plan: SalonPlan
  after: Salon
  /** Null: the salon is new. */
  current: { tx: Tx; record: CurrentState } | null
}

/**
 * Compares a file with what is on record, inside the transaction that may go on to write.
 * @throws ProvisioningError MODE_IS_FIXED, KEY_TAKEN
 */
export async function buildPlan(
  tx: Transaction,
  file: SalonFile,
  business: businessQueries.RegisteredBusiness | null,
  clock: Clock,
): Promise<BuiltPlan> {
  const now = clock.now()
  if (business === null) {
    const after = salonFromFile(file, birthday(file, now))
    const changes = [...diffSalons(null, after), ...(await keyChanges(tx, file, null))]
    return {
      plan: { slug: file.slug, mode: file.mode, businessId: null, changes, orphaned: [] },
      after,
      current: null,
    }
  }
  const { businessId, slug, mode } = business
  if (mode !== file.mode) {
    throw new ProvisioningError(
      'MODE_IS_FIXED',
      `${slug} was made as a ${mode} salon and stays one: a ${file.mode} salon needs another name.`,
    )
  }
  const after = salonFromFile(file, birthday(file, business.createdAt))
  const own = await businessQueries.setTenant(tx, businessId)
  const record = await currentState(own, business)
  const changes = [...diffSalons(record.salon, after), ...(await keyChanges(tx, file, businessId))]
  const orphaned = await orphanedBookings(own, record, after, changes, now)
  return {
    plan: { slug, mode, businessId, changes, orphaned },
    after,
    current: { tx: own, record },
  }
}

/**
 * What the relative days of a demo file count from; it never moves, so that the same file means the
 * same salon every day.
 */
function birthday(file: SalonFile, createdAt: Date): number {
  return wallClock(createdAt, file.settings.timezone).day
}

/** A file's keys are either stored for its own business or not at all. */
async function keyChanges(
  tx: Transaction,
  { slug, demoKeys }: SalonFile,
  businessId: string | null,
): Promise<Change[]> {
  const changes: Change[] = []
  for (const [kind, key] of Object.entries(demoKeys ?? {})) {
    const owner = await apiKeyQueries.findKeyOwner(tx, hashApiKey(key))
    if (owner === null) changes.push({ area: 'keys', kind: 'added', name: kind, fields: [] })
    else if (owner !== businessId) {
      throw new ProvisioningError(
        'KEY_TAKEN',
        `The ${kind} key in the file of ${slug} is held by another salon. A salon keeps its slug for life: a file with another slug is another salon.`,
      )
    }
  }
  return changes
}

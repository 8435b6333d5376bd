import { randomUUID } from 'node:crypto'
import {
  apiKeyQueries,
  auditQueries,
  businessQueries,
  inTransaction,
  type Sql,
  salonWriteQueries,
  type Transaction,
  type Tx,
} from '@silla/db'
import { storeDemoKeys } from '@silla/tenants'
import { type Clock, systemClock } from '../clock.ts'
import { type BuiltPlan, buildPlan } from './build-plan.ts'
import { orphanedBookings } from './orphaned-bookings.ts'
import { orphanedBookingLine, type SalonPlan } from './plan.ts'
import { ProvisioningError } from './provisioning-error.ts'
import { profileRow } from './rows.ts'
import type { SalonFile } from './salon-file/salon-file.ts'
import { type Progress, writeSalon } from './write-salon.ts'

export interface ApplyOptions {
  /** Goes on although coming bookings would lose their professional, service or time. */
  allowOrphaned?: boolean
  /** Called with rows written, rows to write, and what is being written. */
  onProgress?: Progress
  clock?: Clock
}

/**
 * Makes the salon what its file says: new, or changed where it differs, in one transaction. A file
 * that is applied already writes nothing. What the file leaves out turns inactive, since bookings
 * refer to it.
 *
 * @returns the plan that was carried out, with the business's id
 * @throws ProvisioningError MODE_IS_FIXED, KEY_TAKEN, SLUG_TAKEN, WOULD_STRAND_BOOKINGS
 */
export async function applySalon(
  admin: Sql,
  file: SalonFile,
  options: ApplyOptions = {},
): Promise<SalonPlan> {
  const clock = options.clock ?? systemClock
  return inTransaction(admin, async (tx) => {
    const business = await businessQueries.lockBusinessBySlug(tx, file.slug)
    return executePlan(tx, file, await buildPlan(tx, file, business, clock), {
      action: 'businesses.apply',
      ...options,
    })
  })
}

/**
 * Writes what a plan says, in the transaction it was made in, and notes it under `action`.
 * @throws ProvisioningError SLUG_TAKEN, WOULD_STRAND_BOOKINGS
 */
export async function executePlan(
  tx: Transaction,
  file: SalonFile,
  prepared: BuiltPlan,
  options: ApplyOptions & { action: string },
): Promise<SalonPlan> {
  const clock = options.clock ?? systemClock
  if (!options.allowOrphaned) assertNoOrphans(prepared.plan)
  if (prepared.plan.changes.length === 0) return prepared.plan
  const own = prepared.current?.tx ?? (await birth(tx, prepared, clock))
  if (prepared.plan.changes.some(({ area }) => area !== 'keys' && area !== 'limits')) {
    await writeSalon(own, prepared, options.onProgress ?? (() => {}))
    await salonWriteQueries.touchCatalog(own)
  }
  if (prepared.plan.changes.some(({ area }) => area === 'limits')) {
    await businessQueries.updateRates(tx, own.businessId, prepared.after.rates)
    await apiKeyQueries.notifyKeysChanged(tx, own.businessId)
  }
  if (file.demoKeys !== null && prepared.plan.changes.some(({ area }) => area === 'keys')) {
    await storeDemoKeys(tx, own.businessId, file.demoKeys, () => clock.now().getTime())
  }
  await auditQueries.insertAuditEntry(own, {
    action: options.action,
    detail: {
      changes: toldChanges(prepared.plan),
      allowedStranded: options.allowOrphaned === true,
    },
    at: clock.now(),
  })
  if (!options.allowOrphaned) await recheckOrphans(own, prepared, clock)
  return { ...prepared.plan, businessId: own.businessId }
}

/** Thousands of rows take seconds, and whoever books in them still books by the old catalogue. */
async function recheckOrphans(
  own: Tx,
  { plan, after, current }: BuiltPlan,
  clock: Clock,
): Promise<void> {
  if (current === null) return
  const orphaned = await orphanedBookings(own, current.record, after, plan.changes, clock.now())
  assertNoOrphans({ ...plan, orphaned })
}

/** A first file of thousands of rows is told by how many of each kind it brought. */
function toldChanges({ changes }: SalonPlan): unknown {
  if (changes.length <= mostChangesTold) return changes
  return Object.fromEntries(
    Object.entries(Object.groupBy(changes, ({ area, kind }) => `${area} ${kind}`)).map(
      ([what, of]) => [what, of?.length],
    ),
  )
}

const mostChangesTold = 200

function assertNoOrphans({ slug, orphaned }: SalonPlan): void {
  if (orphaned.length === 0) return
  throw new ProvisioningError(
    'WOULD_STRAND_BOOKINGS',
    [
      `${slug} has coming bookings that this would strand:`,
      ...orphaned.map(orphanedBookingLine),
    ].join('\n'),
  )
}

async function birth(tx: Transaction, { plan, after }: BuiltPlan, clock: Clock): Promise<Tx> {
  const { slug, mode } = plan
  const createdAt = clock.now()
  const businessId = randomUUID()
  if (
    !(await businessQueries.registerBusiness(tx, {
      businessId,
      slug,
      mode,
      status: 'active',
      createdAt,
    }))
  ) {
    throw new ProvisioningError('SLUG_TAKEN', `Somebody has just made a salon ${slug}: try again.`)
  }
  const own = await businessQueries.setTenant(tx, businessId)
  await salonWriteQueries.insertBusiness(own, profileRow(after.profile), createdAt)
  return own
}

/**
 * What applying this file would change, and which coming bookings it would strand; nothing is
 * written.
 * @throws ProvisioningError when the file cannot be applied at all
 */
export function planSalon(
  admin: Sql,
  file: SalonFile,
  options: { clock?: Clock } = {},
): Promise<SalonPlan> {
  return inTransaction(admin, async (tx) => {
    const business = await businessQueries.findBusinessBySlug(tx, file.slug)
    const { plan } = await buildPlan(tx, file, business, options.clock ?? systemClock)
    return plan
  })
}

import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import {
  apiKeyQueries,
  auditQueries,
  businessQueries,
  catalogQueries,
  inTransaction,
  type Sql,
  salonWriteQueries,
  type Transaction,
  type Tx,
  waitlistQueries,
} from '@silla/db'
import { changePageKey, storeDemoKeys } from '@silla/tenants'
import { enqueueAgenda } from '../agenda/agenda-jobs.ts'
import { ProvisioningError } from '../business/provisioning-error.ts'
import { type Clock, systemClock } from '../clock.ts'
import { type BuiltPlan, buildPlan, type PlanOptions, type TenantPlan } from './build-plan.ts'
import { lockSalon } from './lock-salon.ts'
import { orphanedBookings } from './orphaned-bookings.ts'
import { type OrphanedBooking, orphanedBookingLine, type SalonPlan } from './plan.ts'
import { findRetiredUnits, retireUnits } from './retired-units.ts'
import type { SalonFile } from './salon-file/salon-file.ts'
import { type Progress, writeSalon } from './write-salon.ts'

export interface ChangeOptions {
  /** Applies the change even if upcoming bookings lose their professional, service, resource or time. */
  allowOrphaned?: boolean
  /** Called with the number of changes made, the number to make, and what is being written. */
  onProgress?: Progress
  clock?: Clock
}

export interface ApplyOptions extends ChangeOptions {
  /** Removes closings and exceptions that were added by command and that no file has named. */
  prune?: boolean
}

/**
 * Returns what applying a file would change and which upcoming bookings it would orphan. Nothing is
 * written.
 * @throws ProvisioningError MODE_IS_FIXED, KEY_TAKEN, NOT_VALID when the salon would be too large
 */
export function planSalon(
  admin: Sql,
  file: SalonFile,
  options: Pick<ApplyOptions, 'clock' | 'prune'> = {},
): Promise<SalonPlan> {
  return inTransaction(admin, async (tx) => {
    const business = await businessQueries.findBusinessBySlug(tx, file.slug)
    const { plan } = await buildPlan(tx, file, business, planOptions(options))
    return plan
  })
}

/**
 * Applies a salon file in one transaction: creates the salon, or changes what differs. Applying a
 * file a second time writes nothing. Entries that the file omits become inactive; they are not
 * deleted, because bookings refer to them. Closings and exceptions that it omits are deleted, except
 * those that no file has named: they were added by command.
 *
 * @returns the plan that was carried out, with the id of the business
 * @throws ProvisioningError MODE_IS_FIXED, KEY_TAKEN, NOT_VALID when the salon would be too large,
 *   SLUG_TAKEN, WOULD_STRAND_BOOKINGS
 */
export async function applySalon(
  admin: Sql,
  file: SalonFile,
  options: ApplyOptions = {},
): Promise<SalonPlan> {
  return inTransaction(admin, async (tx) => {
    const business = await lockSalon(tx, file.slug)
    const built = await buildPlan(tx, file, business, planOptions(options))
    return executePlan(tx, file, built, { action: 'businesses.apply', ...options })
  })
}

/**
 * Stores which days a file names, where the file changes nothing in the salon. A day that was added
 * by command and that the file now names is removed again when a later file omits it.
 */
export async function recordFiledDays(
  admin: Sql,
  file: SalonFile,
  options: Pick<ApplyOptions, 'clock' | 'prune'> = {},
): Promise<void> {
  await inTransaction(admin, async (tx) => {
    const business = await lockSalon(tx, file.slug)
    const built = await buildPlan(tx, file, business, planOptions(options))
    if (built.plan.changes.length === 0) await writeFiledDays(built)
  })
}

const planOptions = ({ clock, prune }: Pick<ApplyOptions, 'clock' | 'prune'>): PlanOptions => ({
  clock: clock ?? systemClock,
  unfiledDays: prune ? 'prune' : 'keep',
})

/** Writes nothing where they are stored already. */
async function writeFiledDays({ filedDays, current }: BuiltPlan): Promise<void> {
  if (current === null || filedDays === null) return
  if (isDeepStrictEqual(filedDays, current.state.filedDays)) return
  await salonWriteQueries.updateFiledDays(current.tx, filedDays)
}

/**
 * Writes the changes of a plan in the transaction that built it, and records them in the audit log
 * under `action`.
 * @throws ProvisioningError SLUG_TAKEN, WOULD_STRAND_BOOKINGS
 */
export async function executePlan(
  tx: Transaction,
  file: SalonFile,
  built: BuiltPlan,
  options: ChangeOptions & { action: string },
): Promise<SalonPlan> {
  const clock = options.clock ?? systemClock
  if (!options.allowOrphaned) assertNoOrphans(built.plan)
  await writeFiledDays(built)
  if (built.plan.changes.length === 0) return built.plan
  const tenantTx = built.current?.tx ?? (await insertBusiness(tx, built, clock))
  await writeTenant(tenantTx, built, options.onProgress)
  if (built.plan.changes.some(({ area }) => area === 'limits')) {
    await businessQueries.updateRates(tx, tenantTx.businessId, built.after.rates)
    await apiKeyQueries.notifyKeysChanged(tx, tenantTx.businessId)
  }
  if (file.demoKeys !== null && built.plan.changes.some(({ area }) => area === 'keys')) {
    await storeDemoKeys(tx, tenantTx.businessId, file.demoKeys, () => clock.now().getTime())
  }
  if (built.pageKey !== null)
    await changePageKey(tx, tenantTx.businessId, built.pageKey, clock.now().getTime())
  await auditQueries.insertAuditEntry(tenantTx, {
    action: options.action,
    detail: {
      changes: auditedChanges(built.plan),
      allowedOrphaned: options.allowOrphaned === true,
    },
    at: clock.now(),
  })
  const orphaned = await retireAndRecheck(tenantTx, built)
  const plan = { ...built.plan, businessId: tenantTx.businessId, orphaned }
  if (!options.allowOrphaned) assertNoOrphans(plan)
  return plan
}

/** Writes what a plan changes within the tenant; every process then drops its catalogue. */
export async function writeTenant(
  tx: Tx,
  plan: TenantPlan,
  onProgress: Progress = () => {},
): Promise<void> {
  if (plan.changes.every(({ area }) => area === 'keys' || area === 'limits')) return
  await writeSalon(tx, plan, onProgress)
  await catalogQueries.touchCatalog(tx)
  // longer hours, a closing removed, another length: any of them may free time
  await waitlistQueries.wakeWaitlist(tx, null)
  // the setting or the time zone may be another one
  await enqueueAgenda(tx, plan.after.settings, plan.now)
}

/**
 * Writing thousands of rows takes seconds, and customers keep booking against the old catalogue
 * during that time. The catalogue is locked, so that no more visits follow: units are chosen among
 * all claims, and bookings are looked for again. To be called last.
 * @returns exactly the bookings that the change orphans when it commits
 */
export async function retireAndRecheck(
  tenantTx: Tx,
  { changes, after, current, now }: TenantPlan,
): Promise<OrphanedBooking[]> {
  await catalogQueries.lockCatalog(tenantTx)
  if (current === null) return []
  const retired = await findRetiredUnits(tenantTx, current.state, after, now)
  await retireUnits(tenantTx, retired)
  return orphanedBookings(tenantTx, current.state, after, { changes, retired, now })
}

/** A long list of changes, as of a first file, is recorded as a count for each area and kind. */
export function auditedChanges({ changes }: Pick<SalonPlan, 'changes'>): unknown {
  if (changes.length <= maxAuditedChanges) return changes
  return Object.fromEntries(
    Object.entries(Object.groupBy(changes, ({ area, kind }) => `${area} ${kind}`)).map(
      ([name, group]) => [name, group?.length],
    ),
  )
}

const maxAuditedChanges = 200

function assertNoOrphans({ slug, orphaned }: SalonPlan): void {
  if (orphaned.length === 0) return
  throw new ProvisioningError(
    'WOULD_STRAND_BOOKINGS',
    [
      `This change would orphan upcoming bookings of ${slug}. Cancel or move them first:`,
      ...orphaned.map(orphanedBookingLine),
    ].join('\n'),
  )
}

async function insertBusiness(
  tx: Transaction,
  { plan, after, filedDays }: BuiltPlan,
  clock: Clock,
): Promise<Tx> {
  const { slug, mode } = plan
  const createdAt = clock.now()
  const businessId = randomUUID()
  const registered = await businessQueries.registerBusiness(tx, {
    businessId,
    slug,
    mode,
    status: 'active',
    createdAt,
  })
  if (!registered) {
    throw new ProvisioningError(
      'SLUG_TAKEN',
      `A business with the slug ${slug} was created at the same time. Run the command again.`,
    )
  }
  const tenantTx = await businessQueries.setTenant(tx, businessId)
  await salonWriteQueries.insertBusiness(tenantTx, after.profile, createdAt)
  if (filedDays !== null) await salonWriteQueries.updateFiledDays(tenantTx, filedDays)
  return tenantTx
}

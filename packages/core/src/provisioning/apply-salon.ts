import { randomUUID } from 'node:crypto'
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
import {
  type BuiltPlan,
  buildPlan,
  type PlanOptions,
  type StaffChangesOption,
  type TenantPlan,
} from './build-plan.ts'
import { storeFile } from './last-file.ts'
import { lockSalon } from './lock-salon.ts'
import { orphanedBookings } from './orphaned-bookings.ts'
import {
  type OrphanedBooking,
  orphanedBookingLine,
  type SalonPlan,
  staffChangeLine,
} from './plan.ts'
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
  /** What happens to what was changed since the last file and the file changes again; default `refuse`. */
  staffChanges?: StaffChangesOption
}

type FileOptions = Pick<ApplyOptions, 'clock' | 'prune' | 'staffChanges'>

/**
 * Returns what applying a file would change and which upcoming bookings it would orphan. Nothing is
 * written.
 * @throws ProvisioningError MODE_IS_FIXED, KEY_TAKEN, NOT_VALID when the salon would be too large
 */
export function planSalon(
  admin: Sql,
  file: SalonFile,
  options: FileOptions = {},
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
 *   SLUG_TAKEN, WOULD_STRAND_BOOKINGS; STAFF_CHANGES with each change that the file would undo
 */
export async function applySalon(
  admin: Sql,
  file: SalonFile,
  options: ApplyOptions = {},
): Promise<SalonPlan> {
  return inTransaction(admin, async (tx) => {
    const business = await lockSalon(tx, file.slug)
    const built = await buildPlan(tx, file, business, planOptions(options))
    if ((options.staffChanges ?? 'refuse') === 'refuse') assertNoStaffChanges(built.plan)
    return executePlan(tx, file, built, { action: 'businesses.apply', ...options })
  })
}

/**
 * Stores a file that changes nothing in the salon: it may name what was added by command, so that a later
 * file that omits it removes it again.
 */
export async function recordFile(
  admin: Sql,
  file: SalonFile,
  options: FileOptions = {},
): Promise<void> {
  await inTransaction(admin, async (tx) => {
    const business = await lockSalon(tx, file.slug)
    const built = await buildPlan(tx, file, business, planOptions(options))
    const at = (options.clock ?? systemClock).now()
    if (built.plan.changes.length === 0) await storeUnchanged(built, at)
  })
}

const planOptions = ({ clock, prune, staffChanges = 'refuse' }: FileOptions): PlanOptions => ({
  clock: clock ?? systemClock,
  unfiledDays: prune ? 'prune' : 'keep',
  staffChanges,
})

/** A file is stored, an edit is not (D68). */
async function storeBuiltFile(tx: Tx, { fileText, lastFile }: BuiltPlan, at: Date) {
  return fileText === null ? { stored: false } : storeFile(tx, lastFile, fileText, at)
}

/** What a plan without changes writes. */
async function storeUnchanged(built: BuiltPlan, at: Date): Promise<void> {
  if (built.current === null) return
  const { tx } = built.current
  const { stored } = await storeBuiltFile(tx, built, at)
  const entry = { action: 'businesses.apply', detail: { changes: [] }, at }
  if (stored) await auditQueries.insertAuditEntry(tx, entry)
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
  if (built.plan.changes.length === 0) {
    await storeUnchanged(built, clock.now())
    return built.plan
  }
  const tenantTx = built.current?.tx ?? (await insertBusiness(tx, built, clock))
  await storeBuiltFile(tenantTx, built, clock.now())
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
  { after, current, now }: TenantPlan,
): Promise<OrphanedBooking[]> {
  await catalogQueries.lockCatalog(tenantTx)
  if (current === null) return []
  const retired = await findRetiredUnits(tenantTx, current.state, after, now)
  await retireUnits(tenantTx, retired)
  return orphanedBookings(tenantTx, current.state, after, { retired, now })
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

function assertNoStaffChanges({ slug, staffChanges }: SalonPlan): void {
  if (staffChanges.length === 0) return
  throw new ProvisioningError(
    'STAFF_CHANGES',
    [
      `This file would undo what was changed in ${slug} since the last file. ` +
        'Keep it with --keep-staff, or overwrite it with --overwrite-staff:',
      ...staffChanges.map(staffChangeLine),
    ].join('\n'),
  )
}

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
  { plan, after }: BuiltPlan,
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
  return tenantTx
}

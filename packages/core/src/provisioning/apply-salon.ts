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
import { type BuiltPlan, buildPlan } from './build-plan.ts'
import { orphanedBookings } from './orphaned-bookings.ts'
import { orphanedBookingLine, type SalonPlan } from './plan.ts'
import { findRetiredUnits, retireUnits } from './retired-units.ts'
import type { SalonFile } from './salon-file/salon-file.ts'
import { type Progress, writeSalon } from './write-salon.ts'

export interface ApplyOptions {
  /** Applies the change even if upcoming bookings lose their professional, service, resource or time. */
  allowOrphaned?: boolean
  /** Called with the number of changes made, the number to make, and what is being written. */
  onProgress?: Progress
  clock?: Clock
}

/**
 * Returns what applying a file would change and which upcoming bookings it would orphan. Nothing is
 * written.
 * @throws ProvisioningError MODE_IS_FIXED, KEY_TAKEN
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

/**
 * Applies a salon file in one transaction: creates the salon, or changes what differs. Applying a
 * file a second time writes nothing. Entries that the file omits become inactive; they are not
 * deleted, because bookings refer to them.
 *
 * @returns the plan that was carried out, with the id of the business
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
 * Writes the changes of a plan in the transaction that built it, and records them in the audit log
 * under `action`.
 * @throws ProvisioningError SLUG_TAKEN, WOULD_STRAND_BOOKINGS
 */
export async function executePlan(
  tx: Transaction,
  file: SalonFile,
  built: BuiltPlan,
  options: ApplyOptions & { action: string },
): Promise<SalonPlan> {
  const clock = options.clock ?? systemClock
  if (!options.allowOrphaned) assertNoOrphans(built.plan)
  if (built.plan.changes.length === 0) return built.plan
  const tenantTx = built.current?.tx ?? (await insertBusiness(tx, built, clock))
  if (built.plan.changes.some(({ area }) => area !== 'keys' && area !== 'limits')) {
    await writeSalon(tenantTx, built, options.onProgress ?? (() => {}))
    await catalogQueries.touchCatalog(tenantTx)
    // longer hours, a closing removed, another length: any of them may free time
    await waitlistQueries.wakeWaitlist(tenantTx, null)
    // the setting or the time zone may be another one
    await enqueueAgenda(tenantTx, built.after.settings, built.now)
  }
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
  await catalogQueries.lockCatalog(tenantTx)
  await retireAndRecheck(tenantTx, built, options, clock.now())
  return { ...built.plan, businessId: tenantTx.businessId }
}

/**
 * Writing thousands of rows takes seconds, and customers keep booking against the old catalogue
 * during that time. The catalogue is locked, so that no more visits follow: units are chosen among
 * all claims, and bookings are looked for again.
 */
async function retireAndRecheck(
  tenantTx: Tx,
  { plan, after, current }: BuiltPlan,
  { allowOrphaned }: ApplyOptions,
  now: Date,
): Promise<void> {
  if (current === null) return
  const retired = await findRetiredUnits(tenantTx, current.state, after, now)
  await retireUnits(tenantTx, retired)
  if (allowOrphaned) return
  const { changes } = plan
  const orphaned = await orphanedBookings(tenantTx, current.state, after, { changes, retired, now })
  assertNoOrphans({ ...plan, orphaned })
}

/** A long list of changes, as of a first file, is recorded as a count for each area and kind. */
function auditedChanges({ changes }: SalonPlan): unknown {
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

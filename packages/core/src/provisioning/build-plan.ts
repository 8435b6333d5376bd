import { apiKeyQueries, businessQueries, type Transaction, type Tx } from '@silla/db'
import { wallClock } from '@silla/slots'
import { hashApiKey, type PageKeyChange, pageKeyChange } from '@silla/tenants'
import { ProvisioningError } from '../business/provisioning-error.ts'
import { type Clock, tenantTime } from '../clock.ts'
import { openSlices } from '../slices.ts'
import { assertCatalogSize } from './catalog-size.ts'
import { type CurrentState, currentState } from './current-state.ts'
import { diffSalons } from './diff.ts'
import { keepUnfiledDays, retainedDays } from './filed-days.ts'
import { fileText, findLastFile, type LastFile } from './last-file.ts'
import { orphanedBookings } from './orphaned-bookings.ts'
import type { Change, SalonPlan } from './plan.ts'
import { findRetiredUnits } from './retired-units.ts'
import type { Salon } from './salon.ts'
import { type SalonFile, salonFromFile } from './salon-file/salon-file.ts'
import { findStaffChanges, keepStaffChanges } from './staff-changes.ts'
import { withoutShifts } from './without-shifts.ts'

/** What changes within the tenant of a salon, with everything needed to write it. */
export interface TenantPlan {
  changes: Change[]
  after: Salon
  /** Null: the salon is new. */
  current: { tx: Tx; state: CurrentState } | null
  /** By the clock of the business. */
  now: Date
}

/** A plan with everything needed to carry it out. */
export interface BuiltPlan extends TenantPlan {
  plan: SalonPlan
  /** The file as it is stored; null: an edit, which is no file. */
  fileText: string | null
  lastFile: LastFile | null
  /** What the key of the booking page needs; null: nothing. */
  pageKey: PageKeyChange | null
}

export interface PlanOptions {
  clock: Clock
  /**
   * What happens to stored closings and exceptions that the file omits. `keep`: those that no file
   * has named stay. `prune`: they are removed. `edit`: they are removed as well, because the file is
   * the stored salon with a change in it, and it does not count as a file that names days.
   */
  unfiledDays: 'keep' | 'prune' | 'edit'
  /** What happens to what was changed since the last file and the file changes again (D68). */
  staffChanges: StaffChangesOption
}

/**
 * `refuse`: the plan is not carried out. `keep`: they stay as they are. `overwrite`: they become what the
 * file says.
 */
export type StaffChangesOption = 'refuse' | 'keep' | 'overwrite'

/**
 * Compares a file with the stored salon, in the transaction that may write the changes.
 * @throws ProvisioningError MODE_IS_FIXED, KEY_TAKEN, NOT_VALID when the salon would be too large
 */
export async function buildPlan(
  tx: Transaction,
  file: SalonFile,
  business: businessQueries.RegisteredBusiness | null,
  { clock, unfiledDays, staffChanges: option }: PlanOptions,
): Promise<BuiltPlan> {
  if (business === null) {
    const after = salonFromFile(file, creationDay(file, clock.now()))
    assertCatalogSize(null, after)
    const pageKey = await wantedPageKey(null)
    const changes = [
      ...diffSalons(null, after),
      ...(await keyChanges(tx, file, null)),
      ...pageKeyChanges(pageKey),
    ]
    return {
      plan: {
        ...{ slug: file.slug, mode: file.mode, businessId: null, changes, orphaned: [], kept: [] },
        withoutShifts: withoutShifts(after, clock.now()),
        staffChanges: [],
      },
      changes,
      after,
      fileText: fileText(after),
      lastFile: null,
      pageKey,
      current: null,
      now: clock.now(),
    }
  }
  const { businessId, slug, mode } = business
  const now = tenantTime(clock.now(), business.clockOffsetMilliseconds)
  if (mode !== file.mode) {
    throw new ProvisioningError(
      'MODE_IS_FIXED',
      `${slug} is a ${mode} salon, and the mode of a salon cannot be changed. ` +
        `Use another slug for a ${file.mode} salon.`,
    )
  }
  const filed = salonFromFile(file, creationDay(file, business.createdAt))
  const tenantTx = await businessQueries.setTenant(tx, businessId)
  const state = await currentState(tenantTx, business)
  const lastFile = unfiledDays === 'edit' ? null : await findLastFile(tenantTx)
  const filedDays = lastFile?.days ?? null
  const wanted = unfiledDays === 'keep' ? keepUnfiledDays(state.salon, filed, filedDays) : filed
  const staffChanges = await findStaffChanges(
    tenantTx,
    lastFile,
    state.salon,
    diffSalons(state.salon, wanted),
  )
  const after =
    option === 'keep' && staffChanges.length > 0
      ? keepStaffChanges(
          { last: lastFile?.salon ?? null, current: state.salon, filed: wanted },
          staffChanges,
        )
      : wanted
  const { orphaned, ...tenantPlan } = await planTenant(tenantTx, state, after, now)
  const pageKey = await wantedPageKey(businessId)
  const changes = [
    ...tenantPlan.changes,
    ...(await keyChanges(tx, file, businessId)),
    ...pageKeyChanges(pageKey),
  ]
  return {
    ...tenantPlan,
    changes,
    plan: {
      ...{ slug, mode, businessId, changes, orphaned, kept: retainedDays(filed, after, now) },
      withoutShifts: withoutShifts(after, now),
      staffChanges,
    },
    fileText: unfiledDays === 'edit' ? null : fileText(filed),
    lastFile,
    pageKey,
  }

  function wantedPageKey(businessId: string | null): Promise<PageKeyChange | null> {
    const { onlinePage } = file.settings
    return pageKeyChange(tx, businessId, onlinePage, clock.now().getTime())
  }
}

/**
 * Compares a stored salon with what it is to become, within its tenant.
 * @throws ProvisioningError NOT_VALID when the salon would be too large
 */
export async function planTenant(
  tx: Tx,
  state: CurrentState,
  after: Salon,
  now: Date,
): Promise<TenantPlan & Pick<SalonPlan, 'orphaned'>> {
  const slices = openSlices()
  await slices.pause()
  assertCatalogSize(state.salon, after)
  const changes = diffSalons(state.salon, after)
  await slices.pause()
  const retired = await findRetiredUnits(tx, state, after, now)
  const orphaned = await orphanedBookings(tx, state, after, { retired, now })
  return { changes, orphaned, after, current: { tx, state }, now }
}

/**
 * The day that the relative days of a demo file count from. It is the local day on which the salon
 * was created, so the same file describes the same salon every day.
 */
function creationDay(file: SalonFile, createdAt: Date): number {
  return wallClock(createdAt, file.settings.timezone).day
}

/** The key of the booking page (decision 0031), which no file contains. */
const pageKeyChanges = (wanted: PageKeyChange | null): Change[] =>
  wanted === null
    ? []
    : [
        {
          area: 'keys',
          kind: wanted === 'create' ? 'added' : 'removed',
          name: 'booking page',
          fields: [],
        },
      ]

/** The keys of a file that are not stored yet. A key of another salon cannot be taken over. */
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
        `The ${kind} key in the file of ${slug} belongs to another salon. ` +
          'A file with another slug is another salon and needs its own keys.',
      )
    }
  }
  return changes
}

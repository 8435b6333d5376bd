import { catalogQueries, salonStateQueries, type Tx } from '@silla/db'
import { fail } from '@silla/errors'
import { allow } from '../access/allow.ts'
import { ProvisioningError } from '../business/provisioning-error.ts'
import { withIdempotency } from '../idempotency/with-idempotency.ts'
import { auditedChanges, retireAndRecheck, writeTenant } from '../provisioning/apply-salon.ts'
import { planTenant } from '../provisioning/build-plan.ts'
import { type CurrentState, currentState } from '../provisioning/current-state.ts'
import type { OrphanedBooking } from '../provisioning/plan.ts'
import type { Salon } from '../provisioning/salon.ts'
import type { RequestContext } from '../request-context.ts'
import { openSlices } from '../slices.ts'
import type { StoredJson } from '../stored-json.ts'
import { withRollback } from '../with-rollback.ts'
import {
  type ChangedSetting,
  type EditOptions,
  type Setting,
  settingPermissions,
} from './setting.ts'

/** Days are numbers, so that nothing of it is a date. */
const storedSetting: StoredJson<ChangedSetting> = { parse: (stored) => stored as ChangedSetting }

/** A change of one setting, laid over the salon as it is stored. */
export interface SettingsEdit {
  /** The setting as it is now; null: it is new. */
  current: Setting | null
  after: Salon
  /**
   * The setting as the change leaves it.
   * @param tx null: nothing was written
   */
  changed(tx: Tx | null): Setting | Promise<Setting>
  /** Called last, when no booking with the settings before can follow; throws if one forbids the change. */
  recheck?(tx: Tx): Promise<void>
}

/** Reads a salon's settings, as of one moment. */
export async function readSettings<Result>(
  context: RequestContext,
  kind: Setting['kind'],
  read: (state: CurrentState) => Result | Promise<Result>,
): Promise<Result> {
  allow(context, settingPermissions[kind])
  const state = await context.tenant.db.transaction((tx) => stateOf(context, tx), {
    singleSnapshot: true,
  })
  return read(state)
}

/**
 * Changes one setting of a salon with the plan of `businesses apply`, within the tenant. Other
 * changes of the salon's settings wait (D67). One that changes nothing writes nothing.
 *
 * @throws what `allow` throws; VERSION_CONFLICT with the current setting in `extra.setting`; WOULD_ORPHAN_BOOKINGS with the
 *   bookings in `extra.orphaned`; CATALOG_TOO_LARGE; MANAGED_BY_FILE (D68)
 */
export async function editSettings(
  context: RequestContext,
  kind: Setting['kind'],
  options: EditOptions,
  edit: (state: CurrentState, tx: Tx) => SettingsEdit | Promise<SettingsEdit>,
): Promise<ChangedSetting> {
  allow(context, settingPermissions[kind])
  if (options.allowOrphaned) allow(context, 'settings.business')
  const slices = openSlices()
  let catalogVersion: number | undefined
  const edited = await withRollback<ChangedSetting>((rollBack) =>
    context.tenant.db.transaction((tx) =>
      withIdempotency(context, tx, storedSetting, async () => {
        if (!options.simulated) await salonStateQueries.lockSettings(tx)
        const state = await stateOf(context, tx)
        await slices.pause()
        if (state.salon.settings.managedBy === 'file') fail('MANAGED_BY_FILE')
        const { current, after, changed, recheck } = await edit(state, tx)
        if (options.version !== null && current !== null && current.version !== options.version)
          fail('VERSION_CONFLICT', { extra: { setting: current } })
        const plan = await refusingSize(() => planTenant(tx, state, after, context.clock.now()))
        if (options.simulated)
          rollBack({
            setting: await changed(null),
            changes: plan.changes,
            orphaned: plan.orphaned,
          })
        refuseOrphans(options, plan.orphaned)
        if (plan.changes.length === 0) {
          if (context.auditedChange) context.auditedChange.needsNoEntry = true
          return { setting: await changed(tx), changes: [], orphaned: [] }
        }
        await writeTenant(tx, plan)
        const setting = await changed(tx)
        if (context.auditedChange)
          context.auditedChange.more = {
            changes: auditedChanges(plan),
            allowedOrphaned: options.allowOrphaned,
          }
        const orphaned = await retireAndRecheck(tx, plan)
        refuseOrphans(options, orphaned)
        await recheck?.(tx)
        catalogVersion = (await catalogQueries.findCatalogVersion(tx))[0]?.catalogVersion
        return { setting, changes: plan.changes, orphaned }
      }),
    ),
  )
  // the caller finds the change in what they read next; other processes are notified
  if (catalogVersion !== undefined) await context.tenant.catalogAt(catalogVersion)
  return edited
}

/** What the registry has of a salon is no setting: it is neither read nor compared. */
const stateOf = ({ tenant }: RequestContext, tx: Tx): Promise<CurrentState> =>
  currentState(tx, { slug: tenant.slug, mode: 'live', rates: {} })

function refuseOrphans({ allowOrphaned }: EditOptions, orphaned: OrphanedBooking[]): void {
  if (!allowOrphaned && orphaned.length > 0) fail('WOULD_ORPHAN_BOOKINGS', { extra: { orphaned } })
}

async function refusingSize<Plan>(plan: () => Promise<Plan>): Promise<Plan> {
  try {
    return await plan()
  } catch (error) {
    if (error instanceof ProvisioningError && error.code === 'NOT_VALID')
      fail('CATALOG_TOO_LARGE', { cause: error })
    throw error
  }
}

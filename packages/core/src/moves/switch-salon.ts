import {
  apiKeyQueries,
  auditQueries,
  businessMoveQueries,
  deletionQueries,
  inTransaction,
  movedBusinessQueries,
  salonRows,
} from '@silla/db'
import { ProvisioningError } from '../business/provisioning-error.ts'
import { buildDeletionPlan, deletePlanned } from '../provisioning/delete-business.ts'
import { arrayOf, listMovedTables } from './follow-changes.ts'
import { type Moving, pause } from './moving.ts'

/**
 * Closes the salon for writing: what writes now ends first, and what comes later gets BUSINESS_MOVING. It is
 * open again when the connection of the lock ends, and the server ends it when nothing is sent through it for as long
 * as the salon may be closed: this process may hang, or its machine be gone.
 *
 * @throws ProvisioningError MOVE_NOT_CLOSED
 */
export async function closeForWriting(
  { lock, business }: Moving,
  mostMilliseconds: number,
): Promise<void> {
  if (await businessMoveQueries.closeBusiness(lock, business.businessId, mostMilliseconds)) return
  throw new ProvisioningError(
    'MOVE_NOT_CLOSED',
    `Something has been writing into ${business.slug} for more than ten seconds, such as another command. It is ` +
      'served here as before; run the command again to continue.',
  )
}

/**
 * A salon that returns is not led to the source any more, which is about to lead to the receiver: both would
 * send requests back and forth until the receiver serves it.
 */
export const endRedirects = ({ receiver, business }: Moving): Promise<void> =>
  inTransaction(receiver, async (registry) => {
    const tx = await businessMoveQueries.setMovedTenant(registry, business.businessId)
    if ((await businessMoveQueries.lockMove(tx))?.phase !== 'returning') return
    await businessMoveQueries.updateMovePhase(tx, 'arriving')
    await apiKeyQueries.notifyKeysChanged(tx, business.businessId)
  })

/**
 * The source gives the salon up: from now on it answers as one that has moved, whatever happens to this
 * process. The lock has been held since the salon was closed, so that nothing has been written since.
 *
 * @throws ProvisioningError MOVE_NOT_CLOSED when the connection of the lock was lost meanwhile
 */
export async function giveUpSalon({ lock, business, backend }: Moving): Promise<void> {
  await inTransaction(
    lock,
    async (registry) => {
      if ((await businessMoveQueries.findBackend(registry)) !== backend)
        throw new ProvisioningError(
          'MOVE_NOT_CLOSED',
          `The connection that kept ${business.slug} closed was lost. It is served here as before; run the ` +
            'command again to continue.',
        )
      const tx = await businessMoveQueries.setMovedTenant(registry, business.businessId)
      await businessMoveQueries.updateMovePhase(tx, 'left')
      await apiKeyQueries.notifyKeysChanged(tx, business.businessId)
    },
    { once: true },
  )
  // what is left may take longer, and nobody else is to begin it
  await businessMoveQueries.setIdleTimeouts(lock, 0).catch(() => {})
}

/**
 * Lets the receiver serve the salon, which the source has given up. Repeated while its database is not
 * reachable: nobody serves the salon meanwhile.
 *
 * @throws ProvisioningError MOVE_CONFLICT when it is another database than that of the copy
 */
export async function openThere(
  moving: Moving,
  move: businessMoveQueries.BusinessMove,
): Promise<void> {
  for (let attempt = 1; ; attempt++)
    try {
      return await openOnce(moving, move)
    } catch (error) {
      if (error instanceof ProvisioningError || attempt === mostAttempts) throw error
      await pause(attemptPauseMilliseconds)
    }
}

const mostAttempts = 30
const attemptPauseMilliseconds = 1000

async function openOnce(
  { source, receiver, business, clock }: Moving,
  move: businessMoveQueries.BusinessMove,
): Promise<void> {
  const { businessId, slug } = business
  const copy = await businessMoveQueries.findMove(receiver, businessId)
  if (copy === null && (await businessMoveQueries.isRegistered(receiver, businessId))) return
  if (copy?.moveId !== move.moveId)
    throw new ProvisioningError(
      'MOVE_CONFLICT',
      `${slug} has left for another database than this one, where no copy of it is. Nothing was changed.`,
    )
  const jobs = await inTransaction(source, async (registry) =>
    salonRows.listSalonJobs(await businessMoveQueries.setMovedTenant(registry, businessId)),
  )
  const tables = await inTransaction(receiver, listMovedTables)
  for (const { name, hasIdentity } of tables)
    if (hasIdentity) await businessMoveQueries.raiseTableIds(receiver, name, businessId)
  await inTransaction(receiver, async (registry) => {
    const tx = await businessMoveQueries.setMovedTenant(registry, businessId)
    if ((await businessMoveQueries.lockMove(tx)) === null) return
    const earlier = await businessMoveQueries.findEarlierAuditLog(tx)
    await salonRows.insertMissingAuditEntries(tx, salonRows.auditColumnsOf(tables), earlier)
    const restored = await salonRows.restoreSalonJobs(tx, arrayOf(jobs))
    if (restored !== jobs.length) throw new Error(`${restored} of ${jobs.length} jobs were written`)
    await salonRows.deleteTombstone(tx)
    await Promise.all(movedBusinessQueries.deleteMove(tx))
    await businessMoveQueries.deleteMoveRecord(tx)
    await auditQueries.insertAuditEntry(tx, {
      ...{ action: 'businesses.move', detail: { url: move.url }, at: clock.now() },
    })
    await apiKeyQueries.notifyKeysChanged(tx, businessId)
  })
}

/** Deletes the salon where it was. Its keys, calendars and page lead to the other place. */
export const deleteHere = (
  { source, business, clock, onProgress }: Moving,
  move: businessMoveQueries.BusinessMove,
): Promise<void> =>
  inTransaction(source, async (registry) => {
    const tx = await businessMoveQueries.setMovedTenant(registry, business.businessId)
    await deletionQueries.lockBusiness(tx)
    const plan = await buildDeletionPlan(tx, business, clock)
    await deletePlanned(tx, plan, { movedTo: move.url, clock, ...(onProgress && { onProgress }) })
    await businessMoveQueries.deleteMoveRecord(tx)
  })

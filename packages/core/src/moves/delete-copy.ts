import { businessMoveQueries, deletionQueries, inTransaction, salonRows } from '@silla/db'
import { ProvisioningError } from '../business/provisioning-error.ts'
import { deletionOrder } from '../provisioning/delete-business.ts'
import type { Moving } from './moving.ts'

/**
 * Deletes the copy in the receiving database. The audit log of a salon that was there before is as it was.
 *
 * @returns false when there is no copy
 * @throws ProvisioningError MOVE_FINISHED when the salon is served there
 */
export const deleteCopy = ({
  receiver,
  business,
}: Pick<Moving, 'receiver' | 'business'>): Promise<boolean> =>
  inTransaction(receiver, async (registry) => {
    const { businessId, slug } = business
    const tx = await businessMoveQueries.setMovedTenant(registry, businessId)
    const move = await businessMoveQueries.lockMove(tx)
    if (move === null) {
      if (!(await businessMoveQueries.isRegistered(registry, businessId))) return false
      throw new ProvisioningError(
        'MOVE_FINISHED',
        `${slug} is served by the other deployment already. Run businesses move without --abort to finish.`,
      )
    }
    const audits = await businessMoveQueries.findEarlierAuditLog(tx)
    await Promise.all(deletionQueries.detachPayments(tx))
    for (const table of deletionOrder(await deletionQueries.listTenantTables(tx)))
      await deletionQueries.deleteTenantRows(tx, table)
    await businessMoveQueries.deleteAuditCopy(tx)
    await salonRows.restoreAuditLog(tx, audits)
    await businessMoveQueries.deleteMoveRecord(tx)
    return true
  })

import {
  apiKeyQueries,
  auditQueries,
  businessMoveQueries,
  businessQueries,
  inTransaction,
} from '@silla/db'
import { findBusiness } from '../business/business-summary.ts'
import { ProvisioningError } from '../business/provisioning-error.ts'
import { type Clock, systemClock } from '../clock.ts'
import { deleteCopy } from './delete-copy.ts'
import { type MoveConnections, withClaim } from './moving.ts'

/**
 * Undoes a move that has not come to its end: the copy is deleted first, and then the salon is served
 * as before. As silla_admin of both.
 *
 * @throws ProvisioningError BUSINESS_NOT_FOUND, MOVE_RUNNING, NOT_MOVING, MOVE_FINISHED
 */
export async function abortMove(
  slug: string,
  connections: MoveConnections,
  clock: Clock = systemClock,
): Promise<{ slug: string; businessId: string }> {
  const { source } = connections
  const business = await findBusiness(businessQueries.findBusinessBySlug(source, slug), slug)
  const { businessId } = business
  await withClaim(connections, business, async () => {
    const move = await businessMoveQueries.findMove(source, businessId)
    if (move?.phase !== 'leaving' && move?.phase !== 'left')
      throw new ProvisioningError('NOT_MOVING', `${slug} is not being moved from here.`)
    await deleteCopy({ ...connections, business })
    await inTransaction(source, async (registry) => {
      const tx = await businessMoveQueries.setMovedTenant(registry, businessId)
      await businessMoveQueries.deleteMoveRecord(tx)
      await businessMoveQueries.unparkJobs(tx)
      await auditQueries.insertAuditEntry(tx, {
        ...{ action: 'businesses.move', detail: { url: move.url, aborted: true }, at: clock.now() },
      })
      await apiKeyQueries.notifyKeysChanged(tx, businessId)
    })
  })
  return { slug, businessId }
}

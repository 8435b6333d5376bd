import {
  apiKeyQueries,
  auditQueries,
  businessQueries,
  inTransaction,
  movedBusinessQueries,
  type Sql,
} from '@silla/db'
import { ProvisioningError } from '../business/provisioning-error.ts'
import { type Clock, systemClock } from '../clock.ts'

/**
 * Forgets where a salon is served now that was deleted as moved: its page and calendars lead nowhere, and
 * its keys are unknown. As silla_admin.
 *
 * @throws ProvisioningError NOT_MOVED
 */
export const forgetBusiness = (
  admin: Sql,
  slug: string,
  clock: Clock = systemClock,
): Promise<{ slug: string; businessId: string }> =>
  inTransaction(admin, async (registry) => {
    const businessId = await movedBusinessQueries.findMovedBusiness(registry, slug)
    if (businessId === null)
      throw new ProvisioningError(
        'NOT_MOVED',
        `No salon with the slug ${slug} has moved from here.`,
      )
    const tx = await businessQueries.setTenant(registry, businessId)
    await Promise.all(movedBusinessQueries.deleteMove(tx))
    await auditQueries.insertAuditEntry(tx, {
      ...{ action: 'businesses.forget', detail: { slug }, at: clock.now() },
    })
    await apiKeyQueries.notifyKeysChanged(registry, businessId)
    return { slug, businessId }
  })

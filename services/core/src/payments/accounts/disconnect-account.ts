import {
  auditQueries,
  businessQueries,
  inTransaction,
  processorAccountQueries as queries,
  type Sql,
  salonWriteQueries,
} from '@silla/db'
import { type Clock, systemClock } from '../../ports/clock.ts'
import { knownBusiness } from '../../provisioning/business-summary.ts'
import { AccountProblem } from './account-problem.ts'

/**
 * From now on the salon takes bookings unpaid. The account itself is the salon's and stays; what was paid there can still be given
 * back, and its events are still heard.
 *
 * @throws ProvisioningProblem BUSINESS_NOT_FOUND; AccountProblem NOT_CONNECTED
 */
export function disconnectAccount(
  admin: Sql,
  slug: string,
  clock: Clock = systemClock,
): Promise<{ slug: string; account: string }> {
  return inTransaction(admin, async (registry) => {
    const { businessId } = await knownBusiness(businessQueries.lockBusinessBySlug(registry, slug), slug)
    const accounts = await queries.registeredAccounts(registry, businessId)
    const current = accounts.find((account) => account.disconnected_at === null)
    if (!current) throw new AccountProblem('NOT_CONNECTED', `${slug} has no connected account.`)
    const released = { ref: current.account_ref, at: clock.now() }
    const tx = await businessQueries.asBusiness(registry, businessId)
    await queries.releaseAccount(registry, released)
    await queries.disconnectAccount(tx, released)
    await salonWriteQueries.touchCatalog(tx)
    await auditQueries.noteChange(tx, {
      action: 'stripe.disconnect',
      detail: { account: current.account_ref },
      at: released.at,
    })
    return { slug, account: current.account_ref }
  })
}

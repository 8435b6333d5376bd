import {
  auditQueries,
  businessQueries,
  catalogQueries,
  inTransaction,
  onboardingQueries,
  processorAccountQueries as queries,
  type Sql,
  type Transaction,
} from '@silla/db'
import { findBusiness } from '../../business/business-summary.ts'
import { type Clock, systemClock } from '../../clock.ts'
import { AccountError } from './account-error.ts'
import { enqueueDomainRegistration } from './register-domains.ts'

/**
 * The account that disconnecting the salon would affect.
 *
 * @throws ProvisioningError BUSINESS_NOT_FOUND; AccountError NOT_CONNECTED
 */
export const accountToDisconnect = (admin: Sql, slug: string): Promise<string> =>
  inTransaction(admin, async (registry) => {
    const business = await findBusiness(businessQueries.findBusinessBySlug(registry, slug), slug)
    return connectedAccount(registry, business)
  })

/**
 * Disconnects a salon from its account; it takes bookings unpaid from now on, its address for
 * onboarding is unknown (D53), and wallets are offered for the account no more (D52). The account itself
 * belongs to the salon and stays: payments made there can still be refunded, and its events are
 * still applied.
 *
 * @throws ProvisioningError BUSINESS_NOT_FOUND; AccountError NOT_CONNECTED
 */
export function disconnectAccount(
  admin: Sql,
  slug: string,
  clock: Clock = systemClock,
): Promise<{ slug: string; account: string }> {
  return inTransaction(admin, async (registry) => {
    const business = await findBusiness(businessQueries.lockBusinessBySlug(registry, slug), slug)
    const account = await connectedAccount(registry, business)
    const released = { ref: account, at: clock.now() }
    const tx = await businessQueries.setTenant(registry, business.businessId)
    await queries.releaseAccount(registry, released)
    await onboardingQueries.deleteOnboardingToken(registry, business.businessId)
    await queries.updateAccountDisconnected(tx, released)
    await enqueueDomainRegistration(tx)
    await catalogQueries.touchCatalog(tx)
    await auditQueries.insertAuditEntry(tx, {
      action: 'stripe.disconnect',
      detail: { account },
      at: released.at,
    })
    return { slug, account }
  })
}

async function connectedAccount(
  registry: Transaction,
  { businessId, slug }: businessQueries.RegisteredBusiness,
): Promise<string> {
  const accounts = await queries.listRegisteredAccounts(registry, businessId)
  const current = accounts.find((account) => account.disconnectedAt === null)
  if (!current) throw new AccountError('NOT_CONNECTED', `${slug} has no connected account.`)
  return current.accountRef
}

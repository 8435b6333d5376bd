import { auditQueries, businessQueries, customerQueries, inTransaction, type Sql } from '@silla/db'
import { findBusiness } from '../business/business-summary.ts'
import { ProvisioningError } from '../business/provisioning-error.ts'
import { lockCustomer } from './find-customer.ts'

/** `blockedAt` is null for a customer who is not blocked. */
export interface BlockedCustomer {
  id: number
  name: string
  email: string
  blockedAt: Date | null
}

/**
 * Blocks a customer: new bookings are refused with CUSTOMER_BLOCKED, signed in or not (D15).
 * Existing bookings stay. Blocking again changes nothing.
 *
 * @param input.customer e-mail or id
 * @throws ProvisioningError BUSINESS_NOT_FOUND, CUSTOMER_NOT_FOUND, NOT_VALID for one without e-mail
 */
export function blockCustomer(
  admin: Sql,
  input: { slug: string; customer: string; now: Date },
): Promise<BlockedCustomer> {
  return setBlocked(admin, input, input.now, input.now)
}

/**
 * Unblocks a customer. Unblocking again changes nothing.
 *
 * @param input.customer e-mail or id
 * @throws ProvisioningError BUSINESS_NOT_FOUND, CUSTOMER_NOT_FOUND
 */
export function unblockCustomer(
  admin: Sql,
  input: { slug: string; customer: string; now: Date },
): Promise<BlockedCustomer> {
  return setBlocked(admin, input, null, input.now)
}

function setBlocked(
  admin: Sql,
  { slug, customer: name }: { slug: string; customer: string },
  blockedAt: Date | null,
  now: Date,
): Promise<BlockedCustomer> {
  return inTransaction(admin, async (registry) => {
    const business = await findBusiness(businessQueries.findBusinessBySlug(registry, slug), slug)
    const tx = await businessQueries.setTenant(registry, business.businessId)
    const { id, email } = await lockCustomer(tx, slug, name)
    if (email === '')
      throw new ProvisioningError(
        'NOT_VALID',
        `Customer ${id} of ${slug} has no e-mail, by which customers are blocked.`,
      )
    const [customer] = await customerQueries.updateBlocked(tx, { id, at: blockedAt })
    if (!customer)
      throw new ProvisioningError(
        'CUSTOMER_NOT_FOUND',
        `Customer ${id} of ${slug} was erased just now.`,
      )
    await auditQueries.insertAuditEntry(tx, {
      action: blockedAt === null ? 'customers.unblock' : 'customers.block',
      detail: { customerId: customer.id },
      at: now,
    })
    return customer
  })
}

import { customerQueries } from '@silla/db'
import { allow } from '../access/allow.ts'
import { ProvisioningError } from '../business/provisioning-error.ts'
import type { Language } from '../catalog/catalog.ts'
import { emailKey } from '../contact/email.ts'
import type { RequestContext } from '../request-context.ts'

/** A customer as the salon sees them, guest or not (D12). */
export interface CustomerDetail {
  id: number
  /** Empty, like e-mail and phone, once the customer was erased. */
  name: string
  email: string
  /** E.164 or empty. */
  phone: string
  language: Language
  pointsBalance: number
  bookings: number
  /** null: a guest, who has no account */
  account: { verifiedAt: Date; birthDate: string | null; acceptsMarketing: boolean } | null
  /** With an account, their own choice; of a guest, what the salon has recorded. */
  acceptsMarketing: boolean
  createdAt: Date
  blockedAt: Date | null
  erasedAt: Date | null
  /** Whom they were merged into, when they count as erased (D74); null: they were not. */
  mergedInto: number | null
  /** Increases with each change of name, contact details and language. */
  version: number
}

/**
 * Finds a customer by e-mail or by id; an erased one only by id.
 *
 * @throws INSUFFICIENT_SCOPE for everybody but the salon itself; ProvisioningError
 *   CUSTOMER_NOT_FOUND
 */
export async function findCustomer(context: RequestContext, name: string): Promise<CustomerDetail> {
  allow(context, 'customers.view')
  const [[row]] = await context.tenant.db.batch((tx) => [
    customerQueries.findCustomer(tx, namedBy(name)),
  ])
  return row ? toCustomerDetail(row) : refuseUnknown(context.tenant.slug, name)
}

/**
 * The same for a change: a customer who was erased or merged cannot be changed.
 *
 * @throws as `findCustomer`
 */
export async function findCurrentCustomer(
  context: RequestContext,
  name: string,
): Promise<CustomerDetail> {
  const customer = await findCustomer(context, name)
  if (customer.erasedAt === null) return customer
  const what = customer.mergedInto === null ? 'erased' : `merged into ${customer.mergedInto}`
  const message = `Customer ${customer.id} of ${context.tenant.slug} was ${what}.`
  throw new ProvisioningError('CUSTOMER_NOT_FOUND', message)
}

const namedBy = (name: string) => ({ id: idOf(name), emailKey: emailKey(name) })

const idOf = (name: string) => (/^[1-9]\d{0,14}$/.test(name) ? Number(name) : null)

function refuseUnknown(slug: string, name: string): never {
  const named = idOf(name) === null ? `the e-mail ${name}` : `the id ${name}`
  throw new ProvisioningError('CUSTOMER_NOT_FOUND', `${slug} has no customer with ${named}.`)
}

/** Groups the fields of the account, which a guest has not. */
export const toCustomerDetail = ({
  verifiedAt,
  birthDate,
  acceptsMarketing,
  ...row
}: customerQueries.CustomerDetailRow): CustomerDetail => ({
  ...row,
  acceptsMarketing,
  account: verifiedAt && { verifiedAt, birthDate, acceptsMarketing },
})

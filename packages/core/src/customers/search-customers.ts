import { customerQueries } from '@silla/db'
import { allow } from '../access/allow.ts'
import { emailKey } from '../contact/email.ts'
import type { RequestContext } from '../request-context.ts'
import { type CustomerDetail, toCustomerDetail } from './find-customer.ts'

/**
 * One page of the customers whose name, e-mail or phone contains a text, ignoring case and accents,
 * sorted by name, and the total number. Erased customers are not found. One round trip.
 *
 * @throws INSUFFICIENT_SCOPE for everybody but the salon itself
 */
export async function searchCustomers(
  context: RequestContext,
  input: { part: string; offset: number; limit: number },
): Promise<{ customers: CustomerDetail[]; total: number }> {
  allow(context, 'customers.view')
  const { part, ...page } = input
  const search = { ...page, name: part.trim(), email: emailKey(part), digits: digitsOf(part) }
  const [rows, [counted]] = await context.tenant.db.batch((tx) => [
    customerQueries.searchCustomers(tx, search),
    customerQueries.countMatchingCustomers(tx, search),
  ])
  return { customers: rows.map(toCustomerDetail), total: counted?.count ?? 0 }
}

/** The digits to look for in phone numbers; null when the text cannot be part of one. */
function digitsOf(text: string): string | null {
  if (!/^[\s\d+().-]+$/.test(text)) return null
  const digits = text.replace(/\D/g, '')
  return digits.length >= 3 ? digits : null
}

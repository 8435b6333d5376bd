import { knownCustomerQueries } from '@silla/db'
import { emailKey } from '../contact/email.ts'
import { businessOnly, type RequestContext } from '../request-context.ts'
import { type CustomerDetail, toCustomerDetail } from './find-customer.ts'

/**
 * The customers with a text in their name, their e-mail or their phone, whatever capitals and
 * accents, by name: one page, and how many there are in all. Erased ones are not found. One round
 * trip.
 *
 * @throws INSUFFICIENT_SCOPE for everybody but the salon itself
 */
export async function searchCustomers(
  context: RequestContext,
  input: { part: string; offset: number; limit: number },
): Promise<{ customers: CustomerDetail[]; total: number }> {
  businessOnly(context)
  const { part, ...page } = input
  const wanted = { ...page, name: part.trim(), email: emailKey(part), digits: digitsOf(part) }
  const [rows, [counted]] = await context.tenant.db.batch((tx) => [
    knownCustomerQueries.searchCustomers(tx, wanted),
    knownCustomerQueries.countMatchingCustomers(tx, wanted),
  ])
  return { customers: rows.map(toCustomerDetail), total: counted?.count ?? 0 }
}

/** What of a phone number is kept; null when the text is not a part of one. */
function digitsOf(text: string): string | null {
  if (!/^[\s\d+().-]+$/.test(text)) return null
  const digits = text.replace(/\D/g, '')
  return digits.length >= 3 ? digits : null
}

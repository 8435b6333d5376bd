import { customerSearchQueries } from '@silla/db'
import { allow } from '../access/allow.ts'
import { emailKey } from '../contact/email.ts'
import { phoneStart } from '../contact/phone.ts'
import { searchWords } from '../contact/search-words.ts'
import type { RequestContext } from '../request-context.ts'
import { customerScope, withinScope } from './customer-scope.ts'
import { type CustomerDetail, toCustomerDetail } from './find-customer.ts'

/** A customer as a caller sees them: without the permission, e-mail and phone are empty. */
export type FoundCustomer = CustomerDetail & { contactVisible: boolean }

/**
 * One page of the customers of whom a word of the name, the e-mail or the phone begins with a text, or
 * the phone ends with its digits; every word of the text has to begin one of the name. Case, accents
 * and the spelling of phones do not matter. An empty text finds the newest customers. Erased ones are
 * not found. One round trip (D74).
 *
 * @returns `total` is at most 500, of the newest 5,000; more are neither counted nor listed
 * @throws as `allow` without `customers.view`
 */
export async function searchCustomers(
  context: RequestContext,
  { text, ...page }: { text: string; offset: number; limit: number },
): Promise<{ customers: FoundCustomer[]; total: number }> {
  allow(context, 'customers.view')
  const { business } = await context.tenant.catalog()
  const scope = customerScope(context)
  const match = matchOf(text, business.address.country, scope.seesContact)
  if (match === null) return { customers: [], total: 0 }
  const input = { ...page, professionalId: scope.professionalId }
  const [rows] = await context.tenant.db.batch((tx) => [
    match === 'newest'
      ? customerSearchQueries.listNewestCustomers(tx, input)
      : customerSearchQueries.searchCustomers(tx, match, input),
  ])
  return {
    customers: rows.flatMap(({ total: _total, position: _position, id, ...row }) =>
      id === null ? [] : [withinScope(toCustomerDetail({ ...row, id }), scope)],
    ),
    total: rows[0]?.total ?? 0,
  }
}

/**
 * Who has a phone number, on the card or in one of their bookings, the one with the latest visit first, at
 * most 20. The person at the desk chooses (D74). Nobody for a caller who does not see phones.
 *
 * @param phone E.164
 * @throws as `allow` without `customers.view`
 */
export async function listCustomersByPhone(
  context: RequestContext,
  phone: string,
): Promise<{ customers: FoundCustomer[]; total: number }> {
  allow(context, 'customers.view')
  const scope = customerScope(context)
  if (!scope.seesContact) return { customers: [], total: 0 }
  const { professionalId } = scope
  const [rows] = await context.tenant.db.batch((tx) => [
    customerSearchQueries.listCustomersByPhone(tx, { phone, professionalId }),
  ])
  return {
    customers: rows.map((row) => withinScope(toCustomerDetail(row), scope)),
    total: rows.length,
  }
}

/** What a text is the beginning of; null: of nothing that the caller may search by. */
function matchOf(
  text: string,
  country: string,
  seesContact: boolean,
): customerSearchQueries.CustomerMatch | 'newest' | null {
  const searched = text.trim()
  if (searched === '') return 'newest'
  const nothing = { words: [], email: null, phone: null, phoneEnd: null }
  if (/^[\s\d+().-]+$/.test(searched)) {
    const digits = searched.replace(/\D/g, '')
    if (!seesContact || digits.length < minDigits) return null
    return { ...nothing, phone: phoneStart(searched, country), phoneEnd: digits }
  }
  if (searched.includes('@')) return seesContact ? { ...nothing, email: emailKey(searched) } : null
  const words = searchWords(searched)
  if (words.length === 0) return null
  const email = seesContact && !/\s/.test(searched) ? emailKey(searched) : null
  return { ...nothing, words, email }
}

const minDigits = 3

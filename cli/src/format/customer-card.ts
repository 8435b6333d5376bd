import type { CustomerDetail } from '@silla/core'
import { card } from './card.ts'
import { localTime } from './local-time.ts'

/** What one customer is, a line a fact. */
export function customerCard(customer: CustomerDetail, timezone: string): string {
  const when = (at: Date | null | undefined) => (at ? localTime(at, timezone) : '')
  const { account } = customer
  return card([
    ['Id', customer.id],
    ['Name', customer.name],
    ['E-mail', customer.email],
    ['Phone', customer.phone],
    ['Language', customer.language],
    ['Account', account === null ? 'none' : `since ${when(account.verifiedAt)}`],
    ['Born', account?.birthDate ?? ''],
    ['Marketing', account === null ? '' : account.acceptsMarketing ? 'accepted' : 'not accepted'],
    ['Points', customer.pointsBalance],
    ['Bookings', customer.bookings],
    ['Known since', when(customer.createdAt)],
    ['Blocked', when(customer.blockedAt)],
    ['Erased', when(customer.erasedAt)],
  ])
}

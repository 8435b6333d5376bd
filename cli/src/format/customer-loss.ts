import type { CustomerDetail, CustomerRecords } from '@silla/core'
import { refundableAmountCents } from '@silla/core/payments/payment-summary'
import type { Currency } from '@silla/money'
import { money } from './money.ts'
import { pluralize } from './pluralize.ts'
import { sanitize } from './sanitize.ts'

/** How much there is of what names a customer, as --json tells it. */
export interface CustomerLoss {
  account: boolean
  bookings: number
  /** Codes of visits to come, which do not take place. */
  cancelled: string[]
  /** What was paid for those visits and goes back, in cents. */
  refundedCents: number
  orders: number
  reviews: number
  sessions: number
  letters: number
}

export const customerLoss = (
  { account }: CustomerDetail,
  records: CustomerRecords,
): CustomerLoss => ({
  account: account !== null,
  bookings: records.bookings.length,
  cancelled: coming(records).map(({ code }) => code),
  refundedCents: coming(records).reduce(
    (sum, booking) => sum + refundableAmountCents(booking.payment),
    0,
  ),
  orders: records.orders.length,
  reviews: records.reviews.length,
  sessions: records.sessions.length,
  letters: records.letters.length,
})

const coming = ({ bookings }: CustomerRecords) =>
  bookings.filter(({ canCancel }) => canCancel).map(({ booking }) => booking)

/** All of it in a line, before it goes. */
export function formatLoss(
  { name, email }: CustomerDetail,
  loss: CustomerLoss,
  currency: Currency,
): string {
  const parts = [
    loss.account ? 'their account' : 'no account',
    pluralize(loss.sessions, 'session'),
    pluralize(loss.letters, 'letter'),
    `their name on ${pluralize(loss.bookings, 'booking')}, ${pluralize(loss.orders, 'order')} and ${pluralize(loss.reviews, 'review')}`,
  ]
  const visits =
    loss.cancelled.length === 0
      ? 'None is to come.'
      : `To be cancelled: ${loss.cancelled.join(', ')}.`
  const refunded =
    loss.refundedCents === 0 ? '' : ` ${money(loss.refundedCents, currency)} go back.`
  return `Of ${sanitize(name)} (${sanitize(email)}) would go: ${parts.join(', ')}. ${visits}${refunded}`
}

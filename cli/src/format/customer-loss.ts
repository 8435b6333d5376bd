import type { CustomerDetail, CustomerRecords } from '@silla/core'
import { refundableAmountCents } from '@silla/core/model/payment-summary'
import type { Currency } from '@silla/money'
import { sanitize } from '../text/sanitize.ts'
import { formatMoney } from '../text/values.ts'
import { pluralize } from './pluralize.ts'

/** The data that an erasure removes, in the output of --json. */
export interface CustomerLoss {
  account: boolean
  bookings: number
  /** Codes of the upcoming bookings that are cancelled. */
  cancelled: string[]
  /** The amount paid for those bookings that is refunded. */
  refundedCents: number
  orders: number
  reviews: number
  sessions: number
  emails: number
  /** Entries of the waitlist. */
  waitlist: number
}

export const customerLoss = (
  { account }: CustomerDetail,
  records: CustomerRecords,
): CustomerLoss => ({
  account: account !== null,
  bookings: records.bookings.length,
  cancelled: cancellable(records).map(({ code }) => code),
  refundedCents: cancellable(records).reduce(
    (sum, booking) => sum + refundableAmountCents(booking.payment),
    0,
  ),
  orders: records.orders.length,
  reviews: records.reviews.length,
  sessions: records.sessions.length,
  emails: records.emails.length,
  waitlist: records.waitlist.length,
})

const cancellable = ({ bookings }: CustomerRecords) =>
  bookings.filter(({ canCancel }) => canCancel).map(({ booking }) => booking)

/** One line for the confirmation. */
export function formatLoss(
  { name, email }: CustomerDetail,
  loss: CustomerLoss,
  currency: Currency,
): string {
  const parts = [
    loss.account ? 'their account' : 'no account',
    pluralize(loss.sessions, 'session'),
    pluralize(loss.emails, 'email'),
    ...(loss.waitlist === 0 ? [] : [`${loss.waitlist} on the waitlist`]),
    `their name on ${pluralize(loss.bookings, 'booking')}, ${pluralize(loss.orders, 'order')} ` +
      `and ${pluralize(loss.reviews, 'review')}`,
  ]
  const cancelled =
    loss.cancelled.length === 0
      ? 'No upcoming bookings.'
      : `Bookings to cancel: ${loss.cancelled.join(', ')}.`
  const refunded =
    loss.refundedCents === 0 ? '' : ` Refund: ${formatMoney(loss.refundedCents, currency)}.`
  return (
    `Data of ${sanitize(name)} (${sanitize(email)}) to erase: ${parts.join(', ')}. ` +
    `${cancelled}${refunded}`
  )
}

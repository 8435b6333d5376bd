import type { Payment, PaymentDetail, Refund } from '@silla/core'
import { formatLocalTime, formatMoney } from '../text/values.ts'
import { card } from './cards.ts'

/** What a payment is for: `booking 1042`. */
export function paymentSubject({ reference }: Pick<Payment, 'reference'>): string {
  switch (reference.kind) {
    case 'booking':
      return `booking ${reference.bookingId}`
    case 'order':
      return `order ${reference.orderId}`
    case 'package':
      return `points package ${reference.packageId}`
  }
}

/** A payment with its refunds and disputes, one fact per line. */
export function paymentCard(
  { payment, refunds, disputes }: PaymentDetail,
  timezone: string,
): string {
  const { facts, currency } = payment
  const lines: (readonly [string, string])[] = [
    ['Id', String(payment.id)],
    ['For', paymentSubject(payment)],
    ['Customer', payment.customerName],
    ['Amount', formatMoney(payment.amountCents, currency)],
    ['Fee', formatMoney(payment.feeCents, currency)],
    ['State', payment.state],
    ['Applied', payment.applied ? 'yes' : 'no'],
    ...(payment.unverifiedSince
      ? [['Unverified', `since ${formatLocalTime(payment.unverifiedSince, timezone)}`] as const]
      : []),
    ['Account', payment.account],
    ['Intent', payment.intentRef ?? '-'],
    ['Stripe status', `${facts.status}, ${formatLocalTime(facts.statusAt, timezone)}`],
    [
      'Received',
      formatMoney(facts.receivedCents, facts.receivedCurrency?.toUpperCase() ?? currency),
    ],
    ['Refunded', formatMoney(facts.refundSeenCents, currency)],
    ['Failure', facts.failure ? `${facts.failure.code}: ${facts.failure.message}` : '-'],
    ['Points', String(payment.pointsAwarded + payment.pointsBought)],
    ['Created', formatLocalTime(payment.createdAt, timezone)],
    ...refunds.map((refund): [string, string] => [
      'Refund',
      `${formatMoney(refund.amountCents, currency)} ${refund.state} (${refund.reason}) ` +
        `${refund.refundRef ?? '-'} ${refundProblem(refund, disputes)}`,
    ]),
    ...disputes.map((dispute): [string, string] => [
      'Dispute',
      `${formatMoney(dispute.amountCents, currency)} ${dispute.state} (${dispute.reason}) ` +
        `${dispute.disputeRef}`,
    ]),
  ]
  return card(lines.map(([name, value]) => [name, value.trimEnd()]))
}

/** Why a refund failed, or what it waits for. */
function refundProblem(refund: Refund, disputes: PaymentDetail['disputes']): string {
  const isWaiting = refund.state === 'pending' && refund.refundRef === null
  const isDisputed = disputes.some(({ state }) => state === 'open')
  return isWaiting && isDisputed ? 'waits for the end of the dispute' : refund.failureMessage
}

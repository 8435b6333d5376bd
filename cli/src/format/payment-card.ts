import type { PaymentDetail } from '@silla/core'
import { card } from './card.ts'
import { localTime } from './local-time.ts'
import { money } from './money.ts'
import { paymentSubject } from './payment-subject.ts'

/** What one payment is and what became of it, a line a fact. */
export function paymentCard(
  { payment, refunds, disputes }: PaymentDetail,
  timezone: string,
): string {
  const { facts, currency } = payment
  const lines: [string, string][] = [
    ['Id', String(payment.id)],
    ['For', paymentSubject(payment)],
    ['Customer', payment.customerName],
    ['Amount', money(payment.amountCents, currency)],
    ['Fee', money(payment.feeCents, currency)],
    ['State', payment.state],
    ['Pays for it', payment.applied ? 'yes' : 'no'],
    ['Account', payment.account],
    ['Intent', payment.intentRef ?? '-'],
    ['Last heard', `${facts.status}, ${localTime(facts.statusAt, timezone)}`],
    ['Received', money(facts.receivedCents, facts.receivedCurrency?.toUpperCase() ?? currency)],
    ['Gone back', money(facts.refundSeenCents, currency)],
    ['Failure', facts.failure ? `${facts.failure.code}: ${facts.failure.message}` : '-'],
    ['Points', String(payment.pointsAwarded + payment.pointsBought)],
    ['Asked for', localTime(payment.createdAt, timezone)],
    ...refunds.map((refund): [string, string] => [
      'Refund',
      `${money(refund.amountCents, currency)} ${refund.state} (${refund.reason}) ${refund.refundRef ?? '-'} ${refund.failureMessage}`,
    ]),
    ...disputes.map((dispute): [string, string] => [
      'Dispute',
      `${money(dispute.amountCents, currency)} ${dispute.state} (${dispute.reason}) ${dispute.disputeRef}`,
    ]),
  ]
  return card(lines.map(([name, value]) => [name, value.trimEnd()]))
}

import type { Catalog, EmailPayment } from '@silla/core'
import { type Formatters, formattersFor } from './formatters.ts'
import type { Content } from './layout.ts'
import type { Translation } from './translations/translation.ts'

/**
 * What a customer reads whose payment did not go through (D23): what it was for, and that it can be
 * tried again.
 */
export function paymentFailedEmail(
  payment: EmailPayment & { message: string },
  words: Translation,
  salon: Catalog,
): Content {
  const spoken = formattersFor(words, salon)
  return {
    subject: words.paymentFailed.subject(salon.business.name),
    name: payment.customerName,
    paragraphs: [words.paymentFailed.text],
    facts: [
      [words.labels.amount, spoken.money(payment.amountCents, payment.currency)],
      [words.labels.code, payment.code],
      [words.labels.reason, payment.message],
    ],
  }
}

/**
 * What the salon has to know about money to look after it (D24, D30); `payload` is one of
 * SalonNotification.
 */
export function salonEmail(
  kind: 'refund_failed' | 'dispute' | 'payment_review',
  payload: Readonly<Record<string, unknown>>,
  words: Translation,
  salon: Catalog,
): Content {
  const payment = payload as unknown as EmailPayment & Particulars
  const spoken = formattersFor(words, salon)
  const { subject, text } = newsOf(kind, words)
  return {
    subject: subject(payment.code || payment.intentRef),
    name: salon.business.name,
    paragraphs: [text],
    facts: [
      ...factsOf(payment, words, spoken),
      [words.labels.reason, payment.message ?? payment.reason ?? ''],
    ],
  }
}

/** What one kind of news has and another has not. */
interface Particulars {
  message?: string
  reason?: string
  receivedCents?: number
  receivedCurrency?: string
}

/** Cards cannot be charged until the salon has given the processor what it misses. */
export const accountRestrictedEmail = (
  account: string,
  { accountRestricted, labels }: Translation,
  salon: Catalog,
) => ({
  subject: accountRestricted.subject(salon.business.name),
  name: salon.business.name,
  paragraphs: [accountRestricted.text],
  facts: [[labels.account, account]] satisfies Content['facts'],
})

function newsOf(kind: 'refund_failed' | 'dispute' | 'payment_review', words: Translation) {
  switch (kind) {
    case 'refund_failed':
      return words.refundFailed
    case 'dispute':
      return words.dispute
    case 'payment_review':
      return words.paymentReview
  }
}

const factsOf = (
  payment: EmailPayment & Particulars,
  { labels }: Translation,
  spoken: Formatters,
): [string, string][] => [
  [labels.amount, spoken.money(payment.amountCents, payment.currency)],
  [labels.received, payment.receivedCents === undefined ? '' : received(payment, spoken)],
  [labels.customer, payment.customerName],
  [labels.code, payment.code],
  [labels.payment, payment.intentRef],
]

/** It may be in a currency that no salon charges in. */
const received = ({ receivedCents = 0, receivedCurrency = '' }: Particulars, spoken: Formatters) =>
  spoken.money(receivedCents, receivedCurrency)

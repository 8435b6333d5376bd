import type { Catalog, EmailPayment } from '@silla/core'
import { customerName } from './customer-name.ts'
import { type Formatters, formattersFor } from './formatters.ts'
import type { Content } from './layout.ts'
import type { Translation } from './translations/translation.ts'

/** To a customer whose payment failed (D23): what it was for, and that they can try again. */
export function paymentFailedEmail(
  payment: EmailPayment & { message: string },
  translation: Translation,
  salon: Catalog,
): Content {
  const { paymentFailed, labels } = translation
  const format = formattersFor(translation, salon)
  return {
    subject: paymentFailed.subject(salon.business.name),
    name: customerName(payment.customerName),
    paragraphs: [paymentFailed.text],
    details: [
      [labels.amount, format.money(payment.amountCents, payment.currency)],
      [labels.code, payment.code],
      [labels.reason, payment.message],
    ],
  }
}

/**
 * To the salon, about a payment that needs its attention (D24, D30); `payload` is one of
 * SalonNotification.
 */
export function salonEmail(
  kind: 'refund_failed' | 'dispute' | 'payment_review',
  payload: Readonly<Record<string, unknown>>,
  translation: Translation,
  salon: Catalog,
): Content {
  const payment = payload as unknown as EmailPayment & OptionalDetails
  const format = formattersFor(translation, salon)
  const { subject, text } = messageOf(kind, translation)
  return {
    subject: subject(payment.code || payment.intentRef),
    name: salon.business.name,
    paragraphs: [text],
    details: [
      ...detailsOf(payment, translation, format),
      [translation.labels.reason, payment.message ?? payment.reason ?? ''],
    ],
  }
}

/** Details that not every kind of email to the salon has. */
interface OptionalDetails {
  message?: string
  reason?: string
  receivedCents?: number
  receivedCurrency?: string
}

/**
 * To the salon: cards cannot be charged until it has given the processor the information that is
 * missing.
 */
export const accountRestrictedEmail = (
  account: string,
  { accountRestricted, labels }: Translation,
  salon: Catalog,
) => ({
  subject: accountRestricted.subject(salon.business.name),
  name: salon.business.name,
  paragraphs: [accountRestricted.text],
  details: [[labels.account, account]] satisfies Content['details'],
})

function messageOf(kind: 'refund_failed' | 'dispute' | 'payment_review', translation: Translation) {
  switch (kind) {
    case 'refund_failed':
      return translation.refundFailed
    case 'dispute':
      return translation.dispute
    case 'payment_review':
      return translation.paymentReview
  }
}

const detailsOf = (
  payment: EmailPayment & OptionalDetails,
  { labels }: Translation,
  format: Formatters,
): [string, string][] => [
  [labels.amount, format.money(payment.amountCents, payment.currency)],
  [labels.received, payment.receivedCents === undefined ? '' : receivedAmount(payment, format)],
  [labels.customer, customerName(payment.customerName)],
  [labels.code, payment.code],
  [labels.payment, payment.intentRef],
]

const receivedAmount = (
  { receivedCents = 0, receivedCurrency = '' }: OptionalDetails,
  format: Formatters,
) => format.money(receivedCents, receivedCurrency)

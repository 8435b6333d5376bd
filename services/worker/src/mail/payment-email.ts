import type { DisputeNotice, EmailPayment, SalonNotification } from '@silla/core'
import type { Content, Row } from './content.ts'
import { type Formatters, formattersFor } from './formatters.ts'
import { greetingName, listedName } from './guest-name.ts'
import type { MailContext } from './mail-context.ts'
import type { Translation } from './translations/translation.ts'

/** To a customer whose payment failed (D23): what it was for, and that they can try again. */
export function paymentFailedEmail(
  payment: EmailPayment & { message: string },
  { translation, salon, pages }: MailContext,
): Content {
  const { paymentFailed, labels, buttons } = translation
  const format = formattersFor(translation, salon)
  return {
    subject: paymentFailed.subject(salon.business.name),
    heading: paymentFailed.heading,
    name: greetingName(payment.customerName),
    paragraphs: [paymentFailed.text],
    details: [
      [labels.amount, format.money(payment.amountCents, payment.currency)],
      [labels.code, payment.code],
      [labels.reason, payment.message],
    ],
    buttons:
      pages !== null && payment.paysFor === 'booking'
        ? [{ label: buttons.payAgain, url: pages.manage(payment.code) }]
        : [],
  }
}

/** To a customer, about a fee for a visit that they missed or cancelled late (D51). */
export function feeEmail(
  kind: 'fee_charged' | 'fee_authentication',
  payload: Readonly<Record<string, unknown>>,
  { translation, salon, pages }: MailContext,
): Content {
  const fee = payload as unknown as EmailPayment & { linkUntil: string | null }
  const { feeCharged, feeAuthentication, labels, buttons } = translation
  const format = formattersFor(translation, salon)
  const isCharged = kind === 'fee_charged'
  const { heading, subject } = isCharged ? feeCharged : feeAuthentication
  const amount = format.money(fee.amountCents, fee.currency)
  return {
    subject: subject(salon.business.name),
    heading,
    name: greetingName(fee.customerName),
    paragraphs: [
      isCharged
        ? feeCharged.text
        : feeAuthentication.text(format.when(new Date(fee.linkUntil ?? 0))),
    ],
    details: [
      [labels.amount, amount],
      [labels.code, fee.code],
    ],
    buttons:
      pages !== null && !isCharged
        ? [{ label: buttons.pay(amount), url: pages.manage(fee.code) }]
        : [],
  }
}

/**
 * To the salon, about a payment that needs its attention (D24, D30); `payload` is one of
 * SalonNotification.
 */
export function salonEmail(
  kind: 'refund_failed' | 'dispute' | 'payment_review' | 'fee_failed',
  payload: Readonly<Record<string, unknown>>,
  { translation, salon }: MailContext,
): Content {
  const payment = payload as unknown as EmailPayment & OptionalDetails
  const format = formattersFor(translation, salon)
  const { heading, subject, text } = messageOf(kind, payment, translation)
  const { labels, buttons } = translation
  return {
    subject: subject(payment.code || payment.intentRef),
    heading,
    name: salon.business.name,
    paragraphs: [text],
    details: [
      ...detailsOf(payment, translation, format),
      [labels.reason, payment.message ?? payment.reason ?? ''],
      [labels.respondBy, payment.respondBy ? format.when(new Date(payment.respondBy)) : ''],
      [labels.consent, consentText(payment.consent, format)],
    ],
    buttons: payment.disputeUrl ? [{ label: buttons.answerDispute, url: payment.disputeUrl }] : [],
  }
}

const consentText = (consent: DisputeNotice['consent'], format: Formatters): string =>
  consent ? `${format.when(new Date(consent.acceptedAt))}\n${consent.body}` : ''

/** Details that not every kind of email to the salon has. */
interface OptionalDetails extends Partial<DisputeNotice> {
  message?: string
  receivedCents?: number
  receivedCurrency?: string
}

/**
 * To the salon: cards cannot be charged until it has given the processor the information that is
 * missing.
 */
export const accountRestrictedEmail = (
  account: string,
  { translation: { accountRestricted, labels }, salon }: MailContext,
): Content => ({
  subject: accountRestricted.subject(salon.business.name),
  heading: accountRestricted.heading,
  name: salon.business.name,
  paragraphs: [accountRestricted.text],
  details: [[labels.account, account]],
})

/** The code with which the salon goes on to the processor (D53). Lock screens show subjects. */
export const onboardingCodeEmail = (
  payload: Readonly<Record<string, unknown>>,
  { translation: { onboardingCode }, salon }: MailContext,
): Content => ({
  subject: onboardingCode.subject(salon.business.name),
  heading: onboardingCode.heading,
  name: salon.business.name,
  paragraphs: [onboardingCode.text(Number(payload.minutes))],
  code: String(payload.code),
  note: onboardingCode.ignore,
})

/** To the salon: its bank has returned a payout (D56). */
export function payoutFailedEmail(
  payload: Readonly<Record<string, unknown>>,
  { translation, salon }: MailContext,
): Content {
  const { payoutRef, amountCents, currency, message } = payload as unknown as FailedPayout
  const { payoutFailed, labels } = translation
  const format = formattersFor(translation, salon)
  return {
    subject: payoutFailed.subject(salon.business.name),
    heading: payoutFailed.heading,
    name: salon.business.name,
    paragraphs: [payoutFailed.text],
    details: [
      [labels.amount, format.money(amountCents, currency)],
      [labels.reason, message],
      [labels.payout, payoutRef],
    ],
  }
}

type FailedPayout = Extract<SalonNotification, { kind: 'payout_failed' }>['payload']

function messageOf(
  kind: 'refund_failed' | 'dispute' | 'payment_review' | 'fee_failed',
  { stage }: OptionalDetails,
  translation: Translation,
) {
  switch (kind) {
    case 'refund_failed':
      return translation.refundFailed
    case 'dispute':
      return stage === 'inquiry' ? translation.inquiry : translation.dispute
    case 'payment_review':
      return translation.paymentReview
    case 'fee_failed':
      return translation.feeFailed
  }
}

const detailsOf = (
  payment: EmailPayment & OptionalDetails,
  { labels }: Translation,
  format: Formatters,
): Row[] => [
  [labels.amount, format.money(payment.amountCents, payment.currency)],
  [labels.received, payment.receivedCents === undefined ? '' : receivedAmount(payment, format)],
  [labels.customer, listedName(payment.customerName)],
  [labels.code, payment.code],
  [labels.payment, payment.intentRef],
]

const receivedAmount = (
  { receivedCents = 0, receivedCurrency = '' }: OptionalDetails,
  format: Formatters,
) => format.money(receivedCents, receivedCurrency)

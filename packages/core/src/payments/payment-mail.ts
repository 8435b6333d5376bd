import { mailQueries, type Tx } from '@silla/db'
import type { Currency } from '@silla/money'
import type { Catalog, Language } from '../catalog/catalog.ts'
import type { LockedPayment } from './locked-payment.ts'

/** A payment as emails name it. */
export interface EmailPayment {
  /** Erasing a customer finds their emails by it. */
  customerId: number
  customerName: string
  /** Of the booking or the order; empty for a points package. */
  code: string
  /**
   * The processor's id, by which the salon finds the payment there; empty when there is no intent.
   */
  intentRef: string
  amountCents: number
  currency: Currency
}

export const toEmailPayment = ({
  payment,
  booking,
  order,
  customer,
}: LockedPayment): EmailPayment => ({
  customerId: payment.customerId,
  customerName: booking?.contact.name ?? customer.name,
  code: booking?.code ?? order?.code ?? '',
  intentRef: payment.intentRef ?? '',
  amountCents: payment.amountCents,
  currency: payment.currency,
})

/** What a salon is notified of about its payments (D24, D30). */
export type SalonNotification =
  /** The processor refused the refund; `message` is its reason. */
  | { kind: 'refund_failed'; payload: EmailPayment & { message: string } }
  | { kind: 'dispute'; payload: EmailPayment & { reason: string } }
  /** Another amount or currency arrived than was requested. */
  | {
      kind: 'payment_review'
      payload: EmailPayment & { receivedCents: number; receivedCurrency: string }
    }
  /** The account cannot charge cards any more. */
  | { kind: 'account_restricted'; payload: { account: string } }

/**
 * Emails the salon in its main language, once per cause. A salon without an email address is not
 * notified.
 */
export const notifySalon = (
  tx: Tx,
  { business, settings }: Catalog,
  notification: SalonNotification,
  cause: string,
  now: Date,
) =>
  mailQueries.requestMail(tx, {
    kind: notification.kind,
    to: business.email,
    language: settings.mainLanguage,
    payload: { ...notification.payload },
    cause,
    now,
  })

/** Emails a customer that their payment did not go through, once per payment (D23). */
export const requestPaymentFailedMail = (
  tx: Tx,
  to: { email: string; language: Language },
  payment: EmailPayment & { id: number; message: string },
  now: Date,
) =>
  mailQueries.requestMail(tx, {
    kind: 'payment_failed',
    to: to.email,
    language: to.language,
    payload: { ...payment },
    cause: `payment:${payment.id}:failed`,
    now,
  })

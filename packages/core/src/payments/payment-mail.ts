import { mailQueries, type Tx } from '@silla/db'
import type { Currency } from '@silla/money'
import type { Catalog, Language } from '../catalog/catalog.ts'
import type { LockedPayment } from './locked-payment.ts'

/** A payment as letters name it. */
export interface EmailPayment {
  /** So that whoever is forgotten is forgotten here too. */
  customerId: number
  customerName: string
  /** Of the booking or the order; empty for a points package. */
  code: string
  /**
   * The processor's name for it, by which the salon finds it there; empty when it was never made.
   */
  intentRef: string
  amountCents: number
  currency: Currency
}

/** The same of a payment at hand. */
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

/** What a salon is told about its money (D24, D30). */
export type SalonNotification =
  /** The processor would not give it back, and why. */
  | { kind: 'refund_failed'; payload: EmailPayment & { message: string } }
  | { kind: 'dispute'; payload: EmailPayment & { reason: string } }
  /** Another amount or currency arrived than was asked for. */
  | {
      kind: 'payment_review'
      payload: EmailPayment & { receivedCents: number; receivedCurrency: string }
    }
  /** The account cannot charge cards any more. */
  | { kind: 'account_restricted'; payload: { account: string } }

/**
 * Writes to the salon in its main language, once for each cause; one without an address is not
 * told.
 */
export const notifySalon = (
  tx: Tx,
  { business, settings }: Catalog,
  update: SalonNotification,
  cause: string,
  now: Date,
) =>
  mailQueries.requestMail(tx, {
    kind: update.kind,
    to: business.email,
    language: settings.mainLanguage,
    payload: { ...update.payload },
    cause,
    now,
  })

/** Tells a customer that their payment did not go through, once for each payment (D23). */
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

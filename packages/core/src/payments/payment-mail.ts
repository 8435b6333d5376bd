import { mailQueries, type Tx } from '@silla/db'
import type { Catalog, Language } from '../catalog/catalog.ts'
import type { EmailPayment, SalonNotification } from '../model/payment.ts'
import type { LockedPayment } from './locked-payment.ts'

export const toEmailPayment = ({
  payment,
  booking,
  order,
  customer,
}: LockedPayment): EmailPayment => ({
  customerId: payment.customerId,
  customerName: booking?.contact.name ?? customer.name,
  paysFor: booking ? 'booking' : order ? 'order' : 'points',
  code: booking?.code ?? order?.code ?? '',
  intentRef: payment.intentRef ?? '',
  amountCents: payment.amountCents,
  currency: payment.currency,
})

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

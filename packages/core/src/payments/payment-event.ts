import { eventQueries, type Tx } from '@silla/db'
import type { LockedPayment } from './locked-payment.ts'

/**
 * Each happens to a payment, a refund or a dispute at most once, in whichever order the processor
 * tells it.
 */
export type PaymentEvent =
  | 'pago.completado'
  | 'pago.fallido'
  | 'pago.cancelado'
  | 'pago.revision'
  | 'pago.disputado'
  | 'pago.disputa_cerrada'
  | 'reembolso.solicitado'
  | 'reembolso.completado'
  | 'reembolso.fallido'

/** Writes down what happened to money (D31). */
export const recordPaymentEvent = (
  tx: Tx,
  type: PaymentEvent,
  { payment, booking, order }: LockedPayment,
  more: Readonly<Record<string, unknown>>,
  at: Date,
) =>
  eventQueries.recordEvent(tx, {
    type,
    at,
    payload: {
      paymentId: payment.id,
      state: payment.state,
      customerId: payment.customerId,
      bookingId: booking?.id ?? null,
      orderId: order?.id ?? null,
      amountCents: payment.amountCents,
      currency: payment.currency,
      ...more,
    },
  })

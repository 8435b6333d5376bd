import { type EventType, eventQueries, type Tx } from '@silla/db'
import type { LockedPayment } from './locked-payment.ts'

/**
 * Each is recorded at most once per payment, refund or inquiry, in whichever order the processor
 * reports them; of a dispute, each time it is opened or closed.
 */
export type PaymentEvent = Extract<EventType, `pago.${string}` | `reembolso.${string}`>

/** Appends an event about a payment, a refund or a dispute (D31). */
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
      packageId: payment.reference.kind === 'package' ? payment.reference.packageId : null,
      code: booking?.code ?? order?.code ?? '',
      amountCents: payment.amountCents,
      currency: payment.currency,
      receiptUrl: payment.receiptUrl,
      ...more,
    },
  })

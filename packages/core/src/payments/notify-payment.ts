import { jobQueries, type Tx } from '@silla/db'
import type { Catalog } from '../catalog/catalog.ts'
import type { Dispute, Payment, Refund } from '../model/payment.ts'
import type { LockedPayment } from './locked-payment.ts'
import { recordPaymentEvent } from './payment-event.ts'
import { notifySalon, toEmailPayment } from './payment-mail.ts'

/** The customer receives an email if the payment is still failed ten minutes later (D23). */
export const notifyPaymentFailure = (tx: Tx, { id }: Payment, at: Date) =>
  jobQueries.enqueue(tx, {
    task: 'tell-payment-failed',
    payload: { paymentId: id },
    runAt: new Date(at.getTime() + 10 * 60_000),
    key: `tell-payment-failed:${id}`,
  })

/**
 * The amount or currency that arrived is not the one that was requested: nothing is refunded or
 * applied, and the salon is notified (D22).
 */
export async function notifyPaymentReview(
  tx: Tx,
  catalog: Catalog,
  locked: LockedPayment,
  at: Date,
): Promise<void> {
  const { id, facts } = locked.payment
  const received = {
    receivedCents: facts.receivedCents,
    receivedCurrency: facts.receivedCurrency ?? '',
  }
  const payload = { ...toEmailPayment(locked), ...received }
  await Promise.all([
    recordPaymentEvent(tx, 'pago.revision', locked, received, at),
    notifySalon(tx, catalog, { kind: 'payment_review', payload }, `payment:${id}:review`, at),
  ])
}

/** The processor refused a refund (D24). */
export const notifyRefundFailed = (
  tx: Tx,
  catalog: Catalog,
  locked: LockedPayment,
  refund: Refund,
  at: Date,
) => {
  const payload = {
    ...toEmailPayment(locked),
    amountCents: refund.amountCents,
    message: refund.failureMessage,
  }
  return notifySalon(
    tx,
    catalog,
    { kind: 'refund_failed', payload },
    `refund:${refund.id}:failed`,
    at,
  )
}

/** The payer disputed the charge at their bank (D23). */
export const notifyDispute = (
  tx: Tx,
  catalog: Catalog,
  locked: LockedPayment,
  dispute: Dispute,
  at: Date,
) => {
  const payload = {
    ...toEmailPayment(locked),
    amountCents: dispute.amountCents,
    reason: dispute.reason,
  }
  return notifySalon(tx, catalog, { kind: 'dispute', payload }, `dispute:${dispute.id}`, at)
}

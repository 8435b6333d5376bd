import { type CardConsent, jobQueries, type Tx } from '@silla/db'
import type { Catalog } from '../catalog/catalog.ts'
import type { Dispute, DisputeStage, Payment, Refund } from '../model/payment.ts'
import type { ProcessorDispute } from '../ports/processor.ts'
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

/** What is known about a dispute. */
export interface DisputeReport {
  reported: ProcessorDispute
  /** What the payer agreed to when they left a card; null: nothing. */
  consent: CardConsent | null
  at: Date
}

/**
 * The payer disputed the charge at their bank (D23). The salon can answer until a deadline (D58), but not a
 * dispute that was closed before it was known.
 */
export const notifyDispute = (
  tx: Tx,
  catalog: Catalog,
  locked: LockedPayment,
  { id, state }: Dispute,
  { reported, consent, at }: DisputeReport,
) => {
  const respondBy = state === 'open' ? reported.respondBy : null
  const payload = {
    ...disputePayload(locked, { ...reported, respondBy }, 'dispute'),
    consent: consent && { acceptedAt: consent.acceptedAt.toISOString(), body: consent.body },
  }
  return notifySalon(tx, catalog, { kind: 'dispute', payload }, `dispute:${id}`, at)
}

/** The payer's bank inquires about the charge, before a dispute (D58). */
export const notifyInquiry = (
  tx: Tx,
  catalog: Catalog,
  locked: LockedPayment,
  inquiry: ProcessorDispute & { id: number },
  at: Date,
) => {
  const payload = disputePayload(locked, inquiry, 'inquiry')
  return notifySalon(tx, catalog, { kind: 'dispute', payload }, `inquiry:${inquiry.id}`, at)
}

const disputePayload = (
  locked: LockedPayment,
  { amountCents, reason, respondBy, url }: ProcessorDispute,
  stage: DisputeStage,
) => ({
  ...toEmailPayment(locked),
  ...{ amountCents, reason, stage, disputeUrl: url },
  respondBy: respondBy?.toISOString() ?? null,
})

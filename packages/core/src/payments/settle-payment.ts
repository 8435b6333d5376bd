import { paymentQueries, type Tx } from '@silla/db'
import type { Catalog } from '../catalog/catalog.ts'
import type { Moment } from '../clock.ts'
import type { Payment } from '../model/payment.ts'
import { paysForVisit } from '../model/payment-summary.ts'
import { applyDisputes } from './apply-disputes.ts'
import { applyRefunds, isImpossible } from './apply-refunds.ts'
import { settlePaidCard } from './cards/settle-paid-card.ts'
import { settleFee } from './fees/settle-fee.ts'
import { type LockedPayment, lockPayment } from './locked-payment.ts'
import { mergeFacts } from './merge-facts.ts'
import { notifyPaymentFailure, notifyPaymentReview } from './notify-payment.ts'
import type { Observations } from './observation.ts'
import { recordPaymentEvent } from './payment-event.ts'
import { hasUnexpectedAmount, paymentState } from './payment-state.ts'
import { receiveMoney } from './receive-money.ts'
import { releaseReference } from './release-reference.ts'
import { resolveWaitingRefunds } from './resolve-waiting-refunds.ts'
import { scheduleCheck } from './schedule-recheck.ts'

/**
 * The only transition of a payment: confirming, events and rechecks all end here (D22). The
 * observations are merged into the facts, the state is derived from those, and every effect happens
 * once. Observations that change nothing write nothing.
 *
 * @param moment now
 * @throws Error when there is no such payment
 */
export async function settlePayment(
  tx: Tx,
  catalog: Catalog,
  paymentId: number,
  observations: Observations,
  moment: Moment,
): Promise<Payment> {
  const at = moment.realTime
  const before = await lockPayment(tx, catalog, paymentId)
  if (before === null) throw new Error(`there is no payment ${paymentId}`)

  let now = withState({ ...before, payment: withFacts(before, observations, at) })
  now = withState(await applyRefunds(tx, catalog, now, observations.items, at))
  now = withState(await applyDisputes(tx, catalog, now, observations, at))
  now = withState(
    await resolveWaitingRefunds(tx, catalog, before, now, { items: observations.items, moment }),
  )
  now = await receiveMoney(tx, catalog, before, now, moment)
  await releaseReference(tx, now, moment.tenantTime)
  await settleFee(tx, catalog, now, moment)
  await settlePaidCard(tx, before, now, { items: observations.items, moment })
  return save(tx, catalog, before, now, at)
}

/** The payment with the new facts, before their effects. */
function withFacts({ payment }: LockedPayment, observations: Observations, at: Date): Payment {
  const intents = observations.items.flatMap((observation) =>
    observation.kind === 'intent' ? [observation.intent] : [],
  )
  const facts = mergeFacts(payment.facts, observations)
  const isOver =
    facts.receivedCents > 0 || facts.status === 'succeeded' || facts.status === 'cancelled'
  const hasNoIntent = observations.items.some(({ kind }) => kind === 'no_intent')
  return {
    ...payment,
    facts,
    intentRef: payment.intentRef ?? (intents[0]?.intentRef || null),
    receiptUrl:
      intents.find(({ receiptUrl }) => receiptUrl !== '')?.receiptUrl ?? payment.receiptUrl,
    isOpen: payment.isOpen && !isOver && !hasNoIntent,
    unverifiedSince: unverifiedSince(payment, observations, at),
  }
}

/**
 * Whatever the processor reports about the end of an intent verifies it. A report that does not tell
 * everything has to be verified: a dispute that was prevented, perhaps by a refund, and a refund that
 * cannot be.
 */
function unverifiedSince(payment: Payment, { items }: Observations, at: Date): Date | null {
  const { isOpen, unverifiedSince } = payment
  const isVerified = items.some(
    (item) =>
      item.kind === 'no_intent' ||
      (item.kind === 'intent' && /^(succeeded|cancelled)$/.test(item.intent.status)),
  )
  if (isVerified) return null
  const isUnclear = items.some(
    (item) =>
      (item.kind === 'gone' && isOpen) ||
      (item.kind === 'dispute' && item.dispute.state === 'prevented') ||
      isImpossible({ payment }, item),
  )
  return isUnclear ? at : unverifiedSince
}

const withState = (locked: LockedPayment): LockedPayment => ({
  ...locked,
  payment: { ...locked.payment, state: paymentState(locked) },
})

async function save(
  tx: Tx,
  catalog: Catalog,
  before: LockedPayment,
  now: LockedPayment,
  at: Date,
): Promise<Payment> {
  const { payment } = now
  if (isUnchanged(before.payment, payment)) return payment
  const after = { ...now, payment: { ...payment, version: payment.version + 1, updatedAt: at } }
  await Promise.all([
    paymentQueries.updatePayment(tx, after.payment),
    ...(before.payment.unverifiedSince === null && payment.unverifiedSince
      ? [scheduleCheck(tx, { id: payment.id, createdAt: at }, at)]
      : []),
    ...(before.payment.facts.failure === null && payment.facts.failure && payment.intentRef
      ? [recordPaymentEvent(tx, 'pago.fallido', after, {}, at)]
      : []),
    ...(before.payment.state !== 'failed' &&
    payment.state === 'failed' &&
    payment.isOpen &&
    paysForVisit(payment)
      ? [notifyPaymentFailure(tx, payment, at)]
      : []),
    ...(before.payment.state !== 'cancelled' && payment.state === 'cancelled'
      ? [recordPaymentEvent(tx, 'pago.cancelado', after, {}, at)]
      : []),
    ...(hasUnexpectedAmount(payment) && !hasUnexpectedAmount(before.payment)
      ? [notifyPaymentReview(tx, catalog, after, at)]
      : []),
  ])
  return after.payment
}

const isUnchanged = (one: Payment, other: Payment) => JSON.stringify(one) === JSON.stringify(other)

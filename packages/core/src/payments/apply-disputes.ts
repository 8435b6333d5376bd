import { type CardConsent, disputeQueries, savedCardQueries, type Tx } from '@silla/db'
import type { Catalog } from '../catalog/catalog.ts'
import type { Dispute } from '../model/payment.ts'
import type { ProcessorDispute } from '../ports/processor.ts'
import type { LockedPayment } from './locked-payment.ts'
import { type DisputeReport, notifyDispute, notifyInquiry } from './notify-payment.ts'
import { type Observations, wholeSecond } from './observation.ts'
import { recordPaymentEvent } from './payment-event.ts'

/**
 * Records disputes (chargebacks), how they were closed, and whether an appeal opened them again
 * (D58). The salon is notified when a dispute, or an inquiry of the bank, is first reported.
 */
export async function applyDisputes(
  tx: Tx,
  catalog: Catalog,
  before: LockedPayment,
  { items, observedAt }: Observations,
  at: Date,
): Promise<LockedPayment> {
  let locked = before
  for (const item of items) {
    if (item.kind !== 'dispute') continue
    const { dispute } = item
    const state = stateOf(dispute)
    if (state !== null)
      locked = await apply(tx, catalog, locked, { dispute, state, observedAt, at })
    else if (dispute.state === 'inquiry') await recordInquiry(tx, catalog, locked, dispute, at)
  }
  return locked
}

/** Null: an inquiry, which withdraws no money. Of one that was prevented, the charge has the rest. */
function stateOf({ state }: ProcessorDispute): Dispute['state'] | null {
  if (state === 'inquiry' || state === 'inquiry_closed') return null
  return state === 'prevented' ? 'won' : state
}

interface ReportedDispute {
  dispute: ProcessorDispute
  state: Dispute['state']
  observedAt: Date
  at: Date
}

async function apply(
  tx: Tx,
  catalog: Catalog,
  locked: LockedPayment,
  { dispute: reported, state, observedAt, at }: ReportedDispute,
): Promise<LockedPayment> {
  const { disputeRef, amountCents, reason } = reported
  const known = locked.disputes.find((dispute) => dispute.disputeRef === disputeRef)
  const now = { amountCents, state, reportedAt: wholeSecond(observedAt) }
  if (known && weight(now) <= weight(known)) return locked
  const consent = await findConsent(tx, locked)
  const report: DisputeReport = { reported, consent, at }
  if (known) {
    const changed: Dispute = { ...known, ...now }
    await disputeQueries.updateDispute(tx, { ...changed, at })
    const disputes = locked.disputes.map((dispute) => (dispute === known ? changed : dispute))
    const after = { ...locked, disputes }
    if (changed.state !== known.state) await recordState(tx, after, changed, report)
    return after
  }
  const { id: paymentId } = locked.payment
  const [row] = await disputeQueries.insertDispute(tx, {
    paymentId,
    disputeRef,
    reason,
    ...now,
    at,
  })
  if (!row) return locked
  const dispute: Dispute = { id: row.id, paymentId, disputeRef, reason, ...now }
  const after = { ...locked, disputes: [...locked.disputes, dispute] }
  const opened: Dispute = { ...dispute, state: 'open' }
  await Promise.all([
    recordState(tx, after, opened, report),
    notifyDispute(tx, catalog, locked, dispute, report),
  ])
  if (state !== 'open') await recordState(tx, after, dispute, report)
  return after
}

/**
 * The latest report counts; of those of one second, which is the precision of the processor's
 * timestamps, the one with more progress.
 */
const weight = ({ state, reportedAt }: Pick<Dispute, 'state' | 'reportedAt'>): number =>
  (reportedAt.getTime() / 1000) * 10 + progress[state]

const progress = { open: 0, lost: 1, won: 2 } as const satisfies Record<Dispute['state'], number>

/** What the customer agreed to when they left a card: the salon's evidence (D58); null: nothing. */
async function findConsent(tx: Tx, { booking }: LockedPayment): Promise<CardConsent | null> {
  if (booking === null) return null
  const [consent] = await savedCardQueries.findConsentOfBooking(tx, booking.id)
  return consent ?? null
}

const recordState = (
  tx: Tx,
  locked: LockedPayment,
  dispute: Dispute,
  { reported, consent, at }: DisputeReport,
) =>
  recordPaymentEvent(
    tx,
    dispute.state === 'open' ? 'pago.disputado' : 'pago.disputa_cerrada',
    locked,
    {
      disputeId: dispute.id,
      disputeCents: dispute.amountCents,
      reason: dispute.reason,
      disputeState: dispute.state,
      respondBy: reported.respondBy,
      disputeUrl: reported.url,
      consent,
    },
    at,
  )

async function recordInquiry(
  tx: Tx,
  catalog: Catalog,
  locked: LockedPayment,
  inquiry: ProcessorDispute,
  at: Date,
): Promise<void> {
  const { disputeRef, amountCents, reason, respondBy, url } = inquiry
  // it has become a dispute since
  if (locked.disputes.some((dispute) => dispute.disputeRef === disputeRef)) return
  const paymentId = locked.payment.id
  const [row] = await disputeQueries.insertInquiry(tx, { paymentId, disputeRef, at })
  if (!row) return
  const fields = {
    inquiryId: row.id,
    inquiryCents: amountCents,
    inquiryUrl: url,
    ...{ reason, respondBy },
  }
  await Promise.all([
    recordPaymentEvent(tx, 'pago.consulta', locked, fields, at),
    notifyInquiry(tx, catalog, locked, { ...inquiry, id: row.id }, at),
  ])
}

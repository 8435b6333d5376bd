import { feeQueries, jobQueries, type Tx } from '@silla/db'
import type { Catalog } from '../../catalog/catalog.ts'
import type { Moment } from '../../clock.ts'
import type { Fee, FeeState } from '../../model/saved-card.ts'
import { requestClosePayment } from '../auto-refund.ts'
import { requestRetirementAfterFee } from '../cards/retire-card.ts'
import type { LockedPayment } from '../locked-payment.ts'
import { requestRefund } from '../request-refund.ts'
import { scheduleCheck } from '../schedule-recheck.ts'
import { notifyFee } from './notify-fee.ts'

/** How long the customer can pay with the link, where their bank wants to authenticate them. */
const linkDays = 7

/** The processor's code for it. */
const authenticationRequired = 'authentication_required'

/**
 * Derives the state of a fee from its payment, which has to be locked (D51): in whichever order things
 * become known, money counts most, and a fee that was waived stays waived. What arrives for it then is
 * refunded.
 */
export async function settleFee(
  tx: Tx,
  catalog: Catalog,
  locked: LockedPayment,
  moment: Moment,
): Promise<void> {
  const { payment } = locked
  if (payment.purpose !== 'fee') return
  const [fee] = await feeQueries.lockFeeOfPayment(tx, payment.id)
  if (!fee) return
  if (fee.state === 'waived') {
    await refundWaived(tx, locked, fee, moment)
    return
  }
  const state = stateOf(fee.state, locked)
  if (state === fee.state) return
  if (fee.state === 'failed' && (await hasAnother(tx, fee))) {
    await refundWaived(tx, locked, fee, moment)
    return
  }
  const linkUntil =
    state === 'action' ? new Date(moment.realTime.getTime() + linkDays * 86_400_000) : null
  const after: Fee = { ...fee, state, linkUntil }
  await feeQueries.updateFeeState(tx, { ...after, at: moment.realTime })
  if (linkUntil !== null) {
    // the event about a payment with the link may be lost
    await scheduleCheck(tx, { id: payment.id, createdAt: moment.realTime }, moment.realTime)
    await jobQueries.enqueue(tx, {
      task: 'end-fee',
      payload: { feeId: fee.id },
      runAt: linkUntil,
      key: `end-fee:${fee.id}`,
    })
  }
  if (state === 'failed' && payment.isOpen) await requestClosePayment(tx, payment.id)
  if (state !== 'action') await requestRetirementAfterFee(tx, fee.cardId, locked.booking)
  await notifyFee(tx, catalog, locked, after, moment.realTime)
}

/** It was paid after it had failed, and there is another one meanwhile: nobody pays twice. */
async function hasAnother(tx: Tx, { id, bookingId }: Fee): Promise<boolean> {
  const [counting] = await feeQueries.findFeeOfBooking(tx, bookingId)
  return counting !== undefined && counting.id !== id && counting.state !== 'failed'
}

/** What arrived for a fee that nobody owes goes back, once. */
export const refundWaived = (tx: Tx, locked: LockedPayment, { id }: Fee, moment: Moment) =>
  requestRefund(tx, locked, {
    ...{ reason: 'business', amountCents: null, cause: `fee-waived:${id}`, moment },
  })

function stateOf(before: FeeState, { payment }: LockedPayment): FeeState {
  const { facts, isOpen } = payment
  if (facts.receivedCents > 0) return 'charged'
  if (!isOpen) return 'failed'
  if (facts.failure === null || before === 'action') return before
  return facts.failure.code === authenticationRequired ? 'action' : 'failed'
}

import { bookingQueries, feeQueries, type Tx } from '@silla/db'
import { fail } from '@silla/errors'
import { allow } from '../../access/allow.ts'
import { ownProfessionalId } from '../../access/own-agenda.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import { type Moment, momentOf } from '../../clock.ts'
import { withIdempotency } from '../../idempotency/with-idempotency.ts'
import type { Fee } from '../../model/saved-card.ts'
import type { RequestContext } from '../../request-context.ts'
import { storedFee } from '../../stored-json.ts'
import { withRollback } from '../../with-rollback.ts'
import { requestClosePayment } from '../auto-refund.ts'
import { lockPayment } from '../locked-payment.ts'
import { refundWaived } from './settle-fee.ts'

/**
 * Waives the fee of a booking (D51): it is not charged any more, and what was charged is refunded. A
 * waived fee is the last one of its booking.
 *
 * @throws what `allow` throws; BOOKING_NOT_FOUND; FEE_NOT_ALLOWED: there is no fee to waive
 */
export async function waiveFee(
  context: RequestContext,
  { bookingId }: { bookingId: number },
): Promise<Fee> {
  allow(context, 'till.void')
  const catalog = await context.tenant.catalog()
  return context.tenant.db.transaction((tx) =>
    withIdempotency(context, tx, storedFee, async () =>
      endFeeOf(tx, catalog, await feeToWaive(context, tx, bookingId), momentOf(context)),
    ),
  )
}

/** The fee that `waiveFee` would waive, as it is. @throws as `waiveFee` does */
export async function planWaiver(
  context: RequestContext,
  { bookingId }: { bookingId: number },
): Promise<Fee> {
  allow(context, 'till.void')
  return withRollback<Fee>((rollBack) =>
    context.tenant.db.transaction(async (tx) => rollBack(await feeToWaive(context, tx, bookingId))),
  )
}

async function feeToWaive(context: RequestContext, tx: Tx, bookingId: number): Promise<Fee> {
  const [row] = await bookingQueries.lockBooking(tx, bookingId, ownProfessionalId(context))
  if (!row) fail('BOOKING_NOT_FOUND')
  const [fee] = await feeQueries.findFeeOfBooking(tx, bookingId)
  return fee && fee.state !== 'failed' ? fee : fail('FEE_NOT_ALLOWED')
}

/** The same within a transaction that has locked the booking; a fee that has ended stays as it is. */
export async function endFeeOf(
  tx: Tx,
  catalog: Catalog,
  { paymentId }: Pick<Fee, 'paymentId'>,
  moment: Moment,
): Promise<Fee> {
  const locked = await lockPayment(tx, catalog, paymentId)
  const [fee] = await feeQueries.lockFeeOfPayment(tx, paymentId)
  if (!locked || !fee) throw new Error(`payment ${paymentId} has no fee`)
  if (fee.state === 'waived' || fee.state === 'failed') return fee
  const waived: Fee = { ...fee, state: 'waived', linkUntil: null }
  await feeQueries.updateFeeState(tx, { ...waived, at: moment.realTime })
  await refundWaived(tx, locked, waived, moment)
  if (locked.payment.isOpen) await requestClosePayment(tx, paymentId)
  return waived
}

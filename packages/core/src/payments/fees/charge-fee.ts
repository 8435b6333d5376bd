import { bookingQueries, feeQueries, jobQueries, paymentQueries, type Tx } from '@silla/db'
import { fail } from '@silla/errors'
import { allow } from '../../access/allow.ts'
import { ownProfessionalId } from '../../access/own-agenda.ts'
import { readBooking } from '../../bookings/read-booking.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import { momentOf } from '../../clock.ts'
import { withIdempotency } from '../../idempotency/with-idempotency.ts'
import type { Booking } from '../../model/booking.ts'
import { isChargeable } from '../../model/online-amounts.ts'
import type { Fee, FeeReason } from '../../model/saved-card.ts'
import type { Processors } from '../../ports/processor.ts'
import type { RequestContext } from '../../request-context.ts'
import { storedFee } from '../../stored-json.ts'
import { withRollback } from '../../with-rollback.ts'
import { chargingAccount } from '../charging-account.ts'
import { feeLimit } from './fee-limit.ts'

/** A fee that the salon charges for a visit. */
export interface FeeInput {
  bookingId: number
  reason: FeeReason
  /** null: the most that may be charged */
  amountCents: number | null
}

/**
 * Requests that a fee is charged to the card of a booking, once (D51). The payment is inserted here, with
 * the key that the processor receives; the worker charges it.
 *
 * @throws what `allow` throws; BOOKING_NOT_FOUND, FEE_NOT_ALLOWED, FEE_ALREADY_CHARGED,
 *   FEE_WINDOW_CLOSED, CARD_NOT_SAVED, INVALID_AMOUNT, AMOUNT_MISMATCH: more than may be charged;
 *   PROCESSOR_NOT_CONFIGURED
 */
export async function chargeFee(
  context: RequestContext,
  processors: Processors,
  input: FeeInput,
): Promise<Fee> {
  allow(context, 'till.charge')
  const catalog = await context.tenant.catalog()
  return context.tenant.db.transaction((tx) =>
    withIdempotency(context, tx, storedFee, () =>
      insertFee(context, tx, catalog, { processors, input }),
    ),
  )
}

/** What `chargeFee` would charge. Nothing is changed. @throws as `chargeFee` does */
export async function planFee(
  context: RequestContext,
  processors: Processors,
  input: FeeInput,
): Promise<Fee> {
  allow(context, 'till.charge')
  const catalog = await context.tenant.catalog()
  return withRollback<Fee>((rollBack) =>
    context.tenant.db.transaction(async (tx) =>
      rollBack(await insertFee(context, tx, catalog, { processors, input })),
    ),
  )
}

async function insertFee(
  context: RequestContext,
  tx: Tx,
  catalog: Catalog,
  {
    processors,
    input: { bookingId, reason, amountCents },
  }: { processors: Processors; input: FeeInput },
): Promise<Fee> {
  const [row] = await bookingQueries.lockBooking(tx, bookingId, ownProfessionalId(context))
  if (!row) fail('BOOKING_NOT_FOUND')
  const booking = readBooking(row, catalog)
  const [before] = await feeQueries.findFeeOfBooking(tx, bookingId)
  if (before && before.state !== 'failed') fail('FEE_ALREADY_CHARGED')
  const { realTime: at, tenantTime: now } = momentOf(context)
  const account = await chargingAccount(tx, catalog, processors)
  const limit = await feeLimit(tx, catalog, booking, {
    ...{ reason, account: account.accountRef, now },
  })
  const cents = amountCents ?? limit.mostCents
  if (cents > limit.mostCents) fail('AMOUNT_MISMATCH')
  if (!isChargeable(cents, booking.currency)) fail('INVALID_AMOUNT')
  const paymentId = await insertPayment(tx, booking, {
    ...{ account: account.accountRef, amountCents: cents, at },
    feeCents: Math.floor((cents * account.feeBasisPoints) / 10_000),
  })
  const fee = {
    ...{ bookingId, cardId: limit.card.id, paymentId, reason, amountCents: cents, createdAt: at },
  }
  const [inserted] = await feeQueries.insertFee(tx, fee)
  if (!inserted) fail('FEE_ALREADY_CHARGED')
  await jobQueries.enqueue(tx, {
    task: 'charge-fee',
    payload: { feeId: inserted.id },
    key: `charge-fee:${inserted.id}`,
  })
  return { ...fee, id: inserted.id, state: 'requested', linkUntil: null }
}

/** The fee that failed before is still open at the processor until the worker has closed it. */
async function insertPayment(
  tx: Tx,
  booking: Booking,
  payment: { account: string; amountCents: number; feeCents: number; at: Date },
): Promise<number> {
  const { at, ...amounts } = payment
  const [inserted] = await paymentQueries.insertPayment(tx, {
    reference: { kind: 'booking', bookingId: booking.id },
    ...{ purpose: 'fee', customerId: booking.customerId, currency: booking.currency },
    ...amounts,
    ...{ pointsBought: 0, cardId: null },
    processorKey: crypto.randomUUID(),
    // nobody holds it: the worker acquires it
    leaseUntil: at,
    createdAt: at,
  })
  return inserted?.id ?? fail('FEE_ALREADY_CHARGED')
}

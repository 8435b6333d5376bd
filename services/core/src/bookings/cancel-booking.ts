import { bookingQueries, type Tx } from '@silla/db'
import { fail } from '@silla/errors'
import type { Caller } from '../caller.ts'
import type { Booking, CancelledBooking } from './booking.ts'
import { cancellationRefusal } from './cancellation-rules.ts'
import { readBooking } from './read-booking.ts'

/**
 * Ends a booking that has not begun and gives its time back (api.md transitions, D9, D17).
 *
 * @param ask.code proof of possession; whoever shows one is that guest, even with the salon's own key
 * @throws AUTHENTICATION_REQUIRED without any proof; BOOKING_NOT_FOUND also for a wrong one; CANNOT_CANCEL; CANCELLATION_DEADLINE_PASSED
 */
export async function cancelBooking(
  caller: Caller,
  ask: { bookingId: number; code: string | null; reason: string | null },
): Promise<CancelledBooking> {
  const byBusiness = ask.code === null && caller.identity.kind === 'business'
  if (ask.code === null && !byBusiness) fail('AUTHENTICATION_REQUIRED')
  const catalog = await caller.tenant.catalog()

  return caller.tenant.door.act(async (tx) => {
    const [row] = await bookingQueries.bookingForChange(tx, ask.bookingId)
    if (!row || (!byBusiness && row.code !== ask.code)) fail('BOOKING_NOT_FOUND')
    const booking = readBooking(row, catalog)
    const now = caller.clock.now()
    const refusal = cancellationRefusal(booking, catalog, now, byBusiness)
    if (refusal) fail(refusal)

    const cancellation = { at: now, by: byBusiness ? 'business' : 'customer', reason: ask.reason } as const
    const cancelled: Booking = {
      ...booking,
      state: 'cancelled',
      cancellation,
      expiresAt: null,
      version: booking.version + 1,
      updatedAt: now,
    }
    await writeCancellation(tx, booking, cancelled, cancellation)
    return { booking: cancelled, refund: { applies: false, amountCents: 0, state: 'none' } }
  })
}

async function writeCancellation(tx: Tx, before: Booking, after: Booking, { at, by, reason }: Cancellation) {
  await Promise.all([
    bookingQueries.markCancelled(tx, { id: before.id, version: before.version, at, by, reason }),
    bookingQueries.releaseClaims(tx, before.id),
    bookingQueries.recordTransition(tx, {
      bookingId: before.id,
      from: before.state,
      to: after.state,
      actor: by,
      reason: reason ?? '',
      at,
    }),
    bookingQueries.recordEvent(tx, { type: 'reserva.cancelada', at, payload: after }),
  ])
}

type Cancellation = NonNullable<Booking['cancellation']>

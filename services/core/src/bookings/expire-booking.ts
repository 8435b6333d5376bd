import { bookingQueries } from '@silla/db'
import type { Worker } from '../caller.ts'
import { readBooking } from './read-booking.ts'
import { writeMove } from './write-move.ts'

/** Lets go of a booking that nobody paid or confirmed in time (D14); one that was, or has more time now, stays as it is. */
export async function expireBooking({ tenant, clock }: Worker, bookingId: number): Promise<void> {
  const catalog = await tenant.catalog()
  await tenant.door.act(async (tx) => {
    const [row] = await bookingQueries.bookingForChange(tx, bookingId)
    const at = clock.now()
    if (row?.state !== 'pending' || row.expires_at === null || row.expires_at > at) return
    await writeMove(tx, readBooking(row, catalog), { to: 'cancelled', by: 'system', reason: null, at, mail: 'expired' })
  })
}

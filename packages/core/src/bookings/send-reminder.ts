import { bookingQueries } from '@silla/db'
import type { TenantContext } from '../request-context.ts'
import { requestBookingMail } from './booking-mail.ts'
import { readBooking } from './read-booking.ts'

/** Reminds of a visit that is still to come (D30), once, if the salon wants that. */
export async function sendReminder(
  { tenant, clock }: TenantContext,
  bookingId: number,
): Promise<void> {
  const catalog = await tenant.catalog()
  if (catalog.settings.reminderHours === null) return
  await tenant.db.transaction(async (tx) => {
    const [row] = await bookingQueries.lockBooking(tx, bookingId)
    const now = clock.now()
    const isToCome = row?.state === 'confirmed' && row.startsAt > now
    if (isToCome) await requestBookingMail(tx, readBooking(row, catalog), 'reminder', now)
  })
}

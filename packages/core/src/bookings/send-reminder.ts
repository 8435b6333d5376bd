import { bookingQueries } from '@silla/db'
import type { TenantContext } from '../request-context.ts'
import { requestBookingMail } from './booking-mail.ts'
import { readBooking } from './read-booking.ts'

/**
 * Sends the reminder of an upcoming visit (D30), once, unless the salon turned reminders off.
 *
 * @param reschedules how often the booking had been moved when the reminder was planned: a later
 *   reschedule has planned another one
 */
export async function sendReminder(
  { tenant, clock }: TenantContext,
  bookingId: number,
  reschedules = 0,
): Promise<void> {
  const catalog = await tenant.catalog()
  if (catalog.settings.reminderHours === null) return
  await tenant.db.transaction(async (tx) => {
    const [row] = await bookingQueries.lockBooking(tx, bookingId)
    const now = clock.now()
    const isUpcoming =
      row?.state === 'confirmed' && row.startsAt > now && row.reschedules === reschedules
    if (!isUpcoming) return
    // the booking may have been changed long before: what still holds for it depends on the time
    const more = { remindedAt: now }
    await requestBookingMail(tx, readBooking(row, catalog), 'reminder', now, more)
  })
}

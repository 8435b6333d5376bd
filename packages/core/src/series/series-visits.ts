import { type Code, Refusal } from '@silla/errors'
import { wallClock } from '@silla/slots'
import type { Booking } from '../model/booking.ts'
import type { SeriesVisit } from '../model/series.ts'

/** A visit that was booked, moved or cancelled. */
export const doneVisit = (booking: Booking, refundCents = 0): SeriesVisit => ({
  ...{ bookingId: booking.id, code: booking.code, ...startOf(booking) },
  ...{ totalCents: booking.totalCents, refundCents, refusal: null },
})

/** A visit that could not be. */
export const refusedVisit = (
  visit: Pick<SeriesVisit, 'day' | 'startMinute'> & { booking: Booking | null },
  refusal: Code,
): SeriesVisit => ({
  ...{ bookingId: visit.booking?.id ?? null, code: visit.booking?.code ?? null },
  ...{ day: visit.day, startMinute: visit.startMinute },
  ...{ totalCents: visit.booking?.totalCents ?? null, refundCents: 0, refusal },
})

/** Day and minute of its start, on the clocks of the salon. */
export function startOf({ startsAt, timezone }: Pick<Booking, 'startsAt' | 'timezone'>) {
  const { day, minute } = wallClock(startsAt, timezone)
  return { day, startMinute: minute }
}

/**
 * Changes one visit of several. What is refused for this one need not be for another.
 *
 * @returns the code of the refusal in place of the result
 * @throws errors that no other visit escapes either, such as SERVICE_UNAVAILABLE
 */
export async function orRefusal<Result>(change: () => Promise<Result>): Promise<Result | Refusal> {
  try {
    return await change()
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return error
    throw error
  }
}

/** The other visits as the email about one of them names them. */
export const mailedSeries = (bookings: readonly Booking[]) => ({
  series: bookings.map(({ startsAt, code }) => ({ startsAt, code })),
})

import type { Booking } from '@silla/core'
import { Refusal } from '@silla/errors'
import { CliError } from './errors/report-error.ts'
import { bookingArgument } from './flags/arguments.ts'
import { businessFlag } from './flags/common-flags.ts'
import type { BookingRecord } from './format/booking-record.ts'
import { SillaCommand } from './silla-command.ts'
import { sanitize } from './text/sanitize.ts'
import { formatLocalTime } from './text/values.ts'

/** Base class of arrive and undo-arrival: whether the customer of a visit has come in (D71). */
export abstract class ArrivalCommand extends SillaCommand {
  static override args = { booking: bookingArgument }
  static override flags = { business: businessFlag }

  protected async record(hasArrived: boolean): Promise<{ booking: BookingRecord }> {
    const { args, flags } = await this.parse(ArrivalCommand)
    const [{ findBooking }, { recordArrival }, { bookingRecord }] = await Promise.all([
      import('@silla/core/bookings/find-booking'),
      import('@silla/core/bookings/record-arrival'),
      import('./format/booking-record.ts'),
    ])
    const readContext = await this.operatorContext(flags.business)
    const found = (await findBooking(readContext, args.booking)).booking
    const context = await this.operatorContext(flags.business, { bookingId: found.id })
    const detail = await explained(
      recordArrival(context, { bookingId: found.id, hasArrived }),
      found,
    )
    const booking = bookingRecord(detail, await context.tenant.catalog())
    const label = `${booking.code} (${sanitize(booking.contact.name)}, ${booking.day} ${booking.time})`
    const { arrivedAt, timezone } = booking
    this.log(
      arrivedAt === null
        ? `Booking ${label} has no arrival.`
        : `Booking ${label}: arrived at ${formatLocalTime(arrivedAt, timezone).slice(-5)}.`,
    )
    return { booking }
  }
}

/** Why it is not possible: the state of the booking, or its day. */
async function explained<T>(arrival: Promise<T>, booking: Booking): Promise<T> {
  try {
    return await arrival
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'INVALID_TRANSITION') throw error
    const { code, state, startsAt, timezone } = booking
    const reason =
      state === 'confirmed'
        ? `is on ${formatLocalTime(startsAt, timezone).slice(0, 10)}: an arrival is recorded on that day.`
        : `is ${state}: an arrival is recorded for a confirmed booking.`
    throw new CliError(`Booking ${code} ${reason}`, { code: 'INVALID_TRANSITION' })
  }
}

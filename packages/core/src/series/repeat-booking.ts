import { randomInt } from 'node:crypto'
import { seriesQueries } from '@silla/db'
import { type Code, fail, Refusal } from '@silla/errors'
import { allow, isBusiness } from '../access/allow.ts'
import { requestBookingMail } from '../bookings/booking-mail.ts'
import { viewOf } from '../bookings/booking-view.ts'
import { createBooking, writeBooking } from '../bookings/create-booking.ts'
import { inOneTransaction } from '../in-one-transaction.ts'
import type { Booking, BookingDetail, BookingInput, BookingRequest } from '../model/booking.ts'
import type { Repetition, SeriesVisit } from '../model/series.ts'
import type { RequestContext } from '../request-context.ts'
import { storedRepeatedBooking } from '../stored-json.ts'
import { doneVisit, mailedSeries, orRefusal, refusedVisit } from './series-visits.ts'

/** A booking that the salon makes, once or every few weeks; it may only be tried. */
export type RepeatedRequest = BookingRequest & { repetition: Repetition | null; simulated: boolean }

/** The first visit, and all of them; null: it is not repeated. */
export type CreatedBooking = BookingDetail & { visits: SeriesVisit[] | null }

/**
 * Creates a booking, which the salon may repeat every few weeks at the same time of its clocks, or only
 * try (D15, D44, D80).
 *
 * @throws what `createBooking` throws; INSUFFICIENT_SCOPE for a repetition or a trial that is not by the
 *   salon; the refusal of the first visit when none can be booked
 */
export async function bookVisits(
  context: RequestContext,
  { repetition, simulated, ...request }: RepeatedRequest,
): Promise<CreatedBooking> {
  if (repetition === null && !simulated)
    return { ...(await createBooking(context, request)), visits: null }
  if (!(request.byBusiness && isBusiness(context, 'bookings.manage'))) fail('INSUFFICIENT_SCOPE')
  if (request.customerId) allow(context, 'customers.view')
  const { booking, visits } = await inOneTransaction(
    context,
    { stored: storedRepeatedBooking, simulated },
    async (partOf, tx) => {
      if (repetition === null)
        return { booking: await writeBooking(partOf({}), request), visits: null }
      const seriesId = 1 + randomInt(2 ** 48 - 1)
      const parts = () => partOf({ seriesId })
      const { booked, visits } = await repeat(parts, { ...request, seriesId }, repetition)
      const [first, ...others] = booked
      await seriesQueries.updateSeries(tx, { seriesId, bookingIds: booked.map(({ id }) => id) })
      await requestBookingMail(tx, first, 'confirmed', context.clock.now(), mailedSeries(others))
      return { booking: first, visits }
    },
  )
  return { ...viewOf(context, await context.tenant.catalog(), booking, true), visits }
}

/** One visit after the other: those that are refused are named, and the others are booked. */
async function repeat(
  context: () => RequestContext,
  request: BookingRequest,
  { everyWeeks, times }: Repetition,
): Promise<{ booked: [Booking, ...Booking[]]; visits: SeriesVisit[] }> {
  // a visit that is repeated has a time of day
  const startMinute = request.startMinute as number
  const booked: Booking[] = []
  const visits: SeriesVisit[] = []
  let firstRefusal: Refusal | undefined
  for (let index = 0; index < times; index++) {
    const day = request.day + index * everyWeeks * daysPerWeek
    const result = await orRefusal(() =>
      writeBooking(context(), {
        ...{ ...request, ...customerOf(request, booked), day, notifiesCustomer: false },
      }),
    )
    if (result instanceof Refusal) {
      if (!isAboutTime(result.code)) throw result
      firstRefusal ??= result
      visits.push(refusedVisit({ booking: null, day, startMinute }, result.code))
    } else {
      booked.push(result)
      visits.push(doneVisit(result))
    }
  }
  const [first, ...others] = booked
  if (first === undefined) throw firstRefusal
  return { booked: [first, ...others], visits }
}

const daysPerWeek = 7

/** All visits are of one customer, also of one without an email, who is new with the first visit (D45). */
const customerOf = (
  { customerId = null }: BookingRequest,
  booked: readonly Booking[],
): Pick<BookingInput, 'customerId'> => ({ customerId: customerId ?? booked[0]?.customerId ?? null })

/** Another day may be possible; what else is refused would be for every visit. */
const isAboutTime = (code: Code): boolean =>
  /^(INVALID_TIME|DATE_IN_PAST|TOO_SOON|BUSINESS_CLOSED|PROFESSIONAL_NOT_AVAILABLE|SLOT_NOT_AVAILABLE)$/.test(
    code,
  )

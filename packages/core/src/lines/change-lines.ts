import { bookingQueries, transitionQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { allow } from '../access/allow.ts'
import { assertOwnAgenda, ownProfessionalId } from '../access/own-agenda.ts'
import { viewOf } from '../bookings/booking-view.ts'
import { readBooking } from '../bookings/read-booking.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { momentOf } from '../clock.ts'
import { replayOnError } from '../idempotency/with-idempotency.ts'
import type { Booking, BookingDetail, LinesInput } from '../model/booking.ts'
import type { RequestContext } from '../request-context.ts'
import { changeVisit, type PlannedChange } from '../rescheduling/change-visit.ts'
import { storedBooking } from '../stored-json.ts'
import { isPaidWithPoints } from './line-price.ts'
import { linesChange } from './lines-change.ts'
import { type PlannedLine, planLines } from './plan-lines.ts'

/**
 * Changes the services of a booking until the salon completes its visit: adds some, removes some, gives
 * them to other people or another price (D54). That the worker has completed it does not close it. It keeps its start, and the services follow each other; those who
 * are new, or busy for longer, have to be free and at work. A booking that is refused has not changed. Two
 * round trips, as for a move.
 *
 * @throws INSUFFICIENT_SCOPE for everybody but the salon; PERMISSION_REQUIRED without `till.discount` for
 *   a price below the usual one, and without `agenda.all` for the work of others
 */
export async function changeLines(
  context: RequestContext,
  input: LinesInput,
): Promise<BookingDetail> {
  allow(context, 'bookings.manage')
  const { idempotentRequest: _, ...withoutKey } = context
  const keyed = input.simulated ? withoutKey : context
  const booking = await replayOnError(keyed, storedBooking, () =>
    changeVisit(keyed, (catalog) => planChange(keyed, catalog, input)),
  )
  return viewOf(context, await context.tenant.catalog(), booking, true)
}

async function planChange(
  context: RequestContext,
  catalog: Catalog,
  input: LinesInput,
): Promise<PlannedChange> {
  const booking = await readToChange(context, catalog, input)
  const { lines, removed, visit, keepsClaims } = planLines(catalog, booking, input.lines)
  assertOwnAgenda(context, [
    ...removed.map(({ professional }) => professional.id),
    ...lines.filter((line) => isChanged(line)).flatMap(peopleOf),
  ])
  if (keepsClaims && !lines.some(isChanged)) return { unchanged: booking }
  const moment = momentOf(context)
  return {
    booking,
    visit,
    refuse: (code) => fail(code),
    changeWith: (candidates) =>
      linesChange(context, catalog, {
        ...{ booking, lines, visit, candidates, keepsClaims, moment, input },
      }),
  }
}

/** @throws BOOKING_NOT_FOUND, VERSION_CONFLICT, CANNOT_CHANGE_LINES, LINE_PAID_WITH_POINTS */
async function readToChange(
  context: RequestContext,
  catalog: Catalog,
  input: LinesInput,
): Promise<Booking> {
  const [[row], [last]] = await context.tenant.db.batch((tx) => [
    bookingQueries.findBookingById(tx, input.bookingId, ownProfessionalId(context)),
    transitionQueries.findLastTransition(tx, input.bookingId),
  ])
  if (!row) fail('BOOKING_NOT_FOUND')
  const booking = readBooking(row, catalog)
  if (input.version !== booking.version) fail('VERSION_CONFLICT')
  const isOpen =
    booking.state === 'pending' ||
    booking.state === 'confirmed' ||
    (booking.state === 'completed' && last?.by === 'system')
  if (!isOpen || booking.currency !== catalog.settings.currency) fail('CANNOT_CHANGE_LINES')
  for (const line of booking.lines.filter((one) => isPaidWithPoints(booking, one))) {
    const wanted = input.lines.find(({ serviceId }) => serviceId === line.serviceId)
    if (wanted === undefined || (wanted.priceCents ?? 0) !== 0) fail('LINE_PAID_WITH_POINTS')
  }
  return booking
}

/** Whether it is new, or somebody else does it, or it has another price. */
const isChanged = ({ booked, wanted, people }: PlannedLine): boolean =>
  booked === null ||
  people.some(({ id }) => id !== booked.professional.id) ||
  (wanted.priceCents !== null && wanted.priceCents !== booked.chargedCents)

/** Who did it, and who is to; null: anyone. */
const peopleOf = ({ booked, wanted, people }: PlannedLine): (number | null)[] => [
  ...(booked ? [booked.professional.id] : []),
  ...(wanted.professionalId === null ? [null] : people.map(({ id }) => id)),
]

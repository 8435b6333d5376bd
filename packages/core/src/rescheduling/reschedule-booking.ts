import { customerQueries } from '@silla/db'
import { fail, Refusal } from '@silla/errors'
import { zoneOf } from '@silla/slots'
import { assertOwnAgenda } from '../access/own-agenda.ts'
import { offersOtherTimes } from '../bookings/alternatives.ts'
import { accessLevel, canAccess } from '../bookings/booking-access.ts'
import { viewOf } from '../bookings/booking-view.ts'
import { findBookingRow } from '../bookings/find-booking-row.ts'
import { readListedBooking } from '../bookings/read-booking.ts'
import { rescheduleRefusal } from '../bookings/reschedule-rules.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { momentOf } from '../clock.ts'
import { replayOnError } from '../idempotency/with-idempotency.ts'
import type { Booking, BookingDetail, RescheduleInput } from '../model/booking.ts'
import type { RequestContext } from '../request-context.ts'
import { storedBooking } from '../stored-json.ts'
import { changeVisit, type PlannedChange } from './change-visit.ts'
import { isWhereItIs } from './is-where-it-is.ts'
import { planReschedule } from './plan-reschedule.ts'
import { rescheduleAlternatives } from './reschedule-alternatives.ts'
import { rescheduleChange } from './reschedule-change.ts'

/**
 * Moves a booking to another time or other people (D37): it keeps its id and code, and its claims
 * are replaced in one transaction. A booking that is refused has not moved, and one that is moved to
 * where it is does not change. Two round trips: it is read, and moved as it was planned unless it has
 * changed. Where people or units have to be combined, what is taken is read as well.
 */
export async function rescheduleBooking(
  context: RequestContext,
  input: RescheduleInput,
): Promise<BookingDetail> {
  const level = accessLevel(context, input.code, 'bookings.manage')
  const isForBusiness = input.byBusiness || input.notifiesCustomer === false
  if (isForBusiness && level !== 'business') fail('INSUFFICIENT_SCOPE')
  const { idempotentRequest: _, ...withoutKey } = context
  const keyed = input.simulated ? withoutKey : context
  try {
    const booking = await replayOnError(keyed, storedBooking, () =>
      changeVisit(keyed, (catalog) => planMove(keyed, catalog, input)),
    )
    return viewOf(context, await context.tenant.catalog(), booking, level !== 'guest')
  } catch (error) {
    if (!(error instanceof Refusal) || !offersOtherTimes(error.code)) throw error
    const alternatives = await rescheduleAlternatives(context, input)
    return fail(error.code, { extra: { alternatives } })
  }
}

/** The booking as it is now, and its move. */
async function planMove(
  context: RequestContext,
  catalog: Catalog,
  input: RescheduleInput,
): Promise<PlannedChange> {
  zoneOf(catalog.settings.timezone).toInstant(input.day, input.startMinute) ?? fail('INVALID_TIME')
  const booking = await readToMove(context, catalog, input)
  const moment = momentOf(context)
  const refusal = rescheduleRefusal(booking, catalog, moment.tenantTime, input.byBusiness)
  if (refusal === 'CANNOT_RESCHEDULE') fail(refusal)
  if (isWhereItIs(catalog, booking, input)) return { unchanged: booking }
  if (refusal) fail(refusal)
  const visit = planReschedule(catalog, booking, input, context.clock)
  return {
    booking,
    visit,
    async refuse(code) {
      if (!input.byBusiness) await assertNotBlocked(context, booking.customerId)
      return fail(code)
    },
    changeWith: (candidates) =>
      rescheduleChange(catalog, { booking, visit, candidates, input, moment }),
  }
}

/** @throws BOOKING_NOT_FOUND, VERSION_CONFLICT, VALIDATION_ERROR */
async function readToMove(
  context: RequestContext,
  catalog: Catalog,
  input: RescheduleInput,
): Promise<Booking> {
  const row = await findBookingRow(context, { id: input.bookingId })
  if (!row || !canAccess(context, input.code, row)) fail('BOOKING_NOT_FOUND')
  const booking = readListedBooking(row, catalog)
  if (input.version !== null && input.version !== booking.version) fail('VERSION_CONFLICT')
  assertOneProfessionalEach(booking, input)
  assertOwnAgenda(context, newProfessionals(booking, input))
  return booking
}

function assertOneProfessionalEach({ lines }: Booking, { professionals }: RescheduleInput): void {
  if (professionals.kind === 'each' && professionals.professionalIds.length !== lines.length)
    fail('VALIDATION_ERROR', {
      problems: [{ field: professionals.field, problem: 'one_per_service' }],
    })
}

/** Who would do what they do not do now; null: anyone. */
function newProfessionals(
  { lines }: Booking,
  { professionals }: RescheduleInput,
): (number | null)[] {
  const booked = lines.map(({ professional }) => professional.id)
  switch (professionals.kind) {
    case 'same':
      return []
    case 'one':
      return booked.every((id) => id === professionals.professionalId)
        ? []
        : [professionals.professionalId]
    case 'each':
      return professionals.professionalIds.filter((id, index) => id !== booked[index])
    case 'without':
      return [null]
  }
}

async function assertNotBlocked(context: RequestContext, customerId: number): Promise<void> {
  const [[blocked]] = await context.tenant.db.batch((tx) => [
    customerQueries.findBlockedCustomer(tx, customerId),
  ])
  if (blocked) fail('CUSTOMER_BLOCKED')
}

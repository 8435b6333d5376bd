import { bookingQueries, customerQueries } from '@silla/db'
import { fail, Refusal } from '@silla/errors'
import { type BusyTime, zoneOf } from '@silla/slots'
import { assertOwnAgenda, ownProfessionalId } from '../access/own-agenda.ts'
import { busyWindow, loadBusy } from '../availability/load-busy.ts'
import { accessLevel, canAccess } from '../bookings/booking-access.ts'
import { viewOf } from '../bookings/booking-view.ts'
import type { VisitBusyTime } from '../bookings/plan-visit.ts'
import { planningAttempts } from '../bookings/planning-attempts.ts'
import { readBooking } from '../bookings/read-booking.ts'
import { rescheduleRefusal } from '../bookings/reschedule-rules.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { momentOf } from '../clock.ts'
import { throwForIdempotency } from '../idempotency/request-hashes.ts'
import { replayOnError, withIdempotency } from '../idempotency/with-idempotency.ts'
import type { Booking, BookingDetail, RescheduleInput } from '../model/booking.ts'
import type { RequestContext } from '../request-context.ts'
import { storedBooking } from '../stored-json.ts'
import { isWhereItIs } from './is-where-it-is.ts'
import { type PlannedReschedule, planReschedule } from './plan-reschedule.ts'
import { rescheduleAlternatives } from './reschedule-alternatives.ts'
import { writeReschedule } from './write-reschedule.ts'

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
  if (input.byBusiness && level !== 'business') fail('INSUFFICIENT_SCOPE')
  const { idempotentRequest: _, ...withoutKey } = context
  const keyed = input.simulated ? withoutKey : context
  try {
    const booking = await replayOnError(keyed, storedBooking, () => move(keyed, input))
    return viewOf(context, await context.tenant.catalog(), booking, level !== 'guest')
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'SLOT_NOT_AVAILABLE') throw error
    const alternatives = await rescheduleAlternatives(context, input)
    return fail('SLOT_NOT_AVAILABLE', { extra: { alternatives } })
  }
}

/** Reads the booking, plans the move and writes it, until nobody else was faster. */
async function move(context: RequestContext, input: RescheduleInput): Promise<Booking> {
  let catalog = await context.tenant.catalog()
  const attempts = planningAttempts(context.tenant.slug)
  for (;;) {
    zoneOf(catalog.settings.timezone).toInstant(input.day, input.startMinute) ??
      fail('INVALID_TIME')
    const booking = await readToMove(context, catalog, input)
    const moment = momentOf(context)
    const refusal = rescheduleRefusal(booking, catalog, moment.tenantTime, input.byBusiness)
    if (refusal === 'CANNOT_RESCHEDULE') fail(refusal)
    if (isWhereItIs(catalog, booking, input)) return unchanged(context, booking)
    if (refusal) fail(refusal)

    const visit = planReschedule(catalog, booking, input, context.clock)
    const loaded = await loadBusyTime(context, catalog, booking, visit)
    if (loaded.catalog.version !== catalog.version) {
      attempts.countStale()
      catalog = loaded.catalog
      continue
    }
    const candidates = visit.timeRefusal ? [] : visit.candidatesAmong(loaded.busyTime)
    if (candidates.length === 0) {
      if (!input.byBusiness) await assertNotBlocked(context, booking.customerId)
      fail(visit.timeRefusal ?? 'SLOT_NOT_AVAILABLE')
    }
    const written = await writeReschedule(context, catalog, {
      booking,
      visit,
      candidates,
      input,
      moment,
    })
    switch (written.outcome) {
      case 'written':
        return written.booking
      case 'repeated':
        if (context.idempotentRequest) context.idempotentRequest.repeated = true
        return storedBooking.parse(written.response)
      case 'reused':
      case 'in_progress':
        return throwForIdempotency(written.outcome)
      case 'blocked':
        return fail('CUSTOMER_BLOCKED')
      case 'stale':
        attempts.countStale()
        catalog = await context.tenant.catalogAt(written.catalogVersion)
        break
      case 'taken':
        // without a reading the database has tried every candidate
        if (visit.isFinal) fail('SLOT_NOT_AVAILABLE')
        attempts.countLost()
        break
      default:
        // somebody else has changed the booking, or has begun to pay
        attempts.countLost()
    }
  }
}

/** @throws BOOKING_NOT_FOUND, VERSION_CONFLICT, VALIDATION_ERROR */
async function readToMove(
  context: RequestContext,
  catalog: Catalog,
  input: RescheduleInput,
): Promise<Booking> {
  const [[row]] = await context.tenant.db.batch((tx) => [
    bookingQueries.findBookingById(tx, input.bookingId, ownProfessionalId(context)),
  ])
  if (!row || !canAccess(context, input.code, row)) fail('BOOKING_NOT_FOUND')
  const booking = readBooking(row, catalog)
  if (input.version !== null && input.version !== booking.version) fail('VERSION_CONFLICT')
  assertOneProfessionalEach(booking, input)
  assertOwnAgenda(context, newProfessionals(booking, input))
  return booking
}

/** Its response is stored for the key of the request, so that a later repetition does not move it. */
const unchanged = (context: RequestContext, booking: Booking): Promise<Booking> | Booking =>
  context.idempotentRequest
    ? context.tenant.db.transaction((tx) =>
        withIdempotency(context, tx, storedBooking, async () => booking),
      )
    : booking

/**
 * Busy time, where people or units have to be combined; else null: the database decides between
 * the candidates. The booking's own time counts as free.
 */
async function loadBusyTime(
  context: RequestContext,
  catalog: Catalog,
  booking: Booking,
  { plan, day, isFinal, timeRefusal }: PlannedReschedule,
): Promise<{ catalog: Catalog; busyTime: VisitBusyTime | null }> {
  if (isFinal || timeRefusal) return { catalog, busyTime: null }
  const windows = [{ ...busyWindow(plan, day), needsBlocks: true }]
  const loaded = await loadBusy(context, () => ({ windows }), booking.id)
  return {
    catalog: loaded.catalog,
    busyTime: { busy: loaded.busy[0] as BusyTime, blocks: loaded.blocks },
  }
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

import { bookingQueries, catalogQueries, customerQueries, type Tx } from '@silla/db'
import { fail, Refusal } from '@silla/errors'
import { zoneOf } from '@silla/slots'
import { keepsProfessionals } from '../availability/booked-visit.ts'
import { accessLevel, canAccess } from '../bookings/booking-access.ts'
import { viewOf } from '../bookings/booking-view.ts'
import { planningAttempts } from '../bookings/planning-attempts.ts'
import { readBooking } from '../bookings/read-booking.ts'
import { rescheduleRefusal } from '../bookings/reschedule-rules.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { momentOf } from '../clock.ts'
import { withIdempotency } from '../idempotency/with-idempotency.ts'
import type { Booking, BookingDetail, RescheduleInput } from '../model/booking.ts'
import { lockPaymentsOf } from '../payments/adjust-payments.ts'
import type { RequestContext } from '../request-context.ts'
import { storedBooking } from '../stored-json.ts'
import { claimWay } from './claim-way.ts'
import { planReschedule } from './plan-reschedule.ts'
import { rescheduleAlternatives } from './reschedule-alternatives.ts'
import { writeReschedule } from './write-reschedule.ts'

/**
 * Moves a booking to another time or other people (D37): it keeps its id and code, and its claims
 * are replaced in one transaction. A booking that is refused has not moved, and one that is moved to
 * where it is does not change. Locks: version of the catalogue, key, booking, payments, claims.
 *
 * @throws INSUFFICIENT_SCOPE, INVALID_TIME, AUTHENTICATION_REQUIRED, BOOKING_NOT_FOUND,
 *   VERSION_CONFLICT, VALIDATION_ERROR when there is not one professional for each service;
 *   CANNOT_RESCHEDULE, RESCHEDULE_DEADLINE_PASSED, RESCHEDULE_LIMIT_REACHED; DATE_IN_PAST,
 *   DATE_TOO_FAR, PROFESSIONAL_NOT_FOUND, SERVICE_NOT_OFFERED, CUSTOMER_BLOCKED, TOO_SOON,
 *   BUSINESS_CLOSED, PROFESSIONAL_NOT_AVAILABLE, SLOT_NOT_AVAILABLE with up to three `alternatives`;
 *   IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_IN_PROGRESS
 */
export async function rescheduleBooking(
  context: RequestContext,
  input: RescheduleInput,
): Promise<BookingDetail> {
  const level = accessLevel(context, input.code)
  if (input.byBusiness && level !== 'business') fail('INSUFFICIENT_SCOPE')
  try {
    const { booking, catalog } = await move(context, input)
    return viewOf(context, catalog, booking, level !== 'guest')
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'SLOT_NOT_AVAILABLE') throw error
    const alternatives = await rescheduleAlternatives(context, input)
    return fail('SLOT_NOT_AVAILABLE', { extra: { alternatives } })
  }
}

interface Moved {
  booking: Booking
  catalog: Catalog
}

async function move(context: RequestContext, input: RescheduleInput): Promise<Moved> {
  let catalog = await context.tenant.catalog()
  const attempts = planningAttempts(context.tenant.slug)
  for (;;) {
    try {
      return { booking: await tryToMove(context, catalog, input), catalog }
    } catch (error) {
      if (error instanceof Simulated) return { booking: error.booking, catalog }
      if (error instanceof Taken) {
        attempts.countLost()
      } else if (error instanceof StaleCatalog) {
        attempts.countStale()
        catalog = await context.tenant.catalogAt(error.currentVersion)
      } else throw error
    }
  }
}

const tryToMove = (
  context: RequestContext,
  catalog: Catalog,
  input: RescheduleInput,
): Promise<Booking> =>
  context.tenant.db.transaction(async (tx) => {
    const [current] = await catalogQueries.shareCatalogVersion(tx)
    if (current?.catalogVersion !== catalog.version)
      throw new StaleCatalog(current?.catalogVersion ?? 0)
    zoneOf(catalog.settings.timezone).toInstant(input.day, input.startMinute) ??
      fail('INVALID_TIME')
    if (!input.simulated)
      return withIdempotency(context, tx, storedBooking, () => moveIn(tx, context, catalog, input))
    throw new Simulated(await moveIn(tx, context, catalog, input))
  })

async function moveIn(
  tx: Tx,
  context: RequestContext,
  catalog: Catalog,
  input: RescheduleInput,
): Promise<Booking> {
  const moment = momentOf(context)
  const now = moment.tenantTime
  const [row] = await bookingQueries.lockBooking(tx, input.bookingId)
  if (!row || !canAccess(context, input.code, row)) fail('BOOKING_NOT_FOUND')
  const booking = readBooking(row, catalog)
  if (input.version !== null && input.version !== booking.version) fail('VERSION_CONFLICT')
  assertOneProfessionalEach(booking, input)
  const refusal = rescheduleRefusal(booking, catalog, now, input.byBusiness)
  if (refusal === 'CANNOT_RESCHEDULE') fail(refusal)
  if (isWhereItIs(catalog, booking, input)) return booking
  if (refusal) fail(refusal)

  const visit = planReschedule(catalog, booking, input, context.clock)
  if (!input.byBusiness) await assertNotBlocked(tx, booking.customerId)
  if (visit.timeRefusal) fail(visit.timeRefusal)
  const payments = await lockPaymentsOf(tx, catalog, booking.id)
  const way = await claimWay(tx, catalog, { booking, visit, now })
  if (way === 'none_free') fail('SLOT_NOT_AVAILABLE')
  if (way === 'taken') throw new Taken()
  return writeReschedule(tx, catalog, { booking, way, input, payments, moment })
}

function assertOneProfessionalEach({ lines }: Booking, { professionals }: RescheduleInput): void {
  if (professionals.kind === 'each' && professionals.professionalIds.length !== lines.length)
    fail('VALIDATION_ERROR', {
      problems: [{ field: professionals.field, problem: 'one_per_service' }],
    })
}

/** Moving it there again changes nothing, so that a request may be repeated. */
function isWhereItIs(
  catalog: Catalog,
  { startsAt, lines }: Booking,
  { day, startMinute, professionals }: RescheduleInput,
): boolean {
  const start = zoneOf(catalog.settings.timezone).toInstant(day, startMinute)
  return start === startsAt.getTime() / 60_000 && keepsProfessionals(lines, professionals)
}

async function assertNotBlocked(tx: Tx, customerId: number): Promise<void> {
  const [blocked] = await customerQueries.findBlockedCustomer(tx, customerId)
  if (blocked) fail('CUSTOMER_BLOCKED')
}

/** The visit was planned with another version of the catalogue; nothing is written. */
class StaleCatalog extends Error {
  readonly currentVersion: number

  constructor(currentVersion: number) {
    super('the catalogue has changed')
    this.currentVersion = currentVersion
  }
}

/** Somebody else was faster with the time that was planned; nothing is written. */
class Taken extends Error {
  constructor() {
    super('the time was taken meanwhile')
  }
}

/** Rolls back what a simulated reschedule has written. */
class Simulated extends Error {
  readonly booking: Booking

  constructor(booking: Booking) {
    super('the reschedule was simulated')
    this.booking = booking
  }
}

import { bookingQueries } from '@silla/db'
import { type Code, fail } from '@silla/errors'
import type { Catalog } from '../catalog/catalog.ts'
import { replayOnError } from '../idempotency/replay-on-error.ts'
import { requestHashes, throwForIdempotency } from '../idempotency/request-hashes.ts'
import { deserializeResponse, serializeResponse } from '../idempotency/serialize-response.ts'
import type { RequestContext } from '../request-context.ts'
import { findAlternatives } from './alternatives.ts'
import type { Booking, BookingDetail, NewBooking } from './booking.ts'
import { bookingConstraints, throwForBlocker } from './booking-limits.ts'
import { viewOf } from './booking-view.ts'
import { lineRows } from './line-rows.ts'
import { type PlannedVisit, planVisit } from './plan-visit.ts'
import { plannedBooking } from './planned-booking.ts'

/**
 * Books a visit, or writes nothing (api.md Bookings, D15). One round trip when the time is free:
 * the database itself decides between two who want the same.
 *
 * @throws INSUFFICIENT_SCOPE, AUTHENTICATION_REQUIRED (points are a customer's), whatever
 *   `planVisit` refuses, PHONE_REQUIRED, CUSTOMER_BLOCKED, BOOKING_LIMIT_REACHED, TOO_SOON,
 *   BUSINESS_CLOSED, PROFESSIONAL_NOT_AVAILABLE, POINTS_DISABLED, POINTS_NOT_APPLICABLE,
 *   INSUFFICIENT_POINTS, SLOT_NOT_AVAILABLE with up to three `alternatives`; INVALID_TOKEN when the
 *   customer was erased; IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_IN_PROGRESS
 */
export async function createBooking(
  context: RequestContext,
  input: NewBooking,
): Promise<BookingDetail> {
  const booking = await replayOnError(context, () => newBooking(context, input))
  return viewOf(context, await context.tenant.catalog(), booking, true)
}

async function newBooking(requestContext: RequestContext, query: NewBooking): Promise<Booking> {
  if (query.byBusiness && requestContext.identity.kind !== 'business') fail('INSUFFICIENT_SCOPE')
  if (query.usePoints && requestContext.identity.kind !== 'customer')
    fail('AUTHENTICATION_REQUIRED')

  let catalog = await requestContext.tenant.catalog()
  for (let tries = 0; tries < planningsAtMost; tries++) {
    const visit = planVisit(catalog, query, requestContext.clock)
    const booking = plannedBooking(catalog, query, visit, requestContext.clock.now())
    const refusal = lateRefusal(catalog, query, visit, booking)
    if (refusal) await refuseLate(requestContext, catalog, query, visit, booking, refusal)
    const outcome = await book(requestContext, catalog, query, visit, booking)
    switch (outcome.outcome) {
      case 'booked':
        return { ...booking, ...foundIn(outcome) }
      case 'repeated':
        if (requestContext.attempt) requestContext.attempt.repeated = true
        return deserializeResponse(outcome.answer)
      case 'stale':
        catalog = await requestContext.tenant.catalogAt(outcome.catalogVersion)
        break
      case 'taken':
        return refuseTaken(requestContext, query, visit)
      case 'reused':
      case 'in_progress':
        return throwForIdempotency(outcome.outcome)
      default:
        return throwForBlocker(outcome.outcome)
    }
  }
  throw new Error(
    `the catalogue of ${requestContext.tenant.slug} changes faster than a visit can be planned`,
  )
}

const planningsAtMost = 5

/**
 * What the catalogue can tell that is told after what only the books know (D15): the time of day,
 * points, the grid.
 */
function lateRefusal(
  catalog: Catalog,
  params: NewBooking,
  visit: PlannedVisit,
  booking: Booking,
): Code | null {
  if (visit.timeRefusal && visit.timeRefusal !== 'SLOT_NOT_AVAILABLE') return visit.timeRefusal
  if (params.usePoints && !catalog.settings.pointsEnabled) return 'POINTS_DISABLED'
  if (params.usePoints && booking.pointsUsed === 0) return 'POINTS_NOT_APPLICABLE'
  return visit.timeRefusal
}

async function refuseLate(
  caller: RequestContext,
  catalog: Catalog,
  ask: NewBooking,
  visit: PlannedVisit,
  booking: Booking,
  refusal: Code,
): Promise<never> {
  const [records] = await caller.tenant.db.query((sql) =>
    bookingQueries.findBookingBlocker(sql, caller.tenant.businessId, {
      ...bookingConstraints(caller, catalog, ask, booking),
      phone: booking.contact.phone,
      points: refusal === 'SLOT_NOT_AVAILABLE' ? booking.pointsUsed : 0,
      now: booking.createdAt,
    }),
  )
  if (records?.obstacle) throwForBlocker(records.obstacle)
  if (refusal === 'SLOT_NOT_AVAILABLE') return refuseTaken(caller, ask, visit)
  return fail(refusal)
}

async function refuseTaken(
  caller: RequestContext,
  ask: NewBooking,
  visit: PlannedVisit,
): Promise<never> {
  const alternatives = await findAlternatives(caller, {
    professionalId: visit.professional.id,
    day: ask.day,
    startMinute: ask.startMinute,
    plan: visit.plan,
    byBusiness: ask.byBusiness,
  })
  return fail('SLOT_NOT_AVAILABLE', { extra: { alternatives } })
}

async function book(
  caller: RequestContext,
  catalog: Catalog,
  ask: NewBooking,
  visit: PlannedVisit,
  booking: Booking,
): Promise<bookingQueries.InsertedBookingRow> {
  const { attempt } = caller
  const { settings } = catalog
  const [row] = await caller.tenant.db.exec((sql) =>
    bookingQueries.insertBooking(sql, caller.tenant.businessId, {
      ...booking,
      catalogVersion: catalog.version,
      now: booking.createdAt,
      attempt: attempt
        ? { ...requestHashes(caller, attempt), answer: serializeResponse(booking) }
        : null,
      who: bookingConstraints(caller, catalog, ask, booking),
      claims: visit.claims,
      state: booking.state === 'pending' ? 'pending' : 'confirmed',
      professionalId: booking.professional.id,
      completeAt:
        settings.autocompleteHours === null
          ? null
          : hoursAfter(booking.endsAt, settings.autocompleteHours),
      remindAt: reminderOf(booking, settings.reminderHours),
      lines: lineRows(booking.lines),
      actor: ask.byBusiness ? 'business' : 'customer',
      event: booking,
    }),
  )
  if (!row) throw new Error('app.book_visit answered nothing')
  return row
}

/** A visit booked later than that needs no reminder. */
function reminderOf(booking: Booking, reminderHours: number | null): Date | null {
  if (reminderHours === null) return null
  const remindAt = hoursAfter(booking.startsAt, -reminderHours)
  return remindAt > booking.createdAt ? remindAt : null
}

const hoursAfter = (at: Date, hours: number) => new Date(at.getTime() + hours * 3_600_000)

/** What only the books knew. */
const foundIn = (row: bookingQueries.InsertedBookingRow) => ({
  id: row.bookingId,
  customerId: row.customerId,
  language: row.language,
  contact: { name: row.contactName, email: row.contactEmail, phone: row.contactPhone },
})

import { bookingQueries } from '@silla/db'
import { fail } from '@silla/errors'
import type { Caller } from '../caller.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { emailKey } from '../customers/email-key.ts'
import { alternativesTo } from './alternatives.ts'
import type { Booking, BookingView, NewBooking } from './booking.ts'
import { newBookingCode } from './booking-code.ts'
import { viewOf } from './booking-view.ts'
import { openingState } from './opening-state.ts'
import { type PlannedVisit, planVisit } from './plan-visit.ts'
import { priceOf } from './price.ts'

/** How many bookings to come one guest may hold, by e-mail or by phone (D15). */
const openBookingsPerGuest = 5

/**
 * Books a visit, or writes nothing (api.md Bookings, D15). One round trip when the time is free: the database itself decides
 * between two who want the same.
 *
 * @throws INSUFFICIENT_SCOPE, AUTHENTICATION_REQUIRED (points are a customer's), whatever `planVisit` refuses, BOOKING_LIMIT_REACHED,
 *   TOO_SOON, BUSINESS_CLOSED, PROFESSIONAL_NOT_AVAILABLE, SLOT_NOT_AVAILABLE with up to three `alternatives`
 */
export async function createBooking(caller: Caller, ask: NewBooking): Promise<BookingView> {
  if (ask.byBusiness && caller.identity.kind !== 'business') fail('INSUFFICIENT_SCOPE')
  if (ask.usePoints) fail('AUTHENTICATION_REQUIRED')

  let catalog = await caller.tenant.catalog()
  for (let tries = 0; tries < planningsAtMost; tries++) {
    const visit = planVisit(catalog, ask, caller.clock)
    if (visit.timeRefusal) await refuseTime(caller, ask, visit)
    const booking = plannedBooking(caller, catalog, ask, visit)
    const outcome = await book(caller, catalog, ask, visit, booking)
    if (outcome.outcome === 'booked') {
      return viewOf(caller, catalog, { ...booking, id: outcome.booking_id, customerId: outcome.customer_id }, true)
    }
    if (outcome.outcome === 'limit') fail('BOOKING_LIMIT_REACHED')
    if (outcome.outcome === 'taken') await refuseTaken(caller, ask, visit)
    catalog = await caller.tenant.catalogAt(outcome.catalog_version)
  }
  throw new Error(`the catalogue of ${caller.tenant.slug} changes faster than a visit can be planned`)
}

const planningsAtMost = 5

/** A time that will not do is refused for that only after the guest's limit was looked at. */
async function refuseTime(caller: Caller, ask: NewBooking, visit: PlannedVisit): Promise<never> {
  if (openLimit(caller) !== null) {
    const [open] = await caller.tenant.door.call((sql) =>
      bookingQueries.openBookings(sql, caller.tenant.businessId, {
        emailKey: emailKey(ask.contact.email),
        phone: ask.contact.phone ?? '',
        now: caller.clock.now(),
      }),
    )
    if ((open?.count ?? 0) >= openBookingsPerGuest) fail('BOOKING_LIMIT_REACHED')
  }
  if (visit.timeRefusal === 'SLOT_NOT_AVAILABLE') return refuseTaken(caller, ask, visit)
  return fail(visit.timeRefusal ?? 'SLOT_NOT_AVAILABLE')
}

async function refuseTaken(caller: Caller, ask: NewBooking, visit: PlannedVisit): Promise<never> {
  const alternatives = await alternativesTo(caller, {
    professionalId: visit.professional.id,
    day: ask.day,
    startMinute: ask.startMinute,
    plan: visit.plan,
  })
  return fail('SLOT_NOT_AVAILABLE', { extra: { alternatives } })
}

/** The booking as it will be once the database has let it through; the ids come from there. */
function plannedBooking(caller: Caller, catalog: Catalog, ask: NewBooking, visit: PlannedVisit): Booking {
  const now = caller.clock.now()
  const price = priceOf(visit.services, catalog.settings)
  const opening = openingState(catalog.settings, { ...price, ...ask, ...visit }, now)
  return {
    id: 0,
    code: newBookingCode(),
    state: opening.state,
    startsAt: visit.startsAt,
    endsAt: visit.endsAt,
    timezone: catalog.settings.timezone,
    professional: { id: visit.professional.id, name: visit.professional.name },
    customerId: 0,
    contact: { name: ask.contact.name, email: ask.contact.email, phone: ask.contact.phone ?? '' },
    lines: price.lines,
    subtotalCents: price.subtotalCents,
    discountCents: price.discountCents,
    totalCents: price.totalCents,
    currency: catalog.settings.currency,
    paymentRequired: opening.paymentRequired,
    pointsUsed: 0,
    pointsEarned: price.pointsEarned,
    notes: ask.notes,
    expiresAt: opening.expiresAt,
    cancellation: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  }
}

async function book(
  caller: Caller,
  catalog: Catalog,
  ask: NewBooking,
  visit: PlannedVisit,
  booking: Booking,
): Promise<bookingQueries.BookedRow> {
  const [row] = await caller.tenant.door.write((sql) =>
    bookingQueries.bookVisit(sql, caller.tenant.businessId, {
      catalogVersion: catalog.version,
      now: booking.createdAt,
      openLimit: openLimit(caller),
      claims: visit.claims,
      code: booking.code,
      state: openState(booking),
      professionalId: booking.professional.id,
      startsAt: booking.startsAt,
      endsAt: booking.endsAt,
      expiresAt: booking.expiresAt,
      contact: booking.contact,
      emailKey: emailKey(booking.contact.email),
      language: ask.language,
      notes: booking.notes,
      currency: booking.currency,
      subtotalCents: booking.subtotalCents,
      discountCents: booking.discountCents,
      totalCents: booking.totalCents,
      paymentRequired: booking.paymentRequired,
      pointsEarned: booking.pointsEarned,
      lines: booking.lines.map((line, position) => ({
        position,
        service_id: line.serviceId,
        name: line.name,
        price_cents: line.priceCents,
        charged_cents: line.chargedCents,
        duration_minutes: line.durationMinutes,
        points_awarded: line.pointsAwarded,
      })),
      actor: ask.byBusiness ? 'business' : 'customer',
      event: booking,
    }),
  )
  if (!row) throw new Error('app.book_visit answered nothing')
  return row
}

/** The salon's own server books for whom it likes: limits are for guests. */
const openLimit = (caller: Caller): number | null => (caller.identity.kind === 'business' ? null : openBookingsPerGuest)

const openState = (booking: Booking) => (booking.state === 'pending' ? 'pending' : 'confirmed')

import { createHash } from 'node:crypto'
import type { demoActivityQueries } from '@silla/db'
import { priceOf } from '../../bookings/price.ts'
import { normalize } from '../../text.ts'
import type { Salon } from '../salon.ts'
import type { PlacedVisit } from './place-visits.ts'

/** A visit in rows, but for the ids that the database gives. */
export interface VisitHistory {
  customer: demoActivityQueries.DemoCustomer
  booking: Omit<demoActivityQueries.DemoVisit, 'customerId'>
  lines: Omit<demoActivityQueries.DemoLine, 'bookingId'>[]
  transitions: Omit<demoActivityQueries.DemoTransition, 'bookingId'>[]
  /** Null when the visit holds no time any more. */
  claim: Omit<demoActivityQueries.DemoClaim, 'ownerId'> | null
}

/** Booked five days before it begins or before now, then what became of it. */
export function visitHistory(visit: PlacedVisit, salon: Salon, now: Date): VisitHistory {
  const { booking, startsAt, endsAt, code, professionalId } = visit
  const bookedAt = new Date(Math.min(startsAt.getTime(), now.getTime()) - 5 * dayMilliseconds)
  const state = booking.state ?? (endsAt <= now ? 'completed' : 'confirmed')
  const endedAt =
    state === 'cancelled'
      ? new Date(bookedAt.getTime() + dayMilliseconds)
      : state === 'confirmed'
        ? null
        : endsAt
  const price = priceOf(visit.services, salon.settings)
  const email = emailOf(booking.customerName)
  const createdAt = bookedAt.toISOString()
  const span = { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() }
  return {
    customer: {
      email,
      name: booking.customerName,
      language: salon.settings.mainLanguage,
      createdAt,
    },
    booking: {
      code,
      state,
      professionalId,
      ...span,
      contactName: booking.customerName,
      contactEmail: email,
      currency: salon.settings.currency,
      subtotalCents: price.subtotalCents,
      totalCents: price.totalCents,
      pointsEarned: price.pointsEarned,
      cancelledAt: state === 'cancelled' && endedAt !== null ? endedAt.toISOString() : null,
      createdAt,
      updatedAt: (endedAt ?? bookedAt).toISOString(),
      version: endedAt === null ? 1 : 2,
    },
    lines: price.lines.map((line, position) => ({ ...line, position })),
    transitions: [
      { fromState: null, toState: 'confirmed', actor: 'customer', occurredAt: createdAt },
      ...(endedAt === null
        ? []
        : [
            {
              fromState: 'confirmed',
              toState: state,
              actor: state === 'cancelled' ? 'customer' : 'business',
              occurredAt: endedAt.toISOString(),
            },
          ]),
    ],
    claim: state === 'confirmed' ? { resourceId: professionalId, ...span } : null,
  }
}

const dayMilliseconds = 86_400_000

/**
 * `Lucía Gómez` writes from lucia.gomez@example.com; a name in another script from an address of
 * its own all the same.
 */
function emailOf(name: string): string {
  const emails = normalize(name)
    .replace(/[^a-z]+/g, '.')
    .replace(/^\.|\.$/g, '')
  return `${emails === '' ? `guest.${createHash('sha256').update(name).digest('hex').slice(0, 8)}` : emails}@example.com`
}

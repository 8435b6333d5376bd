import { createHash } from 'node:crypto'
import type { demoActivityQueries } from '@silla/db'
import { lineRows } from '../../bookings/line-rows.ts'
import { priceOf } from '../../bookings/price.ts'
import { normalize } from '../../normalize.ts'
import type { Salon } from '../salon.ts'
import type { PlacedVisit } from './place-visits.ts'

/** A visit in rows, but for the ids that the database gives. */
export interface VisitHistory {
  customer: demoActivityQueries.DemoCustomer
  booking: Omit<demoActivityQueries.DemoVisit, 'customer_id'>
  lines: Omit<demoActivityQueries.DemoLine, 'booking_id'>[]
  transitions: Omit<demoActivityQueries.DemoTransition, 'booking_id'>[]
  /** Null when the visit holds no time any more. */
  claim: Omit<demoActivityQueries.DemoClaim, 'owner_id'> | null
}

/** Booked five days before it begins or before now, then what became of it. */
export function visitHistory(visit: PlacedVisit, salon: Salon, now: Date): VisitHistory {
  const { booking, startsAt, endsAt, code, professionalId } = visit
  const bookedAt = new Date(Math.min(startsAt.getTime(), now.getTime()) - 5 * dayMilliseconds)
  const state = booking.state ?? (endsAt <= now ? 'completed' : 'confirmed')
  const endedAt =
    state === 'cancelled' ? new Date(bookedAt.getTime() + dayMilliseconds) : state === 'confirmed' ? null : endsAt
  const price = priceOf(visit.services, salon.settings)
  const email = emailOf(booking.customerName)
  const [starts_at, ends_at, created_at] = [startsAt, endsAt, bookedAt].map((at) => at.toISOString()) as [
    string,
    string,
    string,
  ]
  return {
    customer: { email, name: booking.customerName, language: salon.settings.mainLanguage, created_at },
    booking: {
      code,
      state,
      professional_id: professionalId,
      starts_at,
      ends_at,
      contact_name: booking.customerName,
      contact_email: email,
      currency: salon.settings.currency,
      subtotal_cents: price.subtotalCents,
      total_cents: price.totalCents,
      points_earned: price.pointsEarned,
      cancelled_at: state === 'cancelled' && endedAt !== null ? endedAt.toISOString() : null,
      created_at,
      updated_at: (endedAt ?? bookedAt).toISOString(),
      version: endedAt === null ? 1 : 2,
    },
    lines: lineRows(price.lines),
    transitions: [
      { from_state: null, to_state: 'confirmed', actor: 'customer', occurred_at: created_at },
      ...(endedAt === null
        ? []
        : [
            {
              from_state: 'confirmed',
              to_state: state,
              actor: state === 'cancelled' ? 'customer' : 'business',
              occurred_at: endedAt.toISOString(),
            },
          ]),
    ],
    claim: state === 'confirmed' ? { resource_id: professionalId, starts_at, ends_at } : null,
  }
}

const dayMilliseconds = 86_400_000

/** `Lucía Gómez` writes from lucia.gomez@example.com; a name in another script from an address of its own all the same. */
function emailOf(name: string): string {
  const letters = normalize(name)
    .replace(/[^a-z]+/g, '.')
    .replace(/^\.|\.$/g, '')
  return `${letters === '' ? `guest.${createHash('sha256').update(name).digest('hex').slice(0, 8)}` : letters}@example.com`
}

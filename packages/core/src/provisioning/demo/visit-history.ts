import { createHash } from 'node:crypto'
import type {
  BookingLine,
  BookingState,
  BookingTransition,
  Claim,
  demoActivityQueries,
} from '@silla/db'
import { formatDate, formatTime, wallClock } from '@silla/slots'
import { type PricedLine, priceOf } from '../../bookings/price.ts'
import { normalize } from '../../text.ts'
import type { Salon } from '../salon.ts'
import type { PlacedVisit } from './place-visits.ts'

/** The rows of a visit, without the ids that the database assigns. */
export interface VisitHistory {
  customer: demoActivityQueries.DemoCustomer
  booking: Omit<demoActivityQueries.DemoBooking, 'customerId'>
  lines: (BookingLine & { position: number })[]
  transitions: BookingTransition[]
  /** Empty when the visit no longer occupies its time. */
  claims: Claim[]
}

/**
 * Builds the rows of a visit, which was booked five days before its start, or before now if that is
 * earlier.
 */
export function visitHistory(visit: PlacedVisit, salon: Salon, now: Date): VisitHistory {
  const { booking, candidate, code, professional } = visit
  const [startsAt, endsAt] = [instant(candidate.start), instant(candidate.end)]
  const bookedAt = new Date(Math.min(startsAt.getTime(), now.getTime()) - 5 * dayMilliseconds)
  const state: BookingState = booking.state ?? (endsAt <= now ? 'completed' : 'confirmed')
  const endedAt =
    state === 'cancelled'
      ? new Date(bookedAt.getTime() + dayMilliseconds)
      : state === 'confirmed'
        ? null
        : endsAt
  const price = priceOf(visit.services, salon.settings)
  const email = emailOf(booking.customerName)
  const { timezone } = salon.settings
  return {
    customer: {
      email,
      name: booking.customerName,
      language: salon.settings.mainLanguage,
      createdAt: bookedAt,
    },
    booking: {
      code,
      state,
      professionalId: professional.id,
      startsAt,
      endsAt,
      localStart: localStart(startsAt, timezone),
      timezone,
      contactName: booking.customerName,
      contactEmail: email,
      currency: salon.settings.currency,
      subtotalCents: price.subtotalCents,
      totalCents: price.totalCents,
      pointsEarned: price.pointsEarned,
      cancelledAt: state === 'cancelled' ? endedAt : null,
      createdAt: bookedAt,
      updatedAt: endedAt ?? bookedAt,
      version: endedAt === null ? 1 : 2,
    },
    lines: linesOf(visit, price.lines),
    transitions: [
      { at: bookedAt, from: null, to: 'confirmed', by: 'customer', ...nothingMore },
      ...(endedAt === null
        ? []
        : [
            {
              at: endedAt,
              from: 'confirmed' as const,
              to: state,
              by: state === 'cancelled' ? ('customer' as const) : ('business' as const),
              ...nothingMore,
            },
          ]),
    ],
    claims:
      state === 'confirmed'
        ? candidate.claims.map(({ resourceId, start, end }) => ({
            resourceId,
            startsAt: instant(start),
            endsAt: instant(end),
          }))
        : [],
  }
}

/** Of a change of the state. */
const nothingMore = { reason: '', note: '', movedFrom: null, movedTo: null }

function localStart(startsAt: Date, timezone: string): string {
  const { day, minute } = wallClock(startsAt, timezone)
  return `${formatDate(day)}T${formatTime(minute)}`
}

const linesOf = (
  { candidate, professional: { id, name } }: PlacedVisit,
  priced: readonly PricedLine[],
): VisitHistory['lines'] =>
  candidate.lines.map(({ start, end, phases, bufferMinutes, unitIds }, position) => ({
    ...(priced[position] as PricedLine),
    professional: { id, name },
    startsAt: instant(start),
    endsAt: instant(end),
    phases,
    bufferMinutes,
    unitIds,
    position,
  }))

const instant = (minute: number) => new Date(minute * 60_000)

const dayMilliseconds = 86_400_000

/**
 * `Lucía Gómez` has the address lucia.gomez@example.com. The address of a name in another script
 * contains a hash of the name, so that it is unique.
 */
function emailOf(name: string): string {
  const ascii = normalize(name)
    .replace(/[^a-z]+/g, '.')
    .replace(/^\.|\.$/g, '')
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8)
  return `${ascii === '' ? `guest.${hash}` : ascii}@example.com`
}

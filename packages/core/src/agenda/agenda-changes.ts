import type { BookingTransition } from '@silla/db'
import { awaitsPayment } from '../bookings/owner-mail.ts'
import type { OwnerNews } from '../model/agenda.ts'
import type { Booking } from '../model/booking.ts'

export interface BookingChange {
  booking: Booking
  news: OwnerNews
  /** When it was to start before; null: it was not moved. */
  movedFrom: Date | null
}

/**
 * What customers did to some bookings, from their latest transitions: of each at most one change,
 * the one that matters now. What the salon did itself is left out.
 */
export function bookingChanges(
  bookings: readonly Booking[],
  transitions: ReadonlyMap<number, readonly BookingTransition[]>,
): BookingChange[] {
  return bookings.flatMap((booking) => {
    const change = changeOf(booking, transitions.get(booking.id) ?? [])
    return change === null ? [] : [{ booking, ...change }]
  })
}

function changeOf(
  booking: Booking,
  transitions: readonly BookingTransition[],
): Pick<BookingChange, 'news' | 'movedFrom'> | null {
  const creation = transitions.find(isCreation)
  if (booking.state === 'cancelled') {
    const isCancelled = transitions.some(({ to, by }) => to === 'cancelled' && by !== 'business')
    const wasKnown = creation?.to !== 'confirmed' && !isUnpaid(booking)
    return isCancelled && wasKnown ? { news: 'cancelled', movedFrom: null } : null
  }
  if (awaitsPayment(booking)) return null
  if (creation) return { news: 'created', movedFrom: null }
  const move = transitions.find(({ movedFrom, by }) => movedFrom !== null && by === 'customer')
  return move ? { news: 'rescheduled', movedFrom: move.movedFrom } : null
}

/** A customer has booked, or paid for what had to be paid to be kept. */
const isCreation = ({ from, to, by, movedFrom }: BookingTransition): boolean =>
  movedFrom === null &&
  ((from === null && by === 'customer') ||
    (from === 'pending' && to === 'confirmed' && by === 'system'))

/** Nobody has paid for it before it expired or was cancelled. */
const isUnpaid = ({ paymentRequired, paymentId }: Booking): boolean =>
  paymentRequired && paymentId === null

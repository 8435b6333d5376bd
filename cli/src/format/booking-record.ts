import type { BookedProfessional, Booking, BookingDetail, Catalog } from '@silla/core'
import { bookingDepositCents } from '@silla/core/model/due-now'
import { formatDate, formatTime, wallClock } from '@silla/slots'
import { textIn } from '../text/values.ts'

/** A booking in the output of --json: names are in the salon's main language. */
export interface BookingRecord
  extends Omit<Booking, 'lines' | 'paymentId' | 'pointsRound' | 'version'> {
  /** In the salon's time zone: `2027-06-30`. */
  day: string
  /** In the salon's time zone: `10:00`. */
  time: string
  /** In the order in which they are done. */
  services: BookedService[]
  /** Whether the salon can still cancel it. */
  canCancel: boolean
}

export interface BookedService {
  id: number
  name: string
  /** The regular price when it was booked. */
  priceCents: number
  /** The price after offers and points. */
  chargedCents: number
  durationMinutes: number
  professional: BookedProfessional
  startsAt: Date
  endsAt: Date
}

export function bookingRecord(
  { booking, canCancel }: BookingDetail,
  { settings }: Catalog,
): BookingRecord {
  const { day, minute } = wallClock(booking.startsAt, booking.timezone)
  return {
    id: booking.id,
    code: booking.code,
    state: booking.state,
    day: formatDate(day),
    time: formatTime(minute),
    timezone: booking.timezone,
    startsAt: booking.startsAt,
    endsAt: booking.endsAt,
    professional: booking.professional,
    assignedBy: booking.assignedBy,
    customerId: booking.customerId,
    contact: booking.contact,
    language: booking.language,
    services: booking.lines.map((line) => ({
      id: line.serviceId,
      name: textIn(line.name, settings.mainLanguage),
      priceCents: line.priceCents,
      chargedCents: line.chargedCents,
      durationMinutes: line.durationMinutes,
      professional: line.professional,
      startsAt: line.startsAt,
      endsAt: line.endsAt,
    })),
    subtotalCents: booking.subtotalCents,
    discountCents: booking.discountCents,
    totalCents: booking.totalCents,
    currency: booking.currency,
    paymentRequired: booking.paymentRequired,
    depositCents: bookingDepositCents(booking),
    guarantee: booking.guarantee,
    payment: booking.payment,
    payments: booking.payments,
    fee: booking.fee,
    takenCents: booking.takenCents,
    tipCents: booking.tipCents,
    pointsUsed: booking.pointsUsed,
    pointsEarned: booking.pointsEarned,
    notes: booking.notes,
    canCancel,
    expiresAt: booking.expiresAt,
    cancellation: booking.cancellation,
    reschedules: booking.reschedules,
    customerReschedules: booking.customerReschedules,
    refundLimitPercent: booking.refundLimitPercent,
    seriesId: booking.seriesId,
    source: booking.source,
    arrivedAt: booking.arrivedAt,
    createdAt: booking.createdAt,
    updatedAt: booking.updatedAt,
  }
}

import type { BookingDetail, BookingState, CustomerBookings } from '@silla/core'
import { fail } from '@silla/errors'
import { toMajor } from '@silla/money'
import { formatDate, formatTime } from '@silla/slots'
import { type Static, Type } from 'typebox'
import { BookedServiceWire, localTime, serializeBooking, stateWords } from './booking.ts'
import { parseDay } from './dates.ts'
import type { Locale } from './localize.ts'
import { type Page, paginationField, serializePagination } from './pagination.ts'
import { type Params, parseText } from './params.ts'
import {
  clockTime,
  closed,
  count,
  date,
  flag,
  identifier,
  money,
  nullable,
  oneOf,
  ref,
  text,
} from './schema.ts'

export const BookingItemWire = closed(
  {
    id: identifier('The booking'),
    codigo: text('Its code'),
    fecha: date('Day of the visit'),
    hora_inicio: clockTime('Start of the visit'),
    hora_fin: clockTime('End of the visit'),
    servicios: Type.Array(ref(BookedServiceWire), { description: 'What is done, in order' }),
    profesional: closed(
      { id: identifier('The professional'), nombre: text('Full name') },
      { description: 'Who does it' },
    ),
    total: money('What is due'),
    total_centimos: count('What is due, in cents'),
    moneda: text('Currency code'),
    estado: oneOf(Object.values(stateWords), 'State of the booking'),
    puede_cancelar: flag('The customer could cancel it now'),
  },
  { $id: 'ReservaResumen', description: "A booking, as a customer's list shows one" },
)

export const CustomerBookingsWire = closed({
  reservas: Type.Array(ref(BookingItemWire), {
    description: 'By start, latest first; without pages at most 500',
  }),
  proxima_reserva: nullable(
    closed(
      {
        id: identifier('The booking'),
        fecha: date('Its day'),
        hora_inicio: clockTime('Its start'),
      },
      { description: 'The next visit, whatever was filtered; null when there is none' },
    ),
  ),
  total: count('Bookings that match, on all pages'),
  ...paginationField,
})

/** How long a list is that nobody asked for in pages. */
const maxListLength = 500

/** The rows that a page, or a list without pages, is made of. */
export const bookingPage = (page: Page | null) => page ?? { page: 1, pageSize: maxListLength }

/** `estado`, `desde` and `hasta`; INVALID_STATUS, INVALID_DATE, INVALID_RANGE (D5, D18). */
export function parseBookingFilter(query: Params) {
  const state = parseState(query)
  const from = parseDay(query, 'desde')
  const to = parseDay(query, 'hasta')
  if (from !== null && to !== null && from > to) fail('INVALID_RANGE')
  return { state, from, to }
}

/** The Spanish words, and the English ones of the core, which the contract gives as well (D18). */
function parseState(query: Params): BookingState | null {
  const written = parseText(query, 'estado')
  if (written === null) return null
  const states = Object.keys(stateWords) as BookingState[]
  return (
    states.find((state) => written === state || written === stateWords[state]) ??
    fail('INVALID_STATUS')
  )
}

/** A customer's bookings. */
export function serializeCustomerBookings(
  found: CustomerBookings,
  page: Page | null,
  locale: Locale,
) {
  return {
    reservas: found.bookings.map((view) => serializeItem(view, locale)),
    proxima_reserva: found.next ? serializeNext(found.next) : null,
    total: found.total,
    ...(page && { pagination: serializePagination(found.total, page) }),
  } satisfies Static<typeof CustomerBookingsWire>
}

function serializeItem(view: BookingDetail, locale: Locale) {
  const { id, codigo, fecha, hora_inicio, hora_fin, servicios, profesional, estado } =
    serializeBooking(view, locale)
  const { totalCents, currency } = view.booking
  return {
    ...{ id, codigo, fecha, hora_inicio, hora_fin, servicios, profesional },
    ...{ total: toMajor(totalCents), total_centimos: totalCents, moneda: currency },
    estado,
    puede_cancelar: view.canCancel,
  } satisfies Static<typeof BookingItemWire>
}

function serializeNext({ id, ...next }: NonNullable<CustomerBookings['next']>) {
  const { day, minute } = localTime(next, next.startsAt)
  return { id, fecha: formatDate(day), hora_inicio: formatTime(minute) }
}

import {
  type BookingDetail,
  type BookingState,
  type CustomerBookings,
  mappedLater,
} from '@silla/core'
import { fail } from '@silla/errors'
import { toMajor } from '@silla/money'
import { formatDate, formatTime } from '@silla/slots'
import { type Static, Type } from 'typebox'
import { BookedServiceWire, localTime, serializeBooking, stateWords } from './booking.ts'
import { parseDay } from './dates.ts'
import type { Locale } from './localize.ts'
import { type Page, paginationField, serializePagination } from './pagination.ts'
import { type Params, parseId, parseText } from './params.ts'
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
import type { ToWrite } from './to-write.ts'

export const BookingItemWire = closed(
  {
    id: identifier('The booking'),
    codigo: text('Code of the booking'),
    fecha: date('Day of the visit'),
    hora_inicio: clockTime('Start of the visit'),
    hora_fin: clockTime('End of the visit'),
    servicios: Type.Array(ref(BookedServiceWire), { description: 'The services, in order' }),
    profesional: closed(
      { id: identifier('The professional'), nombre: text('Full name') },
      { description: 'The professional; of several, the one who does the first service' },
    ),
    total: money('Amount due'),
    total_centimos: count('Amount due, in cents'),
    moneda: text('Currency code'),
    estado: oneOf(Object.values(stateWords), 'State of the booking'),
    puede_cancelar: flag('Whether the customer may cancel it now'),
  },
  { $id: 'ReservaResumen', description: "A booking in a customer's list" },
)

export const CustomerBookingsWire = closed({
  reservas: Type.Array(ref(BookingItemWire), {
    description: 'By start, latest first; without pages at most 500',
  }),
  proxima_reserva: nullable(
    closed(
      {
        id: identifier('The booking'),
        fecha: date('Date of the visit'),
        hora_inicio: clockTime('Start of the visit'),
      },
      { description: 'The next visit, regardless of filters; null when there is none' },
    ),
  ),
  total: count('Number of matching bookings, on all pages'),
  ...paginationField,
})

/** The longest list that is returned without pages. */
const maxListLength = 500

/** The page to load: the requested one, or the longest list without pages. */
export const bookingPage = (page: Page | null) => page ?? { page: 1, pageSize: maxListLength }

/** `estado`, `desde` and `hasta`; INVALID_STATUS, INVALID_DATE, INVALID_RANGE (D5, D18). */
export function parseBookingFilter(params: Params) {
  const state = parseState(params)
  const from = parseDay(params, 'desde')
  const to = parseDay(params, 'hasta')
  if (from !== null && to !== null && from > to) fail('INVALID_RANGE')
  return { state, from, to }
}

/** `peluquero_id` and the same filters, for the bookings of the whole business. */
export function parseBusinessBookingFilter(params: Params) {
  const professionalId = parseId(params, 'peluquero_id')
  const filter = parseBookingFilter(params)
  return { ...filter, professionalId, customerId: null, earliestFirst: false }
}

/** The Spanish state names, and the English names of the core, which the contract allows (D18). */
function parseState(params: Params): BookingState | null {
  const word = parseText(params, 'estado')
  if (word === null) return null
  const states = Object.keys(stateWords) as BookingState[]
  return (
    states.find((state) => word === state || word === stateWords[state]) ?? fail('INVALID_STATUS')
  )
}

/** A customer's bookings, each serialized when it is written, because without a page they are all. */
export const serializeCustomerBookings = (
  found: CustomerBookings,
  page: Page | null,
  locale: Locale,
) =>
  ({
    reservas: mappedLater(found.bookings, (view) => serializeItem(view, locale)),
    proxima_reserva: found.next ? serializeNext(found.next) : null,
    total: found.total,
    ...(page && { pagination: serializePagination(found.total, page) }),
  }) satisfies ToWrite<Static<typeof CustomerBookingsWire>>

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

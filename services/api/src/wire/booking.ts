import {
  type Actor,
  type Alternative,
  type Booking,
  type BookingDetail,
  type BookingLine,
  type BookingState,
  nothingToRefund,
} from '@silla/core'
import { toMajor } from '@silla/money'
import { formatDate, formatTime, minutesPerDay, wallClock } from '@silla/slots'
import { type Static, Type } from 'typebox'
import { type Locale, localize } from './localize.ts'
import { maskContact, maskNotes } from './masking.ts'
import {
  PaymentSummaryWire,
  RefundWire,
  serializePaymentSummary,
  serializeRefund,
} from './payment-summary.ts'
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
  timestamp,
  whole,
} from './schema.ts'

export const stateWords = {
  pending: 'pendiente',
  confirmed: 'confirmada',
  completed: 'completada',
  cancelled: 'cancelada',
  no_show: 'no_show',
} as const satisfies Record<BookingState, string>

const cancellerWords = {
  customer: 'cliente',
  business: 'negocio',
  system: 'sistema',
} as const satisfies Record<Actor, string>

export const BookedServiceWire = closed(
  {
    id: identifier('The service'),
    nombre: text('Its name when it was booked, in the language asked for'),
    precio: money('Its regular price when it was booked'),
    duracion_minutos: count('Its length when it was booked, in minutes'),
  },
  { $id: 'ReservaServicio', description: 'A service of the booking, as it was when booked' },
)

const createdFields = {
  id: identifier('The booking'),
  codigo: text('Ten characters that prove the booking is yours; accepted in any case'),
  fecha: date('Day of the visit'),
  hora_inicio: clockTime('Start of the visit'),
  hora_fin: clockTime('End of the visit'),
  servicios: Type.Array(ref(BookedServiceWire), { description: 'What is done, in order' }),
  profesional: closed(
    { id: identifier('The professional'), nombre: text('Full name when it was booked') },
    { description: 'Who does it' },
  ),
  cliente: closed(
    {
      id: identifier('The customer'),
      nombre: text('Name'),
      email: text('E-mail; masked for a caller who only knows the code'),
      telefono: text(
        'Phone as E.164, empty when there is none; masked for a caller who only knows the code',
      ),
    },
    { description: "The booking's own copy of who comes" },
  ),
  subtotal: money('Regular prices'),
  descuento: money('Taken off by offers and points'),
  total: money('What is due'),
  total_centimos: count('What is due, in cents'),
  moneda: text('Currency code'),
  estado: oneOf(Object.values(stateWords), 'State of the booking'),
  pago_requerido: flag('It has to be paid online to be kept'),
  pago_pendiente: flag('That payment is still missing'),
  puntos_ganados: count('Points it awards'),
  created_at: timestamp('When it was made'),
}

export const BookingWire = closed(createdFields, {
  $id: 'Reserva',
  description: 'A booking, as creating one answers',
})

export const BookingDetailWire = closed(
  {
    ...createdFields,
    notas: text('Notes left with the booking; masked for a caller who only knows the code'),
    puede_cancelar: flag('The same caller could cancel it now'),
    cancelable_hasta: timestamp('The last moment a customer may cancel it'),
    inicio: timestamp('Start of the visit'),
    fin: timestamp('End of the visit'),
    timezone: text('Time-zone name that the date and times are in'),
    motivo_cancelacion: nullable(
      text('Why it was cancelled; null when it was not, or nobody said'),
    ),
    cancelada_en: nullable(timestamp('When it was cancelled; null when it was not')),
    cancelada_por: Type.Unsafe<(typeof cancellerWords)[Actor] | null>({
      type: ['string', 'null'],
      enum: [...Object.values(cancellerWords), null],
      description: 'Who cancelled it; null when it was not',
    }),
    pago: nullable(PaymentSummaryWire),
    a_pagar_ahora: whole('What may be paid online now, in cents'),
    reembolso: nullable(RefundWire),
    puntos_usados: count('Points it was paid with'),
    expira_en: nullable(
      timestamp('When it lapses unless confirmed or paid; null when it does not'),
    ),
    version: whole('Grows with every change'),
    updated_at: timestamp('Last change'),
  },
  { $id: 'ReservaDetalle', description: 'A booking with everything the caller may see' },
)

export const bookingComponents = [BookedServiceWire, BookingWire, BookingDetailWire]

/**
 * A booking as creating one answers; contact details leave masked unless the caller may see them
 * (D9).
 */
export function serializeBooking({ booking, contactVisible }: BookingDetail, locale: Locale) {
  const contact = contactVisible ? booking.contact : maskContact(booking.contact)
  const start = localTime(booking, booking.startsAt)
  const end = localTime(booking, booking.endsAt)
  return {
    id: booking.id,
    codigo: booking.code,
    fecha: formatDate(start.day),
    hora_inicio: formatTime(start.minute),
    // the midnight that ends the day, also where the clocks skip it and show a later hour by then
    hora_fin: formatTime(end.day > start.day ? minutesPerDay : end.minute),
    servicios: booking.lines.map((line) => serializeLine(line, locale)),
    profesional: { id: booking.professional.id, nombre: booking.professional.name },
    cliente: {
      id: booking.customerId,
      nombre: contact.name,
      email: contact.email,
      telefono: contact.phone,
    },
    subtotal: toMajor(booking.subtotalCents),
    descuento: toMajor(booking.discountCents),
    total: toMajor(booking.totalCents),
    total_centimos: booking.totalCents,
    moneda: booking.currency,
    estado: stateWords[booking.state],
    pago_requerido: booking.paymentRequired,
    pago_pendiente: booking.paymentRequired && booking.paymentId === null,
    puntos_ganados: booking.pointsEarned,
    created_at: booking.createdAt.toISOString(),
  } satisfies Static<typeof BookingWire>
}

/** A booking with everything the caller may see (D16). */
export function serializeBookingDetail(view: BookingDetail, locale: Locale) {
  const { booking } = view
  return {
    ...serializeBooking(view, locale),
    notas: view.contactVisible ? booking.notes : maskNotes(booking.notes),
    puede_cancelar: view.canCancel,
    cancelable_hasta: view.cancelableUntil.toISOString(),
    inicio: booking.startsAt.toISOString(),
    fin: booking.endsAt.toISOString(),
    timezone: booking.timezone,
    motivo_cancelacion: booking.cancellation?.reason ?? null,
    cancelada_en: booking.cancellation?.at.toISOString() ?? null,
    cancelada_por: booking.cancellation ? cancellerWords[booking.cancellation.by] : null,
    pago: serializePaymentSummary(booking.payment),
    a_pagar_ahora: view.dueNowCents,
    reembolso: serializeRefundOf(booking),
    puntos_usados: booking.pointsUsed,
    expira_en: booking.expiresAt?.toISOString() ?? null,
    version: booking.version,
    updated_at: booking.updatedAt.toISOString(),
  } satisfies Static<typeof BookingDetailWire>
}

/** What goes back; a cancelled booking for which nothing was paid says that too. */
function serializeRefundOf({ payment, state }: Booking) {
  const refund = payment?.refund ?? (state === 'cancelled' ? nothingToRefund : null)
  return refund && serializeRefund(refund)
}

/** A free time offered in place of the refused one. */
export const serializeAlternative = (alternative: Alternative) => ({
  fecha: formatDate(alternative.day),
  hora_inicio: formatTime(alternative.startMinute),
  peluquero_id: alternative.professionalId,
})

/** What the clocks of the salon show at a moment. */
export const localTime = ({ timezone }: Pick<Booking, 'timezone'>, at: Date) =>
  wallClock(at, timezone)

const serializeLine = (line: BookingLine, locale: Locale) =>
  ({
    id: line.serviceId,
    nombre: localize(line.name, locale),
    precio: toMajor(line.priceCents),
    duracion_minutos: line.durationMinutes,
  }) satisfies Static<typeof BookedServiceWire>

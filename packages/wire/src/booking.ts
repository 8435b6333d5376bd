import {
  type Actor,
  type Alternative,
  type BookedProfessional,
  type Booking,
  type BookingDetail,
  type BookingLine,
  type BookingState,
  bookingDepositCents,
  nothingToRefund,
  type SeriesVisit,
} from '@silla/core'
import { toMajor } from '@silla/money'
import { formatDate, formatTime, minutesPerDay, wallClock } from '@silla/slots'
import { type Static, Type } from 'typebox'
import { type Locale, localize } from './localize.ts'
import { maskContact, maskNotes } from './masking.ts'
import {
  BookingPaymentWire,
  PaymentSummaryWire,
  RefundWire,
  serializeBookingPayment,
  serializePaymentSummary,
  serializeRefund,
} from './payment-summary.ts'
import {
  BookingFeeWire,
  BookingGuaranteeWire,
  serializeBookingFee,
  serializeBookingGuarantee,
} from './saved-card.ts'
import {
  clockTime,
  closed,
  count,
  customerText,
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
import { serializeSeriesVisits, seriesVisits } from './series.ts'
import { serializeTillSummary, TillSummaryWire } from './till.ts'

export const stateWords = {
  pending: 'pendiente',
  confirmed: 'confirmada',
  completed: 'completada',
  cancelled: 'cancelada',
  no_show: 'no_show',
} as const satisfies Record<BookingState, string>

const actorWords = {
  customer: 'cliente',
  business: 'negocio',
  system: 'sistema',
} as const satisfies Record<Actor, string>

export const BookedServiceWire = closed(
  {
    id: identifier('The service'),
    nombre: text('Name at the time of booking, in the requested language'),
    precio: money('Regular price at the time of booking'),
    duracion_minutos: count('Length at the time of booking, in minutes'),
    profesional: closed(
      { id: identifier('The professional'), nombre: text('Full name at the time of booking') },
      { description: 'Who does it' },
    ),
    hora_inicio: clockTime('Its start'),
    hora_fin: clockTime('Its end'),
  },
  {
    $id: 'ReservaServicio',
    description: 'A service of a booking, as it was at the time of booking',
  },
)

const createdFields = {
  id: identifier('The booking'),
  codigo: text('Ten characters that prove access to the booking; upper or lower case'),
  fecha: date('Day of the visit'),
  hora_inicio: clockTime('Start of the visit'),
  hora_fin: clockTime('End of the visit'),
  servicios: Type.Array(ref(BookedServiceWire), { description: 'The services, in order' }),
  profesional: closed(
    { id: identifier('The professional'), nombre: text('Full name at the time of booking') },
    { description: 'The professional; of several, the one who does the first service' },
  ),
  asignado_por: oneOf(
    Object.values(actorWords),
    'Who chose the professional: `sistema` when the request left it open',
  ),
  cliente: closed(
    {
      id: identifier('The customer'),
      nombre: customerText('Name'),
      email: text('E-mail; masked for a caller whose only proof is the code'),
      telefono: text(
        'Phone in E.164, empty when there is none; masked for a caller whose only proof is the ' +
          'code',
      ),
    },
    { description: 'Contact details of the customer, as given for this booking' },
  ),
  subtotal: money('Total of the regular prices'),
  descuento: money('Discount by offers and points'),
  total: money('Amount due'),
  total_centimos: count('Amount due, in cents'),
  moneda: text('Currency code'),
  estado: oneOf(Object.values(stateWords), 'State of the booking'),
  pago_requerido: flag('Whether it expires unless it is paid online'),
  pago_pendiente: flag('Whether that payment is still missing'),
  puntos_ganados: count('Points it awards'),
  created_at: timestamp('Creation time'),
}

const seriesField = nullable(
  identifier('What joins the visits that one request has booked; null: it was booked alone'),
)

// A response without the last three is that of each release to the same request, also to a repeated one.
export const BookingWire = closed(
  {
    ...createdFields,
    serie: Type.Optional(seriesField),
    visitas: Type.Optional(seriesVisits('repetir')),
    simulado: Type.Optional(
      flag('Whether it was only tried, with `X-Simular`; absent unless it is tried or repeated'),
    ),
  },
  { $id: 'Reserva', description: 'A new booking' },
)

export const BookingDetailWire = closed(
  {
    ...createdFields,
    serie: seriesField,
    notas: customerText('Notes of the booking; masked for a caller whose only proof is the code'),
    puede_cancelar: flag('Whether this caller may cancel it now'),
    cancelable_hasta: timestamp('The last time at which a customer may cancel it'),
    puede_reprogramar: flag('Whether this caller may move it to another time now'),
    reprogramable_hasta: timestamp('The last time at which a customer may move it'),
    inicio: timestamp('Start of the visit'),
    fin: timestamp('End of the visit'),
    timezone: text('Name of the time zone of the date and times'),
    motivo_cancelacion: nullable(
      customerText('Reason of the cancellation; null when not cancelled or without a reason'),
    ),
    nota_interna: nullable(
      text(
        'Note of the business about the cancellation; null without one, and for every caller ' +
          'but the business with its secret key',
      ),
    ),
    cancelada_en: nullable(timestamp('Time of the cancellation; null when not cancelled')),
    cancelada_por: Type.Unsafe<(typeof actorWords)[Actor] | null>({
      type: ['string', 'null'],
      enum: [...Object.values(actorWords), null],
      description: 'Who cancelled it; null when not cancelled',
    }),
    pago: nullable(PaymentSummaryWire),
    pagos: Type.Array(ref(BookingPaymentWire), {
      description: 'All online payments, in the order of their requests; also those of a fee',
    }),
    senal: nullable(
      money('The deposit that is paid of it online, the rest at the business; null: no deposit'),
    ),
    garantia: nullable(BookingGuaranteeWire),
    cargo: nullable(BookingFeeWire),
    a_pagar_ahora: whole('Amount that can be paid online now, in cents; that of a fee too'),
    resto: money('What is left to be paid at the business; never paid online'),
    caja: TillSummaryWire,
    reembolso: nullable(RefundWire),
    llegada_en: nullable(
      timestamp(
        'When the customer came in, as the business recorded it; null before that, and for every ' +
          'caller but the business',
      ),
    ),
    origen: nullable(
      text(
        'Where the customer came from, such as `google`; null when unknown, and for every caller but ' +
          'the business',
      ),
    ),
    puntos_usados: count('Points it was paid with'),
    expira_en: nullable(
      timestamp('When it expires unless confirmed or paid; null when it does not expire'),
    ),
    version: whole('Increases with every change'),
    updated_at: timestamp('Time of the last change'),
  },
  { $id: 'ReservaDetalle', description: 'A booking with all details that the caller may see' },
)

export const bookingComponents = [
  BookedServiceWire,
  BookingPaymentWire,
  BookingWire,
  BookingDetailWire,
]

/** A new booking, the first of its series, or one that was only tried. */
export const serializeBooking = (
  view: BookingDetail,
  locale: Locale,
  {
    visits = null,
    simulated = false,
  }: { visits?: readonly SeriesVisit[] | null; simulated?: boolean } = {},
) =>
  ({
    ...serializeCreated(view, locale),
    ...((visits !== null || simulated) && {
      serie: view.booking.seriesId,
      visitas: serializeSeriesVisits(visits),
      simulado: simulated,
    }),
  }) satisfies Static<typeof BookingWire>

/** Contact details are masked unless the caller may see them (D9). */
function serializeCreated({ booking, contactVisible }: BookingDetail, locale: Locale) {
  const contact = contactVisible ? booking.contact : maskContact(booking.contact)
  return {
    id: booking.id,
    codigo: booking.code,
    fecha: formatDate(localTime(booking, booking.startsAt).day),
    ...serializeTimes(booking, booking),
    servicios: booking.lines.map((line) => serializeLine(line, booking, locale)),
    profesional: serializeProfessional(booking.professional),
    asignado_por: actorWords[booking.assignedBy],
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

/** A booking with all details that the caller may see (D16). */
export function serializeBookingDetail(view: BookingDetail, locale: Locale) {
  const { booking } = view
  const depositCents = bookingDepositCents(booking)
  return {
    ...serializeCreated(view, locale),
    serie: booking.seriesId,
    notas: view.notesVisible ? booking.notes : maskNotes(booking.notes),
    puede_cancelar: view.canCancel,
    cancelable_hasta: view.cancelableUntil.toISOString(),
    puede_reprogramar: view.canReschedule,
    reprogramable_hasta: view.reschedulableUntil.toISOString(),
    inicio: booking.startsAt.toISOString(),
    fin: booking.endsAt.toISOString(),
    timezone: booking.timezone,
    motivo_cancelacion: booking.cancellation?.reason ?? null,
    nota_interna: view.internalNote,
    cancelada_en: booking.cancellation?.at.toISOString() ?? null,
    cancelada_por: booking.cancellation ? actorWords[booking.cancellation.by] : null,
    pago: serializePaymentSummary(booking.payment),
    pagos: booking.payments.map(serializeBookingPayment),
    senal: depositCents === null ? null : toMajor(depositCents),
    garantia: booking.guarantee && serializeBookingGuarantee(booking.guarantee, booking),
    cargo: booking.fee && serializeBookingFee(booking.fee),
    a_pagar_ahora: view.dueNowCents,
    resto: toMajor(view.restCents),
    caja: serializeTillSummary({ ...booking, ...view }),
    reembolso: serializeRefundOf(booking),
    llegada_en: view.arrivedAt?.toISOString() ?? null,
    origen: view.source,
    puntos_usados: booking.pointsUsed,
    expira_en: booking.expiresAt?.toISOString() ?? null,
    version: booking.version,
    updated_at: booking.updatedAt.toISOString(),
  } satisfies Static<typeof BookingDetailWire>
}

/** The refund; a cancelled booking without a payment has one in state `no_aplica`. */
function serializeRefundOf({ payment, state }: Booking) {
  const refund = payment?.refund ?? (state === 'cancelled' ? nothingToRefund : null)
  return refund && serializeRefund(refund)
}

/** A free time offered with SLOT_NOT_AVAILABLE. */
export const serializeAlternative = (alternative: Alternative) => ({
  fecha: formatDate(alternative.day),
  hora_inicio: formatTime(alternative.startMinute),
  peluquero_id: alternative.professionalId,
})

type LocalVisit = Pick<Booking, 'timezone'>

/** The local date and time of the salon at an instant. */
export const localTime = ({ timezone }: LocalVisit, at: Date) => wallClock(at, timezone)

/** A service of a booking or of a hold. */
export const serializeLine = (line: BookingLine, visit: LocalVisit, locale: Locale) =>
  ({
    id: line.serviceId,
    nombre: localize(line.name, locale),
    precio: toMajor(line.priceCents),
    duracion_minutos: line.durationMinutes,
    profesional: serializeProfessional(line.professional),
    ...serializeTimes(visit, line),
  }) satisfies Static<typeof BookedServiceWire>

export const serializeProfessional = ({ id, name }: BookedProfessional) => ({ id, nombre: name })

/** Start and end on the clocks of the salon. */
export function serializeTimes(
  visit: LocalVisit,
  { startsAt, endsAt }: Pick<Booking, 'startsAt' | 'endsAt'>,
) {
  const start = localTime(visit, startsAt)
  const end = localTime(visit, endsAt)
  return {
    hora_inicio: formatTime(start.minute),
    // 00:00 at midnight, even where a change of the clocks skips that hour
    hora_fin: formatTime(end.day > start.day ? minutesPerDay : end.minute),
  }
}

import {
  type Catalog,
  type EventType,
  type MovementKind,
  type RefundState,
  type StoredEvent,
  storedBlockChange,
  storedBookingChange,
  storedCustomerChange,
  storedDisputeChange,
  storedErasedCustomer,
  storedMergeEvent,
  storedNewReview,
  storedOrder,
  storedPaymentChange,
  storedPaymentInquiry,
  storedPayout,
  storedPointsChange,
  storedRefundChange,
  storedTillChange,
  storedUnexpectedPayment,
  storedWaitlistEntry,
  viewOfChange,
} from '@silla/core'
import { formatDate, formatTime } from '@silla/slots'
import { type Static, type TSchema, Type } from 'typebox'
import { BlockWire, serializeBlock } from './block.ts'
import { BookingDetailWire, localTime, serializeBookingDetail } from './booking.ts'
import {
  DisputedPaymentWire,
  eventPaymentComponents,
  InquiredPaymentWire,
  PaymentChangeWire,
  RefundChangeWire,
  serializeDisputedPayment,
  serializeInquiredPayment,
  serializePaymentChange,
  serializeRefundChange,
  serializeUnexpectedPayment,
  UnexpectedPaymentWire,
} from './event-payments.ts'
import type { Locale } from './localize.ts'
import { OrderWire, serializeOrder } from './order.ts'
import { PayoutWire, serializePayout } from './payout.ts'
import { MovementWire, serializeMovement } from './points.ts'
import { ReviewWire, serializeReview } from './professional.ts'
import { ErasureWire, ProfileWire, serializeErasure, serializeProfile } from './profile.ts'
import { clockTime, closed, date, identifier, nullable, timestamp } from './schema.ts'
import { serializeTillEntry, TillEntryWire } from './till.ts'
import { serializeWaitlistEntry, WaitlistEntryWire } from './waitlist.ts'

/** How events of one type leave Silla. */
export interface EventTypeDefinition {
  /** What has happened, as a sentence of the documentation. */
  description: string
  /** Of `datos`, with an `$id`. */
  schema: TSchema
  /** `datos`, from what was stored. */
  serialize(event: ReadEvent, context: EventContext): object
}

/** An event whose payload was parsed. */
type ReadEvent = Omit<StoredEvent, 'payload'> & { payload: unknown }

/** What the shapes of events need besides their payload. */
export interface EventContext {
  catalog: Catalog
  locale: Locale
}

const MovedBookingChangeWire = closed(
  {
    ...BookingDetailWire.properties,
    anterior: closed(
      {
        fecha: date('Day of the visit'),
        hora_inicio: clockTime('Start of the visit'),
        inicio: timestamp('Start of the visit'),
      },
      { description: 'When the visit was to be before' },
    ),
  },
  { $id: 'EventoReservaReprogramada', description: 'A booking that was moved' },
)

const PointsChangeWire = closed(
  {
    ...MovementWire.properties,
    id: nullable(identifier('The movement; null for one that was recorded before events named it')),
    cliente_id: identifier('The customer'),
  },
  { $id: 'EventoPuntos', description: 'A movement of the points of a customer' },
)

const NewReviewWire = closed(
  {
    ...ReviewWire.properties,
    reserva_id: identifier('The booking that is reviewed'),
    peluquero_id: identifier('The professional'),
  },
  { $id: 'EventoResena', description: 'A new review' },
)

const ErasedCustomerWire = closed(ErasureWire.properties, {
  $id: 'EventoClienteBorrado',
  description: 'A customer whose personal data was erased',
})

const MergeEventWire = closed(
  {
    id: identifier('The customer who has the records of both'),
    fusionado_id: identifier('The customer who was merged into them'),
  },
  { $id: 'EventoClienteFusionado', description: 'Two customers who became one' },
)

const bookingChange = (description: string): EventTypeDefinition => ({
  description,
  schema: BookingDetailWire,
  serialize: (event, { catalog, locale }) => {
    const change = storedBookingChange.parse(event.payload)
    return serializeBookingDetail(viewOfChange(catalog, change, event), locale)
  },
})

const bookingMoved = (description: string): EventTypeDefinition => ({
  description,
  schema: MovedBookingChangeWire,
  serialize: (event, { catalog, locale }) => {
    const change = storedBookingChange.parse(event.payload)
    const before = change.movedFrom ?? change.startsAt
    const { day, minute } = localTime(change, before)
    return {
      ...serializeBookingDetail(viewOfChange(catalog, change, event), locale),
      anterior: {
        fecha: formatDate(day),
        hora_inicio: formatTime(minute),
        inicio: before.toISOString(),
      },
    } satisfies Static<typeof MovedBookingChangeWire>
  },
})

const paymentChange = (description: string): EventTypeDefinition => ({
  description,
  schema: PaymentChangeWire,
  serialize: ({ payload }) => serializePaymentChange(storedPaymentChange.parse(payload)),
})

const disputeChange = (description: string): EventTypeDefinition => ({
  description,
  schema: DisputedPaymentWire,
  serialize: ({ payload }) => serializeDisputedPayment(storedDisputeChange.parse(payload)),
})

const refundChange = (state: RefundState, description: string): EventTypeDefinition => ({
  description,
  schema: RefundChangeWire,
  serialize: ({ payload }) => serializeRefundChange(storedRefundChange.parse(payload), state),
})

const orderChange = (description: string): EventTypeDefinition => ({
  description,
  schema: OrderWire,
  serialize: ({ payload }, { catalog, locale }) =>
    serializeOrder(storedOrder.parse(payload), catalog, locale),
})

const tillChange = (description: string): EventTypeDefinition => ({
  description,
  schema: TillEntryWire,
  serialize: ({ payload }) => serializeTillEntry(storedTillChange.parse(payload)),
})

const blockChange = (description: string): EventTypeDefinition => ({
  description,
  schema: BlockWire,
  serialize: ({ payload }, { locale }) => {
    const { timezone, ...block } = storedBlockChange.parse(payload)
    return serializeBlock(block, timezone, locale)
  },
})

const customerChange = (description: string): EventTypeDefinition => ({
  description,
  schema: ProfileWire,
  serialize: ({ payload }) => {
    const { customerId, ...profile } = storedCustomerChange.parse(payload)
    return serializeProfile({ ...profile, id: customerId })
  },
})

const pointsChange = (kind: MovementKind, description: string): EventTypeDefinition => ({
  description,
  schema: PointsChangeWire,
  serialize: ({ payload, occurredAt }, { locale }) => {
    const { id, customerId, points, balance, concept, bookingId } =
      storedPointsChange.parse(payload)
    const movement = { kind, points, balanceAfter: balance, concept, bookingId }
    return {
      ...serializeMovement({ ...movement, id: id ?? 0, createdAt: occurredAt }, locale),
      id,
      cliente_id: customerId,
    } satisfies Static<typeof PointsChangeWire>
  },
})

const waitlistChange = (description: string): EventTypeDefinition => ({
  description,
  schema: WaitlistEntryWire,
  serialize: ({ payload }, { locale }) =>
    serializeWaitlistEntry(
      { entry: storedWaitlistEntry.parse(payload), contactVisible: true },
      locale,
    ),
})

/**
 * Every type of event with the shape of its `datos` (D31): the shapes of REST, as a secret key sees
 * them. A shape may grow, and nothing else (docs/events.md).
 */
export const eventTypes = {
  'reserva.creada': bookingChange('A booking was made; it may wait for payment or confirmation.'),
  'reserva.confirmada': bookingChange('A pending booking was confirmed or paid.'),
  'reserva.reprogramada': bookingMoved('A booking was moved to another time or other people.'),
  'reserva.modificada': bookingChange('The services of a booking, or their prices, were changed.'),
  'reserva.llegada': bookingChange(
    'The customer came in, or this was undone: then `llegada_en` is null.',
  ),
  'reserva.completada': bookingChange('The visit took place.'),
  'reserva.cancelada': bookingChange('A booking was cancelled, or expired without payment.'),
  'reserva.no_show': bookingChange('The customer did not come.'),
  'pago.completado': paymentChange('Money arrived.'),
  'pago.fallido': paymentChange('An attempt to pay failed; it can be tried again.'),
  'pago.cancelado': paymentChange('A payment was given up.'),
  'pago.revision': {
    description: 'Another amount or currency arrived than was requested; the business decides.',
    schema: UnexpectedPaymentWire,
    serialize: ({ payload }) => serializeUnexpectedPayment(storedUnexpectedPayment.parse(payload)),
  },
  'pago.consulta': {
    description: 'The payer’s bank inquires about a payment; it may be disputed next.',
    schema: InquiredPaymentWire,
    serialize: ({ payload }) => serializeInquiredPayment(storedPaymentInquiry.parse(payload)),
  },
  'pago.disputado': disputeChange(
    'The payer disputes a payment at their bank, or an appeal opened the dispute again.',
  ),
  'pago.disputa_cerrada': disputeChange('A dispute was won or lost.'),
  'reembolso.solicitado': refundChange('pending', 'A refund was requested.'),
  'reembolso.completado': refundChange('completed', 'A refund was made.'),
  'reembolso.fallido': refundChange('failed', 'The processor refused a refund.'),
  'reembolso.cancelado': refundChange(
    'cancelled',
    'A refund is not made, because a lost dispute or a refund made at the processor has returned ' +
      'the money, or more than what would be left; the rest is another refund.',
  ),
  'cliente.creado': customerChange('The business added a customer.'),
  'cliente.registrado': customerChange('A customer opened an account.'),
  'cliente.actualizado': customerChange('A customer changed their profile, or the business did.'),
  'cliente.borrado': {
    description: 'The personal data of a customer was erased; erase your copies.',
    schema: ErasedCustomerWire,
    serialize: ({ payload, occurredAt }) =>
      serializeErasure({
        id: storedErasedCustomer.parse(payload).customerId,
        erasedAt: occurredAt,
      }),
  },
  'cliente.fusionado': {
    description:
      'A customer was merged into another, who now has their bookings and everything else; the old ' +
      'id is no customer any more.',
    schema: MergeEventWire,
    serialize: ({ payload }) => {
      const { customerId, sourceId } = storedMergeEvent.parse(payload)
      return { id: customerId, fusionado_id: sourceId }
    },
  },
  'puntos.ganados': pointsChange('earned', 'A customer earned points.'),
  'puntos.canjeados': pointsChange('redeemed', 'A customer redeemed points.'),
  'puntos.comprados': pointsChange('bought', 'A customer bought points.'),
  'puntos.revertidos': pointsChange('reverted', 'Points were taken back.'),
  'puntos.ajustados': pointsChange('adjusted', 'The business changed the points of a customer.'),
  'pedido.creado': orderChange('A customer ordered products, which are reserved for half an hour.'),
  'pedido.pagado': orderChange('An order was paid.'),
  'pedido.entregado': orderChange(
    'Products were handed over at the business: sold there, or ordered before and paid there.',
  ),
  'pedido.cancelado': orderChange(
    'An order expired without payment; its products are for sale again.',
  ),
  'pedido.reembolsado': orderChange('All that was paid for an order is refunded.'),
  'cobro.registrado': tillChange('The business took money for a booking or an order.'),
  'cobro.anulado': tillChange('An entry of the till was reversed: `anula_id` names it.'),
  'liquidacion.fallida': {
    description: 'The bank has returned a payout; its money is part of the next one.',
    schema: PayoutWire,
    serialize: ({ payload }) => serializePayout(storedPayout.parse(payload)),
  },
  'bloqueo.creado': blockChange('Time was taken out of the diary.'),
  'bloqueo.borrado': blockChange('Blocked time can be booked again.'),
  'resena.creada': {
    description: 'A customer reviewed a visit.',
    schema: NewReviewWire,
    serialize: ({ payload }) => {
      const review = storedNewReview.parse(payload)
      return {
        ...serializeReview(review),
        reserva_id: review.bookingId,
        peluquero_id: review.professionalId,
      } satisfies Static<typeof NewReviewWire>
    },
  },
  'espera.creada': waitlistChange('A customer joined the waitlist.'),
  'espera.ofrecida': waitlistChange('Free time was offered to a customer of the waitlist.'),
  'espera.aceptada': waitlistChange('A customer of the waitlist accepted an offer.'),
  'espera.caducada': waitlistChange('An entry of the waitlist ended without a booking.'),
  'espera.retirada': waitlistChange('A customer left the waitlist.'),
} as const satisfies Record<EventType, EventTypeDefinition>

/** Schemas of `datos` that no path of REST has. */
export const eventDataComponents = [
  MovedBookingChangeWire,
  ...eventPaymentComponents,
  ErasedCustomerWire,
  MergeEventWire,
  PointsChangeWire,
  NewReviewWire,
]

/** Their names, in the order of the documentation. */
export const eventTypeNames = Object.keys(eventTypes) as (keyof typeof eventTypes)[]

/**
 * The type of an event in a response. It is any text: types are added within a version of the API,
 * and a client that was generated before has to accept them. `examples` has those of this release.
 *
 * @param others names that are not types of the feed
 */
export const openEventType = (description: string, others: readonly string[] = []) =>
  Type.String({
    description: `${description}. Types are added: ignore those that you do not know`,
    examples: [...eventTypeNames, ...others],
  })

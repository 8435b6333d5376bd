import type { BookingChange, Catalog, EventType, Order, StoredEvent, TillChange } from '@silla/core'
import { serializeEvent } from '@silla/wire'

/** An event of each type as the core stores it, with every optional part, and as it is delivered. */
export const sampleEvents = (): Record<EventType, object> =>
  Object.fromEntries(
    (Object.keys(payloads) as EventType[]).map((type, index) => {
      const event: StoredEvent = {
        id: 1000 + index,
        position: index + 1,
        type,
        occurredAt: new Date('2030-03-04T08:05:00Z'),
        payload: JSON.stringify(payloads[type]),
        internalNote: type === 'reserva.cancelada' ? 'Segunda vez este mes' : null,
      }
      return [type, serializeEvent(event, context)]
    }),
  ) as Record<EventType, object>

const context = {
  businessId: '0f8fad5b-d9cb-469f-a165-70867728950e',
  catalog: {
    settings: {
      currency: 'EUR',
      cancellationHours: 24,
      rescheduleHours: null,
      rescheduleLimit: 5,
      acceptsOnlinePayments: true,
    },
  } as unknown as Catalog,
  locale: { text: 'es', message: 'es', main: 'es', assetsBaseUrl: '' },
} as const

const contact = { name: 'Laura Gil', email: 'laura@example.com', phone: '+34612345678' }
const ana = { id: 1003, name: 'Ana Torres' }
const at = (time: string) => new Date(`2030-03-${time}Z`)
const [start, end] = [at('06T09:00'), at('06T09:30')]

const booking: BookingChange = {
  id: 1001,
  code: '7K2MP9QRST',
  state: 'confirmed',
  startsAt: start,
  endsAt: end,
  timezone: 'Europe/Madrid',
  professional: ana,
  assignedBy: 'customer',
  customerId: 1002,
  contact,
  language: 'es',
  lines: [
    {
      serviceId: 1004,
      name: { es: 'Corte', en: 'Haircut', ar: 'قص شعر' },
      priceCents: 1999,
      chargedCents: 1450,
      vatBasisPoints: 2100,
      durationMinutes: 30,
      pointsAwarded: 14,
      professional: ana,
      startsAt: start,
      endsAt: end,
      phases: [30],
      bufferMinutes: 0,
      unitIds: [],
    },
  ],
  subtotalCents: 1999,
  discountCents: 549,
  totalCents: 1450,
  currency: 'EUR',
  paymentRequired: false,
  depositCents: null,
  guarantee: null,
  paymentId: null,
  payment: null,
  payments: [],
  fee: null,
  ...{ takenCents: 0, tipCents: 0 },
  cancellation: null,
  pointsUsed: 0,
  pointsEarned: 14,
  pointsRound: 0,
  notes: 'Alergia al tinte',
  expiresAt: null,
  reschedules: 0,
  customerReschedules: 0,
  refundLimitPercent: 100,
  seriesId: null,
  source: 'google',
  arrivedAt: null,
  version: 1,
  createdAt: at('04T08:00'),
  updatedAt: at('04T08:00'),
  movedFrom: null,
}
const changed = { version: 2, updatedAt: at('04T08:05') }

const payment = {
  paymentId: 1005,
  state: 'completed',
  customerId: 1002,
  bookingId: 1001,
  orderId: null,
  packageId: null,
  code: '7K2MP9QRST',
  amountCents: 1450,
  currency: 'EUR',
  receiptUrl: 'https://pay.example/receipts/1005',
}
const dispute = {
  disputeId: 1006,
  disputeCents: 1450,
  reason: 'fraudulent',
  disputeState: 'open',
  respondBy: at('13T22:59'),
  disputeUrl: 'https://dashboard.stripe.com/disputes/du_1Pq7',
  consent: {
    version: '3f2a9c1e',
    body: 'Si no vienes se cobra la cita entera.',
    language: 'es',
    noShowCents: 1450,
    lateCancelCents: 725,
    currency: 'EUR',
    acceptedAt: at('04T08:05'),
  },
}
const refund = { ...payment, refundId: 1007, refundCents: 1450, reason: 'cancelled' }

const profile = {
  customerId: 1002,
  name: contact.name,
  email: contact.email,
  phone: contact.phone,
  language: 'es',
  birthDate: '1990-05-17',
  acceptsMarketing: false,
  emailVerified: true,
  pointsBalance: 14,
  bookings: 1,
  createdAt: at('04T08:00'),
}

const points = { id: 1008, customerId: 1002, points: 14, balance: 14, bookingId: 1001 }
const visit = { concept: { reason: 'visit', bookingCode: '7K2MP9QRST' } }

const order: Order = {
  id: 1009,
  code: 'R4T8W2XYZ9',
  state: 'pending',
  customerId: 1002,
  contact,
  language: 'es',
  lines: [
    {
      productId: 1010,
      name: { es: 'Cera', en: 'Wax', ar: 'شمع' },
      priceCents: 1400,
      chargedCents: 1200,
      vatBasisPoints: 2100,
      quantity: 2,
    },
  ],
  subtotalCents: 2800,
  discountCents: 400,
  totalCents: 2400,
  currency: 'EUR',
  paymentId: null,
  payment: null,
  ...{ takenCents: 0, tipCents: 0 },
  pointsEarned: 24,
  notes: '',
  expiresAt: at('04T08:35'),
  version: 1,
  createdAt: at('04T08:05'),
  updatedAt: at('04T08:05'),
}
const paid = {
  paymentId: 1005,
  payment: {
    paymentId: 1005,
    state: 'completed',
    amountCents: 2400,
    refund: null,
    rescheduleRefundCents: 0,
  },
  expiresAt: null,
  ...changed,
}
const refunded = {
  ...paid,
  payment: {
    ...paid.payment,
    state: 'refunded',
    refund: { applies: true, amountCents: 2400, state: 'completed' },
  },
}

const block = {
  id: 1011,
  professional: ana,
  resource: null,
  startsAt: at('06T15:00'),
  endsAt: at('06T17:30'),
  reason: 'Curso de color',
  createdAt: at('04T08:05'),
  timezone: 'Europe/Madrid',
}

const cash: TillChange = {
  id: 1017,
  bookingId: 1001,
  orderId: null,
  code: '7K2MP9QRST',
  customerId: 1002,
  method: 'cash',
  amountCents: 1450,
  tipCents: 200,
  currency: 'EUR',
  reversesId: null,
  reversedById: null,
  reason: '',
  author: { kind: 'staff', name: 'Ana Ruiz', id: 1018 },
  createdAt: at('06T09:35'),
}

const entry = {
  id: 1012,
  code: '3M5N7P9QRS',
  state: 'waiting',
  services: [{ id: 1004, name: { es: 'Corte', en: 'Haircut', ar: 'قص شعر' } }],
  professional: ana,
  lineProfessionalIds: null,
  firstDay: 21_979,
  lastDay: 21_983,
  fromMinute: 960,
  toMinute: null,
  customerId: null,
  contact,
  language: 'es',
  notes: '',
  unansweredOffers: 0,
  offer: null,
  bookingId: null,
  timezone: 'Europe/Madrid',
  createdAt: at('04T08:00'),
  updatedAt: at('04T08:05'),
}
const offer = {
  id: 1013,
  holdId: 1014,
  startsAt: start,
  endsAt: end,
  professional: ana,
  expiresAt: at('04T08:20'),
}

const payloads: Record<EventType, object> = {
  'reserva.creada': booking,
  'reserva.confirmada': { ...booking, ...changed },
  'reserva.reprogramada': { ...booking, ...changed, reschedules: 1, movedFrom: at('05T09:00') },
  'reserva.modificada': { ...booking, ...changed },
  'reserva.llegada': { ...booking, ...changed, arrivedAt: at('06T08:55') },
  'reserva.completada': { ...booking, ...changed, state: 'completed' },
  'reserva.cancelada': {
    ...booking,
    ...changed,
    state: 'cancelled',
    cancellation: { at: at('04T08:05'), by: 'customer', reason: 'No puedo ir' },
  },
  'reserva.no_show': { ...booking, ...changed, state: 'no_show' },
  'pago.completado': payment,
  'pago.fallido': { ...payment, state: 'failed', receiptUrl: '' },
  'pago.cancelado': { ...payment, state: 'cancelled', receiptUrl: '' },
  'pago.revision': { ...payment, state: 'review', receivedCents: 1400, receivedCurrency: 'eur' },
  'pago.consulta': {
    ...payment,
    inquiryId: 1006,
    inquiryCents: 1450,
    reason: dispute.reason,
    respondBy: dispute.respondBy,
    inquiryUrl: dispute.disputeUrl,
  },
  'pago.disputado': { ...payment, ...dispute, state: 'disputed' },
  'pago.disputa_cerrada': { ...payment, ...dispute, disputeState: 'won' },
  'reembolso.solicitado': refund,
  'reembolso.completado': { ...refund, state: 'refunded' },
  'reembolso.fallido': refund,
  'reembolso.cancelado': refund,
  'cliente.creado': { ...profile, emailVerified: false },
  'cliente.registrado': profile,
  'cliente.actualizado': profile,
  'cliente.borrado': { customerId: 1002 },
  'cliente.fusionado': { customerId: 1002, sourceId: 1003 },
  'puntos.ganados': { ...points, ...visit },
  'puntos.canjeados': {
    ...points,
    points: -10,
    balance: 4,
    concept: { reason: 'redeemed', bookingCode: '7K2MP9QRST' },
  },
  'puntos.comprados': {
    ...points,
    points: 100,
    balance: 114,
    bookingId: null,
    concept: { reason: 'package', name: { es: 'Cien puntos', en: 'A hundred points', ar: '' } },
  },
  'puntos.revertidos': {
    ...points,
    points: -14,
    balance: 0,
    concept: { reason: 'taken_back', bookingCode: '7K2MP9QRST', asked: 14 },
  },
  'puntos.ajustados': {
    ...points,
    points: 5,
    balance: 19,
    bookingId: null,
    concept: { reason: 'adjustment', note: 'Cumpleaños' },
  },
  'pedido.creado': order,
  'pedido.pagado': { ...order, ...paid, state: 'paid' },
  'pedido.entregado': { ...order, ...changed, state: 'delivered', expiresAt: null },
  'pedido.cancelado': { ...order, ...changed, state: 'cancelled', expiresAt: null },
  'pedido.reembolsado': { ...order, ...refunded, state: 'refunded' },
  'cobro.registrado': cash,
  'cobro.anulado': {
    ...cash,
    ...{ id: 1019, amountCents: -1450, tipCents: -200, reversesId: 1017 },
    reason: 'Pagó con tarjeta',
    createdAt: at('06T09:40'),
  },
  'liquidacion.fallida': {
    id: 1021,
    account: 'acct_1AbCdEfGhIjKlMnO',
    payoutRef: 'po_1AbCdEfGhIjKlMnO',
    state: 'failed',
    amountCents: 41_230,
    currency: 'EUR',
    arrivesOn: '2030-03-08',
    failureCode: 'account_closed',
    failureMessage: 'The bank account has been closed.',
    createdAt: at('06T09:40'),
  },
  'bloqueo.creado': block,
  'bloqueo.borrado': block,
  'resena.creada': {
    id: 1015,
    customerName: 'Laura G.',
    rating: 5,
    comment: 'Perfecto',
    day: 21_977,
    bookingId: 1001,
    professionalId: 1003,
  },
  'espera.creada': entry,
  'espera.ofrecida': { ...entry, state: 'offered', offer },
  'espera.aceptada': { ...entry, state: 'accepted', bookingId: 1001 },
  'espera.caducada': { ...entry, state: 'expired' },
  'espera.retirada': { ...entry, state: 'withdrawn' },
}

import { type Catalog, type CustomerExport, mappedLater } from '@silla/core'
import { toMajor } from '@silla/money'
import { type Static, Type } from 'typebox'
import { BookingDetailWire, serializeBookingDetail } from './booking.ts'
import { ConsentWire, CustomerNoteWire, serializeConsent, serializeNote } from './customer-note.ts'
import type { Locale } from './localize.ts'
import { OrderWire, serializeOrder } from './order.ts'
import { paymentStateWords, refundStateWords } from './payment-summary.ts'
import { MovementWire, serializeMovement } from './points.ts'
import { ProfileWire, serializeProfile } from './profile.ts'
import { ExportedCardWire, serializeExportedCard } from './saved-card.ts'
import {
  closed,
  count,
  date,
  identifier,
  money,
  nullable,
  oneOf,
  ref,
  text,
  timestamp,
} from './schema.ts'
import { serializeTillEntry, TillEntryWire } from './till.ts'
import type { ToWrite } from './to-write.ts'
import { serializeWaitlistEntry, WaitlistEntryWire } from './waitlist.ts'

const messageStateWords = {
  waiting: 'pendiente',
  sending: 'enviando',
  unknown: 'desconocido',
  sent: 'enviado',
  delivered: 'entregado',
  read: 'leido',
  failed: 'fallido',
  dropped: 'descartado',
} as const satisfies Record<CustomerExport['messages'][number]['state'], string>

export const DataExportWire = closed({
  perfil: ref(ProfileWire),
  reservas: Type.Array(ref(BookingDetailWire), { description: 'By start, latest first' }),
  pedidos: Type.Array(ref(OrderWire), { description: 'Newest first' }),
  movimientos: Type.Array(ref(MovementWire), { description: 'Movements of points, newest first' }),
  pagos: Type.Array(
    closed({
      id: identifier('The payment'),
      type: oneOf(['booking', 'order', 'points'], 'What was paid for'),
      reference_id: identifier('The booking, the order or the package of points'),
      estado: oneOf(Object.values(paymentStateWords), 'State of the payment'),
      monto: money('Amount'),
      moneda: text('Currency code'),
      recibo_url: text('URL of the receipt; empty when there is none'),
      reembolsos: Type.Array(
        closed({
          monto: money('Amount'),
          estado: oneOf(Object.values(refundStateWords), 'State of the refund'),
          created_at: timestamp('Creation time'),
        }),
        { description: 'Refunds' },
      ),
      created_at: timestamp('Creation time'),
    }),
    { description: 'Online payments, newest first, including failed attempts' },
  ),
  tarjetas: Type.Array(ExportedCardWire, {
    description: 'Cards that they left with bookings, newest first',
  }),
  cobros: Type.Array(ref(TillEntryWire), {
    description: 'Taken at the business for their visits and orders, the latest first',
  }),
  resenas: Type.Array(
    closed({
      id: identifier('The review'),
      reserva_id: identifier('The booking'),
      peluquero_id: identifier('The professional'),
      valoracion: count('Rating, 1 to 5'),
      comentario: text('Comment'),
      fecha: date('Date of the review'),
    }),
    { description: 'Reviews of their visits' },
  ),
  sesiones: Type.Array(
    closed({
      iniciada_en: timestamp('Time of the sign-in'),
      cerrada_en: nullable(timestamp('Time of the sign-out; null when there was none')),
    }),
    { description: 'Sessions' },
  ),
  correos: Type.Array(
    closed({
      tipo: text('Kind of e-mail'),
      asunto: text('Subject, once it is written'),
      created_at: timestamp('Creation time'),
    }),
    { description: 'E-mails to the customer that are still stored' },
  ),
  mensajes: Type.Array(
    closed({
      tipo: text('Kind of message'),
      canal: oneOf(['sms', 'whatsapp'], 'How it was sent'),
      telefono: text('Number that it went to'),
      estado: oneOf(Object.values(messageStateWords), 'What became of it'),
      created_at: timestamp('Creation time'),
    }),
    { description: 'Messages to the phone of the customer that are still stored' },
  ),
  lista_espera: Type.Array(ref(WaitlistEntryWire), {
    description: 'Entries of the waitlist that are still stored, latest first',
  }),
  notas: Type.Array(ref(CustomerNoteWire), {
    description: 'What the business has written about them, newest first',
  }),
  consentimientos: Type.Array(ref(ConsentWire), {
    description: 'What they have agreed to or withdrawn, newest first',
  }),
})

/** Everything stored about a customer, for that customer; what is long is serialized when it is written. */
export function serializeDataExport(
  data: CustomerExport,
  catalog: Catalog,
  locale: Locale,
): ToWrite<Static<typeof DataExportWire>> {
  return {
    perfil: serializeProfile(data.profile),
    reservas: mappedLater(data.bookings, (view) => serializeBookingDetail(view, locale)),
    pedidos: mappedLater(data.orders, (order) => serializeOrder(order, catalog, locale)),
    movimientos: mappedLater(data.movements, (movement) => serializeMovement(movement, locale)),
    pagos: mappedLater(data.payments, (payment) => ({
      id: payment.id,
      ...serializeReference(payment),
      estado: paymentStateWords[payment.state],
      monto: toMajor(payment.amountCents),
      moneda: payment.currency,
      recibo_url: payment.receiptUrl,
      reembolsos: (payment.refunds ?? []).flatMap(({ state, amountCents, createdAt }) =>
        state === 'cancelled'
          ? []
          : [
              {
                monto: toMajor(amountCents),
                estado: refundStateWords[state],
                created_at: new Date(createdAt).toISOString(),
              },
            ],
      ),
      created_at: payment.createdAt.toISOString(),
    })),
    tarjetas: data.cards.map(serializeExportedCard),
    cobros: mappedLater(data.till, serializeTillEntry),
    resenas: mappedLater(data.reviews, (review) => ({
      id: review.id,
      reserva_id: review.bookingId,
      peluquero_id: review.professionalId,
      valoracion: review.rating,
      comentario: review.comment,
      fecha: review.day,
    })),
    sesiones: mappedLater(data.sessions, (session) => ({
      iniciada_en: session.signedInAt.toISOString(),
      cerrada_en: session.endedAt?.toISOString() ?? null,
    })),
    mensajes: mappedLater(data.messages, (message) => ({
      tipo: message.kind,
      canal: message.channel,
      telefono: message.to,
      estado: messageStateWords[message.state],
      created_at: message.createdAt.toISOString(),
    })),
    lista_espera: mappedLater(data.waitlist, (entry) =>
      serializeWaitlistEntry({ entry, contactVisible: true }, locale),
    ),
    notas: data.notes.map(serializeNote),
    consentimientos: data.consents.map(serializeConsent),
    correos: mappedLater(data.emails, (email) => ({
      tipo: email.kind,
      asunto: email.subject,
      created_at: email.createdAt.toISOString(),
    })),
  }
}

function serializeReference({ bookingId, orderId, packageId }: CustomerExport['payments'][number]) {
  if (bookingId !== null) return { type: 'booking', reference_id: bookingId } as const
  return orderId !== null
    ? ({ type: 'order', reference_id: orderId } as const)
    : ({ type: 'points', reference_id: packageId ?? 0 } as const)
}

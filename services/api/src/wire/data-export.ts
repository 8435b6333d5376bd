import type { Catalog, CustomerExport } from '@silla/core'
import { toMajor } from '@silla/money'
import { type Static, Type } from 'typebox'
import { BookingDetailWire, serializeBookingDetail } from './booking.ts'
import type { Locale } from './localize.ts'
import { OrderWire, serializeOrder } from './order.ts'
import { paymentStateWords, refundStateWords } from './payment-summary.ts'
import { MovementWire, serializeMovement } from './points.ts'
import { ProfileWire, serializeProfile } from './profile.ts'
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

export const DataExportWire = closed({
  perfil: ref(ProfileWire),
  reservas: Type.Array(ref(BookingDetailWire), { description: 'By start, latest first' }),
  pedidos: Type.Array(ref(OrderWire), { description: 'The latest first' }),
  movimientos: Type.Array(ref(MovementWire), { description: 'Of points, the latest first' }),
  pagos: Type.Array(
    closed({
      id: identifier('The payment'),
      type: oneOf(['booking', 'order', 'points'], 'What was paid for'),
      reference_id: identifier('The booking, the order or the package of points'),
      estado: oneOf(Object.values(paymentStateWords), 'State of the payment'),
      monto: money('What was asked for'),
      moneda: text('Currency code'),
      recibo_url: text('Receipt; empty when there is none'),
      reembolsos: Type.Array(
        closed({
          monto: money('How much'),
          estado: oneOf(Object.values(refundStateWords), 'How far the refund is'),
          created_at: timestamp('When it was asked for'),
        }),
        { description: 'What went back' },
      ),
      created_at: timestamp('When'),
    }),
    { description: 'Online, the latest first; attempts that came to nothing too' },
  ),
  resenas: Type.Array(
    closed({
      id: identifier('The review'),
      reserva_id: identifier('The booking'),
      peluquero_id: identifier('The professional'),
      valoracion: count('1 to 5'),
      comentario: text('What they wrote'),
      fecha: date('When'),
    }),
    { description: 'What they wrote about their visits' },
  ),
  sesiones: Type.Array(
    closed({
      iniciada_en: timestamp('When they signed in'),
      cerrada_en: nullable(timestamp('When it was ended, if it was')),
    }),
    { description: 'When they signed in' },
  ),
  correos: Type.Array(
    closed({
      tipo: text('What kind of letter'),
      asunto: text('Its subject, once it is written'),
      created_at: timestamp('When'),
    }),
    { description: 'Letters to them that are still kept' },
  ),
})

/** Everything about a customer, for that customer alone. */
export const serializeDataExport = (
  own: CustomerExport,
  catalog: Catalog,
  locale: Locale,
): Static<typeof DataExportWire> => ({
  perfil: serializeProfile(own.profile),
  reservas: own.bookings.map((view) => serializeBookingDetail(view, locale)),
  pedidos: own.orders.map((order) => serializeOrder(order, catalog, locale)),
  movimientos: own.movements.map((movement) => serializeMovement(movement, locale)),
  pagos: own.payments.map((payment) => ({
    id: payment.id,
    ...serializeReference(payment),
    estado: paymentStateWords[payment.state],
    monto: toMajor(payment.amountCents),
    moneda: payment.currency,
    recibo_url: payment.receiptUrl,
    reembolsos: (payment.refunds ?? []).map((refund) => ({
      monto: toMajor(refund.amountCents),
      estado: refundStateWords[refund.state],
      created_at: new Date(refund.createdAt).toISOString(),
    })),
    created_at: payment.createdAt.toISOString(),
  })),
  resenas: own.reviews.map((review) => ({
    id: review.id,
    reserva_id: review.bookingId,
    peluquero_id: review.professionalId,
    valoracion: review.rating,
    comentario: review.comment,
    fecha: review.day,
  })),
  sesiones: own.sessions.map((session) => ({
    iniciada_en: session.signedInAt.toISOString(),
    cerrada_en: session.endedAt?.toISOString() ?? null,
  })),
  correos: own.letters.map((email) => ({
    tipo: email.kind,
    asunto: email.subject,
    created_at: email.createdAt.toISOString(),
  })),
})

function serializeReference({ bookingId, orderId, packageId }: CustomerExport['payments'][number]) {
  if (bookingId !== null) return { type: 'booking', reference_id: bookingId } as const
  return orderId !== null
    ? ({ type: 'order', reference_id: orderId } as const)
    : ({ type: 'points', reference_id: packageId ?? 0 } as const)
}

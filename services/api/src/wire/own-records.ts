import type { Catalog, OwnRecords } from '@silla/core'
import { type Static, Type } from 'typebox'
import { BookingDetailWire, showBookingDetail } from './booking.ts'
import { OrderWire, showOrder } from './order.ts'
import { MovementWire, showMovement } from './points.ts'
import { ProfileWire, showProfile } from './profile.ts'
import { closed, count, date, identifier, nullable, ref, text, timestamp } from './schema.ts'
import type { Wording } from './wording.ts'

export const OwnRecordsWire = closed({
  perfil: ref(ProfileWire),
  reservas: Type.Array(ref(BookingDetailWire), { description: 'By start, latest first' }),
  pedidos: Type.Array(ref(OrderWire), { description: 'The latest first' }),
  movimientos: Type.Array(ref(MovementWire), { description: 'Of points, the latest first' }),
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
export const showOwnRecords = (own: OwnRecords, catalog: Catalog, wording: Wording): Static<typeof OwnRecordsWire> => ({
  perfil: showProfile(own.profile),
  reservas: own.bookings.map((view) => showBookingDetail(view, wording)),
  pedidos: own.orders.map((order) => showOrder(order, catalog, wording)),
  movimientos: own.movements.map((movement) => showMovement(movement, wording)),
  resenas: own.reviews.map((review) => ({
    id: review.id,
    reserva_id: review.booking_id,
    peluquero_id: review.professional_id,
    valoracion: review.rating,
    comentario: review.comment,
    fecha: review.day,
  })),
  sesiones: own.sessions.map((session) => ({
    iniciada_en: session.signed_in_at.toISOString(),
    cerrada_en: session.ended_at?.toISOString() ?? null,
  })),
  correos: own.letters.map((letter) => ({
    tipo: letter.kind,
    asunto: letter.subject,
    created_at: letter.created_at.toISOString(),
  })),
})

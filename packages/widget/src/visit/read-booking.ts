import type { Wire } from '@silla/client'
import type { Api } from '../api/api.ts'

/** A booking in full, with its code as proof. @throws Failure */
export const readBooking = (
  api: Api,
  { id, codigo }: Pick<Wire['Reserva'], 'id' | 'codigo'>,
): Promise<Wire['ReservaDetalle']> =>
  api.call((silla) =>
    silla.GET('/api/v1/reservas/{id}/', {
      params: { path: { id }, header: { 'x-reserva-codigo': codigo } },
    }),
  )

import type { Wire } from '@silla/client'

type Guaranteed = Pick<Wire['ReservaDetalle'], 'estado' | 'pago_pendiente' | 'garantia' | 'senal'>

/** Whether a booking waits for a card; with a deposit it waits for that (D47). */
export const isCardAwaited = ({ estado, pago_pendiente, garantia, senal }: Guaranteed): boolean =>
  estado === 'pendiente' && pago_pendiente && garantia !== null && senal === null

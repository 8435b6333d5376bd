import type { Wire } from '@silla/client'

type Guaranteed = Pick<
  Wire['ReservaDetalle'],
  'estado' | 'pago_requerido' | 'pago_pendiente' | 'garantia' | 'senal'
>

/** Whether a booking waits for a card; with a deposit it waits for that (D47). */
export const isCardAwaited = ({ estado, pago_pendiente, garantia, senal }: Guaranteed): boolean =>
  estado === 'pendiente' && pago_pendiente && garantia !== null && senal === null

/**
 * Whether its card may be charged. It never gets one when the salon has confirmed it before a card was saved, or
 * all of it was paid instead.
 */
export const mayHaveCard = (booking: Guaranteed): boolean =>
  booking.garantia !== null &&
  (booking.senal !== null || !booking.pago_requerido || isCardAwaited(booking))

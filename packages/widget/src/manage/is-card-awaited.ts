import type { Wire } from '@silla/client'

/** Whether a booking waits for a card; with a deposit it waits for that (D47). */
export const isCardAwaited = ({
  pago_pendiente,
  garantia,
  senal,
}: Pick<Wire['ReservaDetalle'], 'pago_pendiente' | 'garantia' | 'senal'>): boolean =>
  pago_pendiente && garantia !== null && senal === null

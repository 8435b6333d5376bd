/** What can happen in a salon, by the names that integrators see (D31). */
export type EventType =
  | 'reserva.creada'
  | 'reserva.confirmada'
  | 'reserva.reprogramada'
  | 'reserva.completada'
  | 'reserva.cancelada'
  | 'reserva.no_show'
  | 'pago.completado'
  | 'pago.fallido'
  | 'pago.cancelado'
  | 'pago.revision'
  | 'pago.disputado'
  | 'pago.disputa_cerrada'
  | 'reembolso.solicitado'
  | 'reembolso.completado'
  | 'reembolso.fallido'
  | 'reembolso.cancelado'
  | 'cliente.registrado'
  | 'cliente.actualizado'
  | 'cliente.borrado'
  | 'puntos.ganados'
  | 'puntos.canjeados'
  | 'puntos.comprados'
  | 'puntos.revertidos'
  | 'puntos.ajustados'
  | 'resena.creada'
  | 'espera.ofrecida'
  | 'espera.aceptada'
  | 'espera.caducada'

/** An event as it is stored. The payload is the core's own object of that moment. */
export interface StoredEvent {
  id: number
  /** Its place in the order of the salon's events, without gaps. */
  position: number
  type: string
  occurredAt: Date
  payload: unknown
}

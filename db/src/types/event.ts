/** What can happen in a salon, by the names that integrators see (D31). */
export type EventType =
  | 'reserva.creada'
  | 'reserva.confirmada'
  | 'reserva.reprogramada'
  | 'reserva.modificada'
  | 'reserva.llegada'
  | 'reserva.completada'
  | 'reserva.cancelada'
  | 'reserva.no_show'
  | 'pago.completado'
  | 'pago.fallido'
  | 'pago.cancelado'
  | 'pago.revision'
  | 'pago.consulta'
  | 'pago.disputado'
  | 'pago.disputa_cerrada'
  | 'reembolso.solicitado'
  | 'reembolso.completado'
  | 'reembolso.fallido'
  | 'reembolso.cancelado'
  | 'cliente.creado'
  | 'cliente.registrado'
  | 'cliente.actualizado'
  | 'cliente.borrado'
  | 'cliente.fusionado'
  | 'puntos.ganados'
  | 'puntos.canjeados'
  | 'puntos.comprados'
  | 'puntos.revertidos'
  | 'puntos.ajustados'
  | 'pedido.creado'
  | 'pedido.pagado'
  | 'pedido.entregado'
  | 'pedido.cancelado'
  | 'pedido.reembolsado'
  | 'cobro.registrado'
  | 'cobro.anulado'
  | 'liquidacion.fallida'
  | 'bloqueo.creado'
  | 'bloqueo.borrado'
  | 'resena.creada'
  | 'espera.creada'
  | 'espera.ofrecida'
  | 'espera.aceptada'
  | 'espera.caducada'
  | 'espera.retirada'

/**
 * An event as it is stored. The payload is the core's own object of that moment, as JSON: read from hundreds
 * of events at once, objects would take several times as much time and memory as their texts.
 */
export interface StoredEvent {
  id: number
  /** Its place in the order of the salon's events, without gaps. */
  position: number
  type: string
  occurredAt: Date
  payload: string
  /** Of a cancellation: the note for the salon's staff (D17), which no payload contains; else null. */
  internalNote: string | null
}

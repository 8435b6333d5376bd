/**
 * The mutations, at most one per request (D29). Each does what its REST route does, with the same
 * input names, limits and Idempotency-Key.
 */
export const mutations = `"The mutations; at most one per request"
type Mutation {
  "Books services with one professional, with anyone who is free, or each with its own"
  crear_reserva("The visit" entrada: NuevaReserva!): Reserva!
  "Cancels a booking that has not started and frees its time"
  cancelar_reserva(
    "The booking" id: Id!
    "The code of the booking, as proof for a guest" codigo: String
    "Reason, which the customer reads; that of the business is also mailed to the customer"
    motivo: String
    "Note for the staff of the business, never mailed nor shown to the customer; needs a secret key"
    nota_interna: String
  ): Cancelacion!
  "Moves a booking to another time or other people"
  reprogramar_reserva(
    "The booking" id: Id!
    "The new time" entrada: NuevaHora!
    "Try only: everything is checked, and nothing changes" simular: Boolean
  ): ReservaReprogramada!
  "The business confirms a pending booking"
  confirmar_reserva("The booking" id: Id!, "Reason" motivo: String): ReservaDetalle!
  "The business marks a booking as completed"
  completar_reserva("The booking" id: Id!, "Reason" motivo: String): ReservaDetalle!
  "The business marks a booking as a no-show"
  marcar_no_show("The booking" id: Id!, "Reason" motivo: String): ReservaDetalle!
  "The business refunds a booking, in whole or in part"
  reembolsar_reserva(
    "The booking" id: Id!
    "Amount; default all that was paid and not refunded" monto: Float
  ): ReservaDetalle!
}`

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
  "Creates a payment intent for the whole amount due; the browser pays it with \`client_secret\`"
  crear_intent("What is paid for" entrada: NuevoIntent!): IntentoDePago!
  "Reads the state of a payment intent from the processor and applies it"
  confirmar_pago("The intent" entrada: ConfirmacionIntent!): Pago!
  "Reserves products for the signed-in customer"
  crear_pedido("The order" entrada: NuevoPedido!): Pedido!
  "Starts a registration by sending a code"
  registro("The new account" entrada: Registro!): Otp!
  "Starts a sign-in by sending a code"
  login("The account" entrada: Acceso!): Otp!
  "Exchanges the code for a session"
  verificar_otp("The code" entrada: CodigoOtp!): Sesion!
  "Sends another code"
  reenviar_otp("The sign-in" entrada: ReenvioOtp!): Otp!
  "Exchanges the latest refresh token for new tokens"
  renovar_sesion("The session" entrada: RenovacionSesion!): Sesion!
  "Ends the session"
  cerrar_sesion("The session; optional with an access token" entrada: CierreSesion): SesionCerrada!
  "Updates the customer's own profile; absent fields stay unchanged"
  actualizar_perfil("The changes" entrada: CambioPerfil!): Perfil!
  "Erases the customer's own account; this cannot be undone"
  borrar_perfil: CuentaBorrada!
}

"A session that was ended"
type SesionCerrada {
  "Always true"
  sesion_cerrada: Boolean!
}

"An account that was erased"
type CuentaBorrada {
  "The id of the anonymous customer record that remains"
  id: Id!
  "Time of the erasure"
  borrado_en: Momento!
}`

/**
 * What can be done, one thing a request (D29), each as its REST twin does it: same words, limits
 * and Idempotency-Key.
 */
export const mutations = `"What can be done; one of these a request"
type Mutation {
  "Books one or more services with one professional"
  crear_reserva("The visit" entrada: NuevaReserva!): Reserva!
  "Ends a booking that has not begun and gives its time back"
  cancelar_reserva("The booking" id: Id!, "The booking's code, as proof of a guest" codigo: String, "Why" motivo: String): Cancelacion!
  "The business says yes to a pending booking"
  confirmar_reserva("The booking" id: Id!, "Why" motivo: String): ReservaDetalle!
  "The business says that the service was performed"
  completar_reserva("The booking" id: Id!, "Why" motivo: String): ReservaDetalle!
  "The business says that nobody came"
  marcar_no_show("The booking" id: Id!, "Why" motivo: String): ReservaDetalle!
  "The business gives back what was paid for a booking and has not gone back, or a part of it"
  reembolsar_reserva("The booking" id: Id!, "How much; all that is left unless told" monto: Float): ReservaDetalle!
  "Makes a payment intent for all that is due; the browser pays it with \`client_secret\`"
  crear_intent("What is paid for" entrada: NuevoIntent!): IntentoDePago!
  "Reads from the processor what became of an intent, and settles it"
  confirmar_pago("The intent" entrada: ConfirmacionIntent!): Pago!
  "A customer says how it was, once for each completed booking"
  crear_resena("The booking" id: Id!, "The review" entrada: NuevaResena!): Resena!
  "Keeps products for the signed-in customer"
  crear_pedido("The order" entrada: NuevoPedido!): Pedido!
  "Sends a code to somebody who wants an account"
  registro("Who registers" entrada: Registro!): Otp!
  "Sends a code to somebody who wants to sign in"
  login("Who signs in" entrada: Acceso!): Otp!
  "The code opens a session"
  verificar_otp("The code" entrada: CodigoOtp!): Sesion!
  "Sends another code"
  reenviar_otp("Which sign-in it is for" entrada: ReenvioOtp!): Otp!
  "A new pair of tokens for the latest refresh token"
  renovar_sesion("The session" entrada: RenovacionSesion!): Sesion!
  "Ends the session"
  cerrar_sesion("The session; none is needed beside a token" entrada: CierreSesion): SesionCerrada!
  "Changes the own profile; what is left out stays"
  actualizar_perfil("What changes" entrada: CambioPerfil!): Perfil!
  "Erases the own account; it cannot be undone"
  borrar_perfil: CuentaBorrada!
}

"A session that is no more"
type SesionCerrada {
  "Always true"
  sesion_cerrada: Boolean!
}

"An account that is no more"
type CuentaBorrada {
  "The row that the books keep"
  id: Id!
  "When"
  borrado_en: Momento!
}`

import type { Plural } from '../../text/es.ts'

/** The texts that only `<silla-manage>` has. */
const texts = {
  find: 'Tu cita',
  codeHint: 'Son diez letras y cifras. Está en el correo de confirmación.',
  codeMissing: 'Escribe el código.',
  show: 'Ver la cita',
  notFound: 'No encontramos ninguna cita de este salón con ese código. Compruébalo.',
  titles: {
    pendiente: 'Pendiente de confirmar',
    unpaid: 'Falta el pago',
    withoutCard: 'Falta tu tarjeta',
    confirmada: 'Tu cita está reservada',
    completada: 'Gracias por venir',
    cancelada: 'Cita cancelada',
    no_show: 'Esta cita ya pasó',
  },
  unconfirmed: 'El salón te avisará cuando la confirme.',
  cancelled: {
    cliente: 'La cancelaste el {date}.',
    negocio: 'El salón la canceló el {date}.',
    sistema: 'No se pagó o confirmó a tiempo y quedó libre el {date}.',
  },
  reason: 'Motivo: {reason}',
  refunds: {
    no_aplica: '',
    pendiente: 'Se te devuelven {amount}. Suele tardar entre 5 y 10 días.',
    completado: 'Se te han devuelto {amount}.',
    fallido: 'No se pudieron devolver {amount}. El salón lo sabe; llámalo si no te contacta.',
  },
  paid: 'Pago recibido. Gracias.',
  leaveCard: 'Guardar una tarjeta',
  cardUntil: 'Guardamos tu hora hasta las {time}. Queda reservada en cuanto guardes una tarjeta.',
  cardSaved: 'Tarjeta guardada. Tu cita está reservada.',
  fees: {
    solicitado: 'El salón cobra {amount} en tu tarjeta.',
    cobrado: 'El salón ha cobrado {amount} en tu tarjeta.',
    accion:
      'El salón quiere cobrar {amount} en tu tarjeta y tu banco pide que lo confirmes. Puedes hacerlo aquí hasta el {date}.',
    perdonado: 'El salón no te cobra los {amount}. Si ya se habían cobrado, los recibes de vuelta.',
    pay: 'El salón cobra por una cita a la que no viniste o que cancelaste tarde, como aceptaste al reservar. Tu banco pide que lo confirmes.',
    possible: 'Cancelas tarde: el salón puede cobrar hasta {amount} en tu tarjeta.',
  },
  again: 'Reservar otra vez',
  move: 'Cambiar la hora',
  cancel: 'Cancelar la cita',
  cancelUntil: 'Puedes cancelar aquí hasta el {date}.',
  cancelFreeUntil: 'Puedes cancelar en línea sin coste hasta el {date}.',
  cardFees: {
    late: 'Si cancelas más tarde, el salón puede cobrar hasta {amount} en tu tarjeta.',
    lateNow:
      'Ya es tarde para cancelar sin coste: si cancelas, el salón puede cobrar hasta {amount} en tu tarjeta.',
    missed: 'Si no te presentas, el salón puede cobrar hasta {amount} en tu tarjeta.',
  },
  cancelWithDeposit:
    'Puedes cancelar aquí hasta que empiece la cita. Antes de confirmarlo verás cuánto se te devuelve.',
  depositFees: {
    late: 'Si tu tarjeta queda guardada con el pago, a partir del {date} el salón puede cobrar además hasta {amount} en ella.',
    lateNow:
      'Si tu tarjeta queda guardada con el pago y cancelas, el salón puede cobrar además hasta {amount} en ella.',
    missed:
      'Si tu tarjeta queda guardada con el pago y no te presentas, el salón puede cobrar además hasta {amount} en ella.',
  },
  tooLate: 'Se podía cancelar aquí hasta el {date}. Ahora solo puede hacerlo el salón.',
  over: 'Esta cita ya no se puede cancelar.',

  cancelTitle: '¿Cancelar esta cita?',
  cancelConfirm: 'Cancelar la cita',
  keep: 'No, mantenerla',
  refund: 'Se te devuelven {amount} a la tarjeta con la que pagaste.',
  noRefund: 'Si la cancelas ahora, no se devuelve nada de lo pagado.',
  nothingPaid: 'No has pagado nada en línea, así que no hay nada que devolver.',
  pointsBack: { one: 'Se te devuelve {n} punto.', other: 'Se te devuelven {n} puntos.' } as Plural,
  reasonLabel: 'Motivo',

  review: 'Escribir una reseña',
  reviewTitle: '¿Qué tal tu cita?',
  rating: 'Puntuación',
  ratingHint: 'Del 1 al 5; 5 es lo mejor.',
  ratingMissing: 'Elige una puntuación.',
  stars: { one: '{n} estrella', other: '{n} estrellas' } as Plural,
  comment: 'Comentario',
  commentHint: 'Se publica con tu nombre y la inicial de tu apellido.',
  reviewSend: 'Enviar',
  reviewThanks: 'Gracias por tu reseña.',

  moveTitle: '¿A qué hora la cambiamos?',
  moveConfirmTitle: '¿Cambiar la hora?',
  moveConfirm: 'Cambiar la hora',
  now: 'Ahora:',
  before: 'Antes',
  after: 'Después',
  who: 'Con quién',
  wasPrice: 'antes {price}',
  moved: 'Hora cambiada. Te hemos enviado la nueva.',
  costs: {
    same: 'El precio no cambia.',
    refund: 'Se te devuelven {amount}.',
    atSalon: 'La diferencia, {amount}, se paga en el salón.',
    other: 'El nuevo precio es {amount}.',
  },
}

export type ManageTexts = typeof texts

export default texts

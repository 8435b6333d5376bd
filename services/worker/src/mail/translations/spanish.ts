import type { Translation } from './translation.ts'

export const spanish: Translation = {
  language: 'es',
  direction: 'ltr',
  comma: ', ',
  greeting: (name) => (name ? `Hola, ${name}:` : 'Hola:'),
  automatic: 'Este mensaje se ha escrito automáticamente.',
  labels: {
    services: 'Servicios',
    professional: 'Con',
    day: 'Día',
    time: 'Hora',
    total: 'Total',
    code: 'Código',
    series: {
      booking_confirmed: 'También reservado',
      booking_rescheduled: 'También cambiado',
      booking_cancelled: 'También cancelado',
    },
    place: 'Dirección',
    cancelUntil: 'Se puede cancelar hasta',
    reason: 'Motivo',
    products: 'Productos',
    heldUntil: 'Guardado hasta',
    respondBy: 'Responder antes de',
    consent: 'Condiciones aceptadas',
    amount: 'Importe',
    received: 'Recibido',
    customer: 'Cliente',
    payment: 'Pago',
    payout: 'Liquidación',
    account: 'Cuenta',
    endpoint: 'Dirección',
    description: 'Descripción',
    failingSince: 'Sin respuesta desde',
    paid: 'Pagado',
    dueNow: 'Por pagar ahora',
    rest: 'Por pagar',
    refund: 'Devolución',
    pointsUsed: 'Puntos usados',
    pointsReturned: 'Puntos devueltos',
    pointsEarned: 'Puntos por esta cita',
  },
  buttons: {
    manage: 'Ver o cambiar la cita',
    pay: (amount) => `Pagar ${amount}`,
    payAgain: 'Intentarlo otra vez',
    answerDispute: 'Responder',
    bookAgain: 'Reservar otra vez',
    review: 'Escribir una reseña',
    website: 'Ir a la web',
    answerOffer: 'Aceptar o rechazar la hora',
    manageEntry: 'Ver la lista de espera',
  },
  refundDelay: 'El dinero vuelve a la tarjeta con la que pagaste; el banco puede tardar unos días.',
  cancellation: {
    anytime: 'Puedes cancelar en línea hasta que empiece tu cita.',
    refundRule: (tiers) =>
      `Si cancelas, se devuelve según el tiempo que falte: ${tiers}; después, nada.`,
    freeUntil: (date) => `Puedes cancelar en línea sin coste hasta el ${date}.`,
    cardFees: {
      late: (amount) =>
        `Si cancelas más tarde, el salón puede cobrar hasta ${amount} en tu tarjeta.`,
      lateNow: (amount) =>
        `Ya es tarde para cancelar sin coste: si cancelas, el salón puede cobrar hasta ${amount} en tu tarjeta.`,
      missed: (amount) =>
        `Si no te presentas, el salón puede cobrar hasta ${amount} en tu tarjeta.`,
    },
    depositFees: {
      late: (amount, date) =>
        `Si tu tarjeta queda guardada con el pago, a partir del ${date} el salón puede cobrar además hasta ${amount} en ella.`,
      lateNow: (amount) =>
        `Si tu tarjeta queda guardada con el pago y cancelas, el salón puede cobrar además hasta ${amount} en ella.`,
      missed: (amount) =>
        `Si tu tarjeta queda guardada con el pago y no te presentas, el salón puede cobrar además hasta ${amount} en ella.`,
    },
  },
  code: {
    heading: 'Tu código',
    subject: (salon) => `Tu código para entrar en ${salon}`,
    text: (minutes) => `Este es tu código. Vale durante ${minutes} minutos y solo una vez.`,
    ignore:
      'Si no lo has pedido tú, no hace falta que hagas nada: sin el código nadie puede entrar.',
  },
  alreadyRegistered: {
    heading: 'Ya tienes una cuenta',
    subject: (salon) => `Ya tienes una cuenta en ${salon}`,
    text: 'Alguien ha querido abrir una cuenta con este correo, y ya hay una. Si has sido tú, entra con ella.',
    ignore: 'Si no has sido tú, no hace falta que hagas nada: tu cuenta sigue como estaba.',
  },
  noAccount: {
    heading: 'Todavía no tienes una cuenta',
    subject: (salon) => `Todavía no tienes una cuenta en ${salon}`,
    text: 'Alguien ha querido entrar con este correo, y no hay ninguna cuenta con él. Si has sido tú, regístrate con este correo en el mismo sitio; las citas que hayas reservado con él aparecerán en tu cuenta.',
    ignore: 'Si no has sido tú, no hace falta que hagas nada.',
  },
  bookingReceived: {
    heading: 'Hemos recibido tu solicitud',
    subject: (when, salon) => `Hemos recibido tu solicitud: ${when} · ${salon}`,
    toBeConfirmed: 'La hora está guardada para ti; te escribiremos en cuanto la confirmemos.',
    toBePaid: (until) => `La hora está guardada para ti hasta el pago, como mucho hasta ${until}.`,
  },
  bookingConfirmed: {
    heading: 'Cita confirmada',
    subject: (when, salon) => `Cita confirmada: ${when} · ${salon}`,
    text: 'Tu cita está confirmada. Te esperamos.',
  },
  bookingRescheduled: {
    heading: 'Nueva hora',
    subject: (when, salon) => `Nueva hora: ${when} · ${salon}`,
    text: (before) => `Tu cita ha cambiado de hora. Antes era el ${before}.`,
    toBeConfirmed: (before) =>
      `Tu cita ha cambiado de hora. Antes era el ${before}. Te guardamos la hora nueva, pero todavía no está confirmada.`,
  },
  bookingChanged: {
    heading: 'Tu cita ha cambiado',
    subject: (when, salon) => `Tu cita ha cambiado: ${when} · ${salon}`,
    text: 'Hemos cambiado los servicios de tu cita. Así queda:',
  },
  bookingCancelled: {
    heading: 'Cita cancelada',
    subject: (when, salon) => `Cita cancelada: ${when} · ${salon}`,
    byCustomer: 'Hemos cancelado tu cita, como pediste.',
    byBusiness: 'Sentimos decirte que hemos tenido que cancelar tu cita.',
    bySystem: 'Tu cita se ha cancelado.',
  },
  bookingExpired: {
    heading: 'La cita ha caducado',
    subject: (when, salon) => `La cita ha caducado: ${when} · ${salon}`,
    text: 'Tu cita no se llegó a completar a tiempo y ha caducado. La hora vuelve a estar libre; puedes reservar otra vez cuando quieras.',
  },
  bookingReminder: {
    heading: 'Recordatorio de tu cita',
    subject: (when, salon) => `Recordatorio: ${when} · ${salon}`,
    text: 'Te recordamos que tienes una cita. Te esperamos.',
  },
  reviewInvitation: {
    heading: '¿Qué tal tu cita?',
    subject: (salon) => `¿Qué tal tu cita en ${salon}?`,
    text: 'Gracias por venir. Si quieres, cuéntanos qué te ha parecido: tu reseña ayuda a quien te atendió y a otros clientes.',
    ignore: 'Te lo preguntamos una sola vez por esta cita.',
  },
  orderReceived: {
    heading: 'Pedido recibido',
    subject: (code, salon) => `Pedido ${code} recibido · ${salon}`,
    text: (until) => `Lo guardamos para ti hasta el pago, como mucho hasta ${until}.`,
    textOnly: 'Hemos recibido tu pedido.',
  },
  orderPaid: {
    heading: 'Pedido pagado',
    subject: (code, salon) => `Pedido ${code} pagado · ${salon}`,
    text: 'Hemos recibido tu pago, gracias. Tu pedido te espera.',
  },
  orderExpired: {
    heading: 'El pedido ha caducado',
    subject: (code, salon) => `El pedido ${code} ha caducado · ${salon}`,
    text: 'Tu pedido no se pagó a tiempo y ha caducado. Puedes pedir otra vez cuando quieras.',
  },
  paymentFailed: {
    heading: 'Tu pago no se ha completado',
    subject: (salon) => `Tu pago no se ha completado · ${salon}`,
    text: 'Tu pago no se ha completado y no se te ha cobrado nada. Puedes intentarlo otra vez, con la misma tarjeta o con otra.',
  },
  waitlistOffer: {
    heading: 'Hay una hora libre para ti',
    subject: (when, salon) => `Hay una hora libre para ti: ${when} · ${salon}`,
    text: (until) =>
      `Ha quedado libre una hora que esperabas. Te la guardamos hasta ${until}: acéptala antes o pasará a la siguiente persona. Abrir este mensaje o un enlace no la acepta.`,
  },
  waitlistOfferExpired: {
    heading: 'La hora ofrecida ha caducado',
    subject: (when, salon) => `La hora ofrecida ha caducado: ${when} · ${salon}`,
    stillWaiting:
      'Ya no te guardamos la hora que te ofrecimos. Sigues en la lista de espera; te escribiremos cuando quede libre otra.',
    ended:
      'No aceptaste la hora que te ofrecimos y ya no te la guardamos. Como era la segunda oferta, ya no estás en la lista de espera; puedes volver a apuntarte cuando quieras.',
  },
  refundFailed: {
    heading: 'Un reembolso ha fallado',
    subject: (what) => `Un reembolso ha fallado: ${what}`,
    text: 'El procesador de tarjetas no ha podido devolver este dinero, y el cliente sigue esperándolo. Revísalo en tu cuenta del procesador o devuélvelo de otra manera.',
  },
  dispute: {
    heading: 'Un pago está en disputa',
    subject: (what) => `Un pago está en disputa: ${what}`,
    text: 'El cliente ha reclamado este pago a su banco. Hay un plazo para responder: míralo en tu cuenta del procesador.',
  },
  inquiry: {
    heading: 'El banco pregunta por un pago',
    subject: (what) => `El banco pregunta por un pago: ${what}`,
    text: 'El banco del cliente pide información sobre este pago. Todavía no se ha retirado dinero; si no respondes a tiempo, puede convertirse en una disputa.',
  },
  paymentReview: {
    heading: 'Hay que revisar un pago',
    subject: (what) => `Hay que revisar un pago: ${what}`,
    text: 'Ha llegado un importe distinto del que se pidió. No se ha confirmado ni devuelto nada: revisa el pago y decide.',
  },
  feeCharged: {
    heading: 'Se ha cobrado un cargo',
    subject: (salon) => `Un cargo por tu cita en ${salon}`,
    text: 'No viniste a tu cita o la cancelaste tarde. Como aceptaste al reservar, el salón ha cobrado en tu tarjeta.',
  },
  feeAuthentication: {
    heading: 'Confirma un cargo',
    subject: (salon) => `Confirma el cargo por tu cita en ${salon}`,
    text: (until) =>
      `No viniste a tu cita o la cancelaste tarde. Como aceptaste al reservar, el salón cobra en tu tarjeta, y tu banco pide que lo confirmes antes del ${until}.`,
  },
  feeFailed: {
    heading: 'No se ha podido cobrar un cargo',
    subject: (what) => `No se ha podido cobrar un cargo: ${what}`,
    text: 'La tarjeta no se ha aceptado. Puedes intentarlo otra vez o perdonar el cargo.',
  },
  payoutFailed: {
    heading: 'Tu banco ha devuelto una liquidación',
    subject: (salon) => `${salon}: tu banco ha devuelto una liquidación`,
    text: 'El procesador de tarjetas no ha podido ingresar este dinero en tu cuenta bancaria. No se ha perdido: irá con la siguiente liquidación, cuando corrijas los datos del banco en tu cuenta del procesador.',
  },
  accountRestricted: {
    heading: 'No puedes cobrar con tarjeta por ahora',
    subject: (salon) => `${salon} no puede cobrar con tarjeta por ahora`,
    text: 'El procesador de tarjetas ha restringido tu cuenta. Las reservas siguen entrando, pero sin pagar. En tu cuenta del procesador verás qué falta.',
  },
  onboardingCode: {
    heading: 'Tu código para preparar los cobros',
    subject: (salon) => `Tu código para preparar los cobros de ${salon}`,
    text: (minutes) =>
      `Con este código sigues en Stripe, donde pones los datos de tu salón y su cuenta bancaria. Sirve durante ${minutes} minutos y una sola vez.`,
    ignore:
      'Si no lo has pedido, no hagas nada y no des este código a nadie: con él se podría poner otra cuenta bancaria.',
  },
  templatesRejected: {
    heading: 'WhatsApp ha rechazado algunos de tus mensajes',
    subject: (salon) => `${salon}: WhatsApp ha rechazado mensajes`,
    text: 'WhatsApp ya no envía los mensajes de abajo: ha rechazado o pausado sus textos. Tus clientes reciben un SMS o un correo en su lugar, así que nadie se queda sin aviso.',
    next: 'No tienes que hacer nada. Quien lleva Silla por ti puede volver a presentar los textos a WhatsApp.',
  },
  endpointDisabled: {
    heading: 'Ya no se entregan eventos a uno de tus sistemas',
    subject: (salon) => `${salon}: ya no se entregan eventos`,
    text: 'Desde hace tres días uno de tus sistemas no acepta lo que Silla le entrega: reservas, pagos y otros eventos. Silla ha dejado de intentarlo.',
    next: 'Reenvía este correo a quien lleva ese sistema. Cuando funcione, vuelve a activar la entrega: solo llegarán los eventos nuevos, y los de los últimos 30 días se pueden leer en la lista de eventos.',
  },
}

import type { Translation } from './translation.ts'

export const spanish: Translation = {
  locale: 'es',
  direction: 'ltr',
  comma: ', ',
  greeting: (name) => (name ? `Hola, ${name}:` : 'Hola:'),
  footer: (salon) => `${salon}. Este mensaje se ha escrito automáticamente.`,
  labels: {
    services: 'Servicios',
    professional: 'Con',
    day: 'Día',
    time: 'Hora',
    total: 'Total',
    code: 'Código',
    place: 'Dirección',
    cancelUntil: 'Se puede anular hasta',
    reason: 'Motivo',
    products: 'Productos',
    keptUntil: 'Guardado hasta',
    website: 'Web',
    amount: 'Importe',
    received: 'Recibido',
    customer: 'Cliente',
    payment: 'Pago',
    account: 'Cuenta',
  },
  code: {
    subject: (salon) => `Tu código para entrar en ${salon}`,
    text: (minutes) => `Este es tu código. Vale durante ${minutes} minutos y solo una vez.`,
    ignore:
      'Si no lo has pedido tú, no hace falta que hagas nada: sin el código nadie puede entrar.',
  },
  alreadyRegistered: {
    subject: (salon) => `Ya tienes una cuenta en ${salon}`,
    text: 'Alguien ha querido abrir una cuenta con este correo, y ya hay una. Si has sido tú, entra con ella.',
    ignore: 'Si no has sido tú, no hace falta que hagas nada: tu cuenta sigue como estaba.',
  },
  noAccount: {
    subject: (salon) => `Todavía no tienes una cuenta en ${salon}`,
    text: 'Alguien ha querido entrar con este correo, y no hay ninguna cuenta con él. Si has sido tú, regístrate con este correo en el mismo sitio; las citas que hayas reservado con él aparecerán en tu cuenta.',
    ignore: 'Si no has sido tú, no hace falta que hagas nada.',
  },
  bookingReceived: {
    subject: (when, salon) => `Hemos recibido tu reserva: ${when} · ${salon}`,
    toBeConfirmed:
      'Hemos recibido tu reserva. La hora está guardada para ti; te escribiremos en cuanto la confirmemos.',
    toBePaid: (until) =>
      `Hemos recibido tu reserva. La hora está guardada para ti hasta el pago, como mucho hasta ${until}.`,
  },
  bookingConfirmed: {
    subject: (when, salon) => `Cita confirmada: ${when} · ${salon}`,
    text: 'Tu cita está confirmada. Te esperamos.',
  },
  bookingRescheduled: {
    subject: (when, salon) => `Nueva hora: ${when} · ${salon}`,
    text: (before) => `Tu cita ha cambiado de hora. Antes era el ${before}.`,
    toBeConfirmed: (before) =>
      `Tu reserva ha cambiado de hora. Antes era el ${before}. Te guardamos la hora nueva, pero todavía no está confirmada.`,
  },
  bookingCancelled: {
    subject: (when, salon) => `Cita anulada: ${when} · ${salon}`,
    byCustomer: 'Hemos anulado tu cita, como pediste.',
    byBusiness: 'Sentimos decirte que hemos tenido que anular tu cita.',
    bySystem: 'Tu cita se ha anulado.',
  },
  bookingExpired: {
    subject: (when, salon) => `La reserva ha caducado: ${when} · ${salon}`,
    text: 'Tu reserva no se llegó a completar a tiempo y ha caducado. La hora vuelve a estar libre; puedes reservar otra vez cuando quieras.',
  },
  bookingReminder: {
    subject: (when, salon) => `Recordatorio: ${when} · ${salon}`,
    text: 'Te recordamos que tienes una cita. Te esperamos.',
  },
  orderReceived: {
    subject: (code, salon) => `Pedido ${code} recibido · ${salon}`,
    text: (until) =>
      `Hemos recibido tu pedido. Lo guardamos para ti hasta el pago, como mucho hasta ${until}.`,
    textOnly: 'Hemos recibido tu pedido.',
  },
  orderPaid: {
    subject: (code, salon) => `Pedido ${code} pagado · ${salon}`,
    text: 'Hemos recibido tu pago, gracias. Tu pedido te espera.',
  },
  orderExpired: {
    subject: (code, salon) => `El pedido ${code} ha caducado · ${salon}`,
    text: 'Tu pedido no se pagó a tiempo y ha caducado. Puedes pedir otra vez cuando quieras.',
  },
  paymentFailed: {
    subject: (salon) => `Tu pago no se ha completado · ${salon}`,
    text: 'Tu pago no se ha completado y no se te ha cobrado nada. Puedes intentarlo otra vez, con la misma tarjeta o con otra.',
  },
  waitlistOffer: {
    subject: (when, salon) => `Hay una hora libre para ti: ${when} · ${salon}`,
    text: (until) =>
      `Ha quedado libre una hora que esperabas. Te la guardamos hasta ${until}: acéptala antes o pasará a la siguiente persona. Abrir este mensaje o un enlace no la acepta.`,
  },
  waitlistOfferExpired: {
    subject: (when, salon) => `La hora ofrecida ha caducado: ${when} · ${salon}`,
    stillWaiting:
      'Ya no te guardamos la hora que te ofrecimos. Sigues en la lista de espera; te escribiremos cuando quede libre otra.',
    ended:
      'No aceptaste la hora que te ofrecimos y ya no te la guardamos. Como era la segunda oferta, ya no estás en la lista de espera; puedes volver a apuntarte cuando quieras.',
  },
  refundFailed: {
    subject: (what) => `Un reembolso ha fallado: ${what}`,
    text: 'El procesador de tarjetas no ha podido devolver este dinero, y el cliente sigue esperándolo. Revísalo en tu cuenta del procesador o devuélvelo de otra manera.',
  },
  dispute: {
    subject: (what) => `Un pago está en disputa: ${what}`,
    text: 'El cliente ha reclamado este pago a su banco. Hay un plazo para responder: míralo en tu cuenta del procesador.',
  },
  paymentReview: {
    subject: (what) => `Hay que revisar un pago: ${what}`,
    text: 'Ha llegado un importe distinto del que se pidió. No se ha confirmado ni devuelto nada: revisa el pago y decide.',
  },
  accountRestricted: {
    subject: (salon) => `${salon} no puede cobrar con tarjeta por ahora`,
    text: 'El procesador de tarjetas ha restringido tu cuenta. Las reservas siguen entrando, pero sin pagar. En tu cuenta del procesador verás qué falta.',
  },
}

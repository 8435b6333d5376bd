import type { PageTexts } from './page-texts.ts'

export const spanish: PageTexts = {
  direction: 'ltr',
  languageName: 'Español',
  openGraphLocale: 'es_ES',

  skipToBooking: 'Ir a reservar',
  book: 'Reservar cita',
  call: 'Llamar',
  directions: 'Cómo llegar',
  email: 'Correo',
  website: 'Sitio web',
  languages: 'Idioma',
  backToSalon: 'Reservar en {salon}',

  title: '{salon}: reserva en línea',
  defaultDescription: 'Reserva tu cita en {salon} en línea.',
  reviewCount: { one: '{n} reseña', other: '{n} reseñas' },
  ratingOf: '{rating} de 5',

  openUntil: 'Abierto ahora, hasta las {time}',
  openAllDay: 'Abierto ahora',
  closedUntilToday: 'Cerrado ahora, abre hoy a las {time}',
  closedUntilTomorrow: 'Cerrado ahora, abre mañana a las {time}',
  closedUntil: 'Cerrado ahora, abre el {day} a las {time}',
  closed: 'Cerrado por el momento',

  bookingTitle: 'Reserva tu cita',
  servicesTitle: 'Servicios y precios',
  teamTitle: 'Equipo',
  galleryTitle: 'Trabajos',
  reviewsTitle: 'Reseñas',
  hoursTitle: 'Horario',
  closingsTitle: 'Próximos cierres',
  contactTitle: 'Contacto',
  rulesTitle: 'Conviene saber',

  withoutScript:
    'Para reservar en línea hace falta JavaScript. Actívalo y recarga la página, o reserva directamente con nosotros:',
  withoutWidget:
    'Ahora mismo no se puede reservar en línea. Puedes reservar directamente con nosotros:',
  noOnlineServices:
    'Por el momento no se puede reservar en línea. Reserva directamente con nosotros:',
  testSalon: 'Demostración: las citas que se reserven aquí no son reales.',

  from: 'desde {price}',
  insteadOf: 'En lugar de {price}',
  onlyByPhone: 'Se reserva directamente con nosotros',

  closedDay: 'Cerrado',
  today: 'hoy',
  allDay: 'cerrado todo el día',
  zoneNote: 'Las horas son las locales del salón ({zone}).',

  cancelUntil: 'Puedes cancelar sin coste hasta {time} antes de la cita.',
  cancelUntilStart: 'Puedes cancelar sin coste hasta que empiece la cita.',
  cancelOnlineUntil: 'Puedes cancelar en línea hasta {time} antes de la cita.',
  cancelOnlineUntilStart: 'Puedes cancelar en línea hasta que empiece la cita.',
  refundRule:
    'Si cancelas, se devuelve lo pagado en línea según el tiempo que falte: {tiers}; después, nada.',
  rescheduleUntil: 'Puedes cambiar la hora hasta {time} antes de la cita',
  rescheduleUntilStart: 'Puedes cambiar la hora hasta que empiece la cita',
  rescheduleTimes: { one: '{rule}, {n} vez.', other: '{rule}, {n} veces como máximo.' },
  payBefore: 'Se paga con tarjeta al reservar.',
  paidBack: 'Si cancelas a tiempo, se te devuelve todo lo que hayas pagado en línea.',
  payOnlineOrThere: 'Puedes pagar en línea con tarjeta o en el local.',
  payDeposit:
    'Para reservar puede hacer falta una señal, que se paga con tarjeta; el resto se paga en el local.',
  leaveCard:
    'Para reservar puede hacer falta dejar una tarjeta, en la que el salón puede cobrar una cita perdida o cancelada tarde.',
  payThere: 'Se paga en el local.',
  confirmedByHand: 'Confirmamos cada cita por correo.',
  phoneNeeded: 'Para reservar hace falta un teléfono.',
  bookAhead: {
    one: 'Se puede reservar con {n} día de antelación.',
    other: 'Se puede reservar con hasta {n} días de antelación.',
  },
  pointsEarned: 'Los clientes registrados ganan puntos con cada cita.',

  manageTitle: 'Tu cita',
  manageWithoutScript:
    'Para cancelar esta cita o cambiar su hora en línea, activa JavaScript y recarga la página, o contacta con nosotros:',
  manageByContact:
    'Ahora mismo no se pueden hacer cambios en línea. Para cancelar esta cita o cambiar la hora, contacta con nosotros:',
  where: 'Dónde',
  when: 'Cuándo',
  services: 'Servicios',
  with: 'Con',
  total: 'Total',
  state: 'Estado',
  code: 'Código de la cita',
  states: {
    pending: 'Pendiente',
    confirmed: 'Confirmada',
    completed: 'Completada',
    cancelled: 'Cancelada',
    no_show: 'No presentada',
  },
  expires: 'Reservada hasta las {time}',

  messages: {
    title: 'Mensajes al móvil',
    wording:
      'Quiero recibir en el móvil ({phone}) las confirmaciones, cambios y recordatorios de mis citas, en lugar de por correo. Puedo dejarlo cuando quiera: aquí o respondiendo BAJA.',
    offersWording:
      'Quiero recibir en el móvil ({phone}) las horas que se queden libres, en lugar de por correo, y los mensajes sobre la cita que salga de ahí. Puedo dejarlo cuando quiera: aquí o respondiendo BAJA.',
    channels: { whatsapp: 'WhatsApp', sms: 'SMS' },
    save: 'Guardar',
    saved: 'Guardado.',
  },
  waitlist: {
    titles: {
      waiting: 'Estás en la lista de espera',
      offered: 'Hay una hora libre para ti',
      accepted: 'La hora es tuya',
      expired: 'Ya no estás en la lista de espera',
      withdrawn: 'Ya no estás en la lista de espera',
    },
    texts: {
      waiting:
        'En cuanto quede libre una hora que te sirva, te la guardamos unos minutos y te escribimos.',
      offered: '',
      accepted: 'Aceptaste la hora que te ofrecimos y la cita está reservada.',
      expired: 'Tu petición ha terminado. Puedes apuntarte de nuevo o reservar una hora libre.',
      withdrawn: 'Te has borrado de la lista. Puedes apuntarte de nuevo o reservar una hora libre.',
    },
    lastOffer: {
      declined: 'Has rechazado la hora del {time}, que ya ha quedado libre.',
      unanswered: 'La hora del {time} ya no está guardada para ti: no se aceptó a tiempo.',
      withdrawn: 'El salón ya no puede ofrecer la hora del {time}.',
    },
    keptUntil: 'Te la guardamos hasta las {time}',
    left: 'tiempo restante:',
    accept: 'Aceptar esta hora',
    acceptAndPay: 'Aceptar y pagar',
    decline: 'Rechazarla',
    declineHint:
      'Si la rechazas, queda libre al momento y se ofrece a la siguiente persona. Tú sigues en la lista.',
    payNext: 'En el siguiente paso pagas {amount} con tarjeta.',
    expiredTitle: 'El plazo ha terminado',
    expiredText: 'Ya no te guardamos esta hora. Puede que siga libre.',
    reload: 'Ver cómo está ahora',
    toBooking: 'Ver la cita',
    request: 'Tu petición',
    anyone: 'cualquiera',
    from: 'desde las {time}',
    until: 'hasta las {time}',
    leave: 'Salir de la lista de espera',
    leaveHint: 'Dejarás de recibir ofertas para esta petición y perderás tu puesto.',
    leaveConfirm: 'Salir de la lista',
    questions: '¿Alguna duda? Escríbenos o llámanos:',
  },

  notFoundTitle: 'Esta página no existe',
  notFoundText:
    'Comprueba la dirección o pide el enlace al salón. También puede que haya cerrado su página.',
  bookingNotFoundTitle: 'No encontramos esta cita',
  bookingNotFoundText:
    'Comprueba que el enlace esté completo, como en el correo de confirmación. El código tiene diez letras y cifras.',
  suspendedTitle: 'No se puede reservar en línea',
  suspendedText:
    'Por ahora no se puede reservar en línea. Para una cita nueva o una que ya tengas, contacta directamente con el salón.',
  tooManyTitle: 'Demasiadas solicitudes',
  tooManyText: 'Espera un minuto y recarga la página.',
  unavailableTitle: 'Volvemos en un momento',
  unavailableText:
    'Ahora mismo no se puede mostrar la página. No se ha perdido nada: recárgala dentro de unos segundos.',
  failedTitle: 'Algo ha fallado',
  failedText: 'El fallo es nuestro. Recarga la página; si se repite, contacta con el salón.',
}

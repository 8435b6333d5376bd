import type { PageTexts } from './page-texts.ts'

export const spanish: PageTexts = {
  direction: 'ltr',
  languageName: 'Español',
  openGraphLocale: 'es_ES',

  skipToBooking: 'Ir a la reserva',
  book: 'Reservar cita',
  pick: 'Reservar',
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
  testSalon: 'Demostración: las reservas que se hagan aquí no son reales.',

  from: 'desde {price}',
  insteadOf: 'En lugar de {price}',
  onlyByPhone: 'Se reserva directamente con nosotros',

  closedDay: 'Cerrado',
  today: 'hoy',
  allDay: 'cerrado todo el día',
  zoneNote: 'Las horas son las locales del salón ({zone}).',

  cancelUntil: 'Puedes cancelar sin coste hasta {time} antes de la cita.',
  cancelUntilStart: 'Puedes cancelar sin coste hasta que empiece la cita.',
  rescheduleUntil: 'Puedes cambiar la cita hasta {time} antes',
  rescheduleUntilStart: 'Puedes cambiar la cita hasta que empiece',
  rescheduleTimes: { one: '{rule}, {n} vez.', other: '{rule}, {n} veces como máximo.' },
  payBefore: 'Se paga con tarjeta al reservar. Si cancelas a tiempo, se te devuelve todo.',
  payOnlineOrThere: 'Puedes pagar en línea con tarjeta o en el local.',
  payThere: 'Se paga en el local.',
  confirmedByHand: 'Confirmamos cada reserva por correo.',
  phoneNeeded: 'Para reservar hace falta un teléfono.',
  bookAhead: {
    one: 'Se puede reservar con {n} día de antelación.',
    other: 'Se puede reservar con hasta {n} días de antelación.',
  },
  pointsEarned: 'Los clientes registrados ganan puntos con cada visita.',

  manageTitle: 'Tu reserva',
  manageWithoutScript:
    'Para cancelar o cambiar esta reserva en línea, activa JavaScript y recarga la página, o contacta con nosotros:',
  manageByContact:
    'Ahora mismo no se pueden hacer cambios en línea. Para cancelar o cambiar esta reserva, contacta con nosotros:',
  where: 'Dónde',
  when: 'Cuándo',
  services: 'Servicios',
  with: 'Con',
  total: 'Total',
  state: 'Estado',
  code: 'Código de reserva',
  states: {
    pending: 'Pendiente',
    confirmed: 'Confirmada',
    completed: 'Completada',
    cancelled: 'Cancelada',
    no_show: 'No presentada',
  },
  expires: 'Reservada hasta las {time}',

  notFoundTitle: 'Esta página no existe',
  notFoundText:
    'Comprueba la dirección o pide el enlace al salón. También puede que haya cerrado su página.',
  bookingNotFoundTitle: 'No encontramos esta reserva',
  bookingNotFoundText:
    'Comprueba que el enlace esté completo, como en el correo de confirmación. El código tiene diez letras y cifras.',
  suspendedTitle: 'La reserva en línea no está disponible',
  suspendedText:
    'Por ahora no se admiten reservas en línea. Para una cita nueva o una que ya tengas, contacta directamente con el salón.',
  tooManyTitle: 'Demasiadas solicitudes',
  tooManyText: 'Espera un minuto y recarga la página.',
  unavailableTitle: 'Volvemos en un momento',
  unavailableText:
    'Ahora mismo no se puede mostrar la página. No se ha perdido nada: recárgala dentro de unos segundos.',
  failedTitle: 'Algo ha fallado',
  failedText: 'El fallo es nuestro. Recarga la página; si se repite, contacta con el salón.',
}

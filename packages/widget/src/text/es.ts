/** The texts of the interface. `{name}` is filled in; an object has the plural forms of `Intl`. */
const texts = {
  loading: 'Cargando…',
  back: 'Atrás',
  next: 'Continuar',
  retry: 'Reintentar',
  retryIn: {
    one: 'Se reintenta en {n} segundo.',
    other: 'Se reintenta en {n} segundos.',
  } as Plural,
  offline: 'Parece que no hay conexión. Lo que has elegido no se pierde.',
  busy: 'Hay mucha gente ahora mismo. Lo que has elegido no se pierde.',
  notAnswering: 'El servicio no responde en este momento. Lo que has elegido no se pierde.',
  failed: 'Algo ha ido mal. Vuelve a intentarlo.',
  notConfigured: 'En esta página no se puede reservar en línea.',
  optional: 'opcional',
  step: 'Paso {n} de {total}',
  anyone: 'Cualquiera',

  services: {
    title: '¿Qué te hacemos?',
    none: 'Ahora mismo no hay servicios que se puedan reservar en línea.',
    other: 'Otros',
    chooseOne: 'Elige al menos un servicio.',
    tooMany: 'Puedes reservar hasta {n} servicios a la vez.',
    count: { one: '{n} servicio', other: '{n} servicios' } as Plural,
    insteadOf: 'Antes {price}',
  },

  professional: {
    title: '¿Con quién?',
    anyoneHint: 'Todas las horas libres',
    each: 'Cada servicio con…',
    rating: '{rating} de 5',
    reviews: { one: '{n} reseña', other: '{n} reseñas' } as Plural,
    with: 'con {name}',
  },

  time: {
    title: '¿Cuándo?',
    previousMonth: 'Mes anterior',
    nextMonth: 'Mes siguiente',
    today: 'hoy',
    free: { one: '{n} hora libre', other: '{n} horas libres' } as Plural,
    reasons: {
      completo: 'completo',
      festivo: 'festivo',
      cerrado: 'cerrado',
      no_trabaja: 'no trabaja',
      pasado: 'ya pasó',
      fuera_de_plazo: 'aún no se puede reservar',
    },
    keys: 'Flechas: día. Re Pág y Av Pág: mes.',
    next: 'Próxima hora: {time}',
    people: { one: '{n} persona libre', other: '{n} personas libres' } as Plural,
    noneSoon: 'Mira en el calendario qué horas hay.',
    chooseDay: 'Elige un día.',
    chooseTime: 'Elige una hora.',
    timesOn: 'Horas del {date}',
    none: 'Este día ya no queda nada libre.',
    noneInMonth: 'No queda nada libre en {month}.',
    nextFree: 'Ir al {date}',
    morning: 'Mañana',
    afternoon: 'Tarde',
    evening: 'Noche',
    zone: 'Las horas son las de {place}: allí son ahora las {time}.',
    taken: 'Alguien acaba de reservar esa hora. Estas son las más cercanas:',
    takenNone: 'Alguien acaba de reservar esa hora. Elige otra.',
    refused: 'Elige otra hora.',
  },

  waitlist: {
    offer: 'Avísame si queda algo libre',
    title: 'Lista de espera',
    hint: 'Si queda algo libre en {month}, te lo guardamos unos minutos y te escribimos.',
    join: 'Apuntarme',
    leave: 'Volver al calendario',
    joined: 'Te has apuntado. Si queda algo libre en {month}, te escribimos.',
  },

  hold: {
    kept: 'Te guardamos la hora: quedan {time}',
    ending: 'Tu hora se guarda 2 minutos más.',
    extend: 'Necesito más tiempo',
    extended: 'De acuerdo: tienes 10 minutos más.',
    expired: 'Ya no te guardamos la hora. Puedes reservarla mientras siga libre, o elegir otra.',
    notHeld: 'No hemos podido guardarte la hora mientras terminas. Se reserva si sigue libre.',
    change: 'Elegir otra hora',
  },

  form: {
    problems: 'Revisa esto:',
  },

  contact: {
    title: 'Tus datos',
    name: 'Nombre',
    email: 'Correo electrónico',
    phone: 'Teléfono',
    notes: 'Notas para el salón',
    nameMissing: 'Escribe tu nombre.',
    emailInvalid: 'Escribe un correo, por ejemplo nombre@example.com.',
    phoneMissing: 'Escribe tu teléfono: este salón lo necesita.',
    book: 'Reservar',
    toPayment: 'Continuar al pago',
    payNext: 'En el siguiente paso pagas {amount} en línea.',
    cancelUntil: 'Puedes cancelar en línea hasta {time} antes de tu cita.',
    cancelAnytime: 'Puedes cancelar en línea hasta que empiece tu cita.',
    refundRule: 'Si cancelas, se devuelve según el tiempo que falte: {tiers}; después, nada.',
    member: '¿Ya tienes cuenta?',
    signIn: 'Entrar con un código',
    codeHint: 'Te enviamos un código por correo. No hace falta contraseña.',
    sendCode: 'Enviar el código',
    codeSent:
      'Si {email} tiene cuenta aquí, le llegará un código de 6 cifras. Vale durante 10 minutos.',
    code: 'Código',
    codeInvalid: 'Escribe las 6 cifras del código.',
    confirmCode: 'Entrar',
    resend: 'Enviar otro código',
    resent: 'Te hemos enviado otro código.',
    otherEmail: 'Usar otro correo',
    guest: 'Seguir sin entrar',
    signedIn: 'Has entrado como {name}',
    signOut: 'Salir',
    sessionEnded: 'Tu sesión ha terminado. Vuelve a entrar o escribe tus datos.',
    usePoints: 'Usar {points} puntos y ahorrar {amount}',
    pointsBalance: 'Tienes {balance} puntos.',
    pointsMissing: 'Tienes {balance} puntos. Desde {points} puedes pagar esta cita con ellos.',
  },

  payment: {
    title: 'Pago',
    offered: 'Cita reservada. ¿Pagas ahora?',
    offeredHint: 'Puedes pagar ahora o en el salón. Tu cita ya está reservada.',
    pay: 'Pagar {amount}',
    until: 'Te guardamos la hora hasta: {time}. Queda reservada en cuanto la pagues.',
    later: 'Pagar en el salón',
    blocked:
      'No se ha podido cargar el formulario de pago. Puede deberse a un bloqueador de contenidos o a tu red. También puedes pagar más tarde, con el enlace de tu correo.',
    processing:
      'Tu banco todavía está procesando el pago. Te avisaremos por correo: no hace falta volver a pagar.',
    released: 'La hora ha quedado libre',
    expired: 'No se pagó a tiempo, así que otros pueden reservar esa hora. No se ha cobrado nada.',
    returned: 'Tu pago llegó cuando la hora ya había quedado libre. Se te devuelve entero.',
    changed: 'Esta cita ha cambiado. Comprueba cómo está ahora.',
  },

  visit: {
    when: 'Cuándo',
    what: 'Qué',
    where: 'Dónde',
    deducted: 'Descuento',
    total: 'Total',
    paid: 'Pagado',
    refunded: 'Devolución',
    rest: 'A pagar en el salón',
    code: 'Código de la cita',
    calendar: 'Añadir al calendario',
    directions: 'Cómo llegar',
    call: 'Llamar al {phone}',
  },

  done: {
    booked: 'Cita reservada',
    requested: 'Solicitud enviada',
    emailedTo: 'Hemos enviado la confirmación a {email}.',
    requestedHint: 'El salón la confirmará. La respuesta llegará a {email}.',
    manage: 'Cambiar o cancelar',
    codeHint: 'Con el código de la cita puedes cambiarle la hora o cancelarla.',
    another: 'Reservar otra cita',
  },
}

/** The forms of `Intl.PluralRules`. */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

export type Texts = typeof texts

export default texts

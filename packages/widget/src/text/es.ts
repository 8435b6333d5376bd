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
  unavailable: 'El servicio no responde en este momento. Lo que has elegido no se pierde.',
  failed: 'Algo ha ido mal. Vuelve a intentarlo.',
  outdated: 'Esta página se ha actualizado. Vuelve a cargarla: lo que has elegido se conserva.',
  reload: 'Volver a cargar',
  notConfigured: 'Las reservas en línea no están disponibles en esta página.',
  restart: 'Empezar de nuevo',
  required: 'Rellena este campo.',
  optional: 'opcional',
  step: 'Paso {n} de {total}',
  anyone: 'Cualquiera',

  services: {
    title: '¿Qué te hacemos?',
    none: 'Ahora mismo no hay servicios que se puedan reservar en línea.',
    other: 'Otros',
    chooseOne: 'Elige al menos un servicio.',
    tooMany: 'Puedes reservar hasta {n} servicios a la vez.',
    nobody: 'Nadie hace todos estos servicios en una misma visita. Quita alguno.',
    count: { one: '{n} servicio', other: '{n} servicios' } as Plural,
    insteadOf: 'Antes {price}',
    from: 'desde {price}',
    summary: 'Tu visita',
  },

  professional: {
    title: '¿Con quién?',
    anyoneHint: 'Todas las horas libres',
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
    chooseDay: 'Elige un día.',
    chooseTime: 'Elige una hora.',
    timesOn: 'Horas del {date}',
    none: 'Este día ya no queda nada libre.',
    noneInMonth: 'No queda nada libre en {month}.',
    noneAtAll: 'No queda nada libre hasta el {date}.',
    nextFree: 'Ir al {date}',
    morning: 'Mañana',
    afternoon: 'Tarde',
    evening: 'Noche',
    zone: 'Las horas son las de {place}: allí son ahora las {time}.',
    yours: 'en tu hora, {time}',
    taken: 'Alguien acaba de reservar esa hora. Estas son las más cercanas:',
    takenNone: 'Alguien acaba de reservar esa hora. Elige otra.',
    refused: 'Elige otra hora.',
  },

  hold: {
    kept: 'Te guardamos la hora {time} más',
    ending: 'Tu hora se guarda 2 minutos más.',
    extend: 'Necesito más tiempo',
    extended: 'De acuerdo: tienes 10 minutos más.',
    expired: 'Ya no te guardamos la hora. Puedes reservarla mientras siga libre, o elegir otra.',
    notHeld: 'No hemos podido guardarte la hora mientras terminas. Se reserva si sigue libre.',
    change: 'Elegir otra hora',
  },
}

/** The forms of `Intl.PluralRules`. */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

export type Texts = typeof texts

export default texts

import type { Plural } from '@silla/widget/shared'

/** The texts of the page. `{name}` is filled in; an object has the plural forms of `Intl`. */
const texts = {
  loading: 'Cargando…',
  close: 'Cerrar',
  retry: 'Reintentar',
  offline: 'Sin conexión. Se reintenta solo.',
  busy: 'Demasiadas peticiones a la vez. Se reintenta solo.',
  unavailable: 'El servicio no responde. Se reintenta solo.',
  kept: 'Sin conexión: agenda de {when}, solo para leer.',
  notSaved: 'No se ha guardado: no hay conexión con el servicio.',
  newRelease: 'Hay una versión nueva de esta página.',
  reload: 'Recargar',
  failed: 'Algo ha ido mal. Vuelve a intentarlo.',

  session: {
    ended: 'Tu sesión ha terminado. Entra de nuevo para seguir.',
    signIn: 'Entrar',
  },

  menu: {
    label: 'Menú',
    shortcuts: 'Atajos de una tecla',
    account: 'Tu cuenta',
    signOut: 'Cerrar sesión',
  },

  views: {
    label: 'Vistas',
    dia: 'Día',
    semana: 'Semana',
    lista: 'Lista',
    mes: 'Mes',
    confirmar: 'Por confirmar',
    espera: 'Lista de espera',
    buscar: 'Clientes',
    informes: 'Informes',
  },

  day: {
    today: 'Hoy',
    previous: 'Día anterior',
    next: 'Día siguiente',
    gridOf: 'Agenda del {date}',
    keys: 'Flechas: moverse. Intro: abrir. M: mover la cita con las flechas, Mayús 30 minutos; Intro suelta, Escape la devuelve.',
    lifted:
      'Cita levantada. Flechas para moverla, Intro para soltarla, Escape para dejarla donde estaba.',
    liftedAt: '{time}, {name}',
    liftedGone: 'La cita que movías ha cambiado.',
    putBack: 'La cita sigue donde estaba.',
    visits: { one: '{n} cita', other: '{n} citas' } as Plural,
    off: 'No trabaja',
    blocked: 'Bloqueado',
    held: 'Reservando ahora',
    firstVisit: 'Primera visita',
    hasNotes: 'Tiene notas',
    awaitsPayment: 'Pago pendiente',
    closed: 'Cerrado',
    partlyClosed: 'Cierre parcial',
  },

  states: {
    pendiente: 'Por confirmar',
    confirmada: 'Confirmada',
    completada: 'Hecha',
    no_show: 'No vino',
    cancelada: 'Cancelada',
  },

  fields: {
    date: 'Fecha',
    time: 'Hora',
    professional: 'Profesional',
    phone: 'Teléfono',
    email: 'Correo',
    notes: 'Notas',
  },

  filter: {
    all: 'Todo el equipo',
    some: { one: '{n} persona', other: '{n} personas' } as Plural,
  },

  week: {
    previous: 'Semana anterior',
    next: 'Semana siguiente',
    gridOf: 'Semana {date}',
  },

  month: { previous: 'Mes anterior', next: 'Mes siguiente' },

  list: { none: 'Nada este día.' },

  toConfirm: { none: 'Todo está confirmado.' },

  waitlist: {
    none: 'Nadie espera una hora.',
    hint: 'Cuando se libera una, se ofrece sola a quien le encaja.',
    offered: 'Ofrecida hasta',
  },

  search: {
    label: 'Nombre, teléfono o correo',
    found: { one: '{n} cliente', other: '{n} clientes' } as Plural,
    none: 'Nadie con ese nombre, teléfono o correo.',
  },

  sheet: {
    total: 'Total',
    rest: 'A pagar en el salón',
    notes: 'Notas de la cita',
    reason: 'Motivo: {reason}',
    code: 'Código',
    confirm: 'Confirmar',
    complete: 'Hecha',
    noShow: 'No vino',
    move: 'Mover',
    again: 'Reservar otra vez',
    cancel: 'Cancelar cita',
    done: {
      confirmar: 'Cita confirmada.',
      completar: 'Cita hecha.',
      'no-show': 'Anotado: no vino.',
    },
  },

  move: {
    title: 'Mover la cita',
    before: 'Ahora:',
    several: 'Cada servicio como ahora',
    samePrice: 'Mismo precio.',
    price: 'El precio cambia: {before} → {after}.',
    notified: 'Se avisa por correo a {email}.',
    noEmail: 'Sin correo: avisa tú.',
    submit: 'Mover',
    done: 'Cita movida: {when}.',
  },

  cancel: {
    title: 'Cancelar la cita',
    refund: 'Se devuelven {amount}.',
    noRefund: 'No hay nada que devolver.',
    points: { one: 'Se devuelve {n} punto.', other: 'Se devuelven {n} puntos.' } as Plural,
    reason: 'Motivo',
    reasonHint: 'Lo lee el cliente.',
    note: 'Nota interna',
    noteHint: 'Solo para el equipo.',
    submit: 'Cancelar cita',
    done: 'Cita cancelada.',
  },

  card: {
    title: 'Ficha',
    blocked: 'No puede reservar en línea.',
    visits: 'Visitas',
    noShows: 'Ausencias',
    lastVisit: 'Última',
    nextVisit: 'Próxima',
    spent: 'Gastado',
    services: 'Suele pedir',
    times: { one: '{n} vez', other: '{n} veces' } as Plural,
    notes: 'Notas',
    noNotes: 'Sin notas.',
    newNote: 'Nota nueva',
    addNote: 'Añadir nota',
    noteSaved: 'Nota guardada.',
    kinds: {
      nota: 'Nota',
      formula: 'Fórmula',
      preferencia: 'Preferencia',
      alergia: 'Alergia',
    },
  },

  booking: {
    title: 'Nueva cita',
    walkIn: 'Sin cita',
    anyone: 'Cualquiera',
    customer: 'Cliente',
    customerHint: 'Nombre o teléfono; un nombre nuevo crea la ficha.',
    otherCustomer: 'Cambiar',
    unnamed: 'Sin nombre',
    services: 'Servicios',
    findService: 'Buscar servicio',
    noCustomer: 'Escribe un nombre.',
    noServices: 'Elige un servicio.',
    submit: 'Reservar',
    done: 'Reservado: {when}.',
  },

  block: {
    title: 'Bloquear',
    from: 'Desde',
    until: 'Hasta',
    reason: 'Motivo',
    submit: 'Bloquear',
    done: 'Hora bloqueada.',
    delete: 'Quitar bloqueo',
    deleted: 'Bloqueo quitado.',
  },

  reports: {
    report: 'Informe',
    group: 'Filas',
    from: 'Desde',
    to: 'Hasta',
    download: 'Descargar CSV',
    print: 'Imprimir',
    total: 'Total',
    none: 'No hay nada en estos días. Elige otros.',
    nobody: 'Sin profesional ni servicio',
    names: {
      caja: 'Caja en línea',
      citas: 'Citas',
      ocupacion: 'Ocupación',
      ausencias: 'Ausencias',
      clientes: 'Clientes',
      servicios: 'Servicios',
    },
    groups: {
      dia: 'Día',
      semana: 'Semana',
      mes: 'Mes',
      peluquero: 'Profesional',
      servicio: 'Servicio',
    },
    figures: {
      caja: {
        reservas: 'Citas',
        pedidos: 'Pedidos',
        paquetes: 'Bonos de puntos',
        cobrado: 'Cobrado',
        devuelto: 'Devuelto',
        disputado: 'En disputa',
        neto: 'Neto',
      },
      citas: {
        citas: 'Citas',
        pendientes: 'Por confirmar',
        confirmadas: 'Confirmadas',
        completadas: 'Hechas',
        no_show: 'No vino',
        canceladas: 'Canceladas',
        importe: 'Importe',
        importe_previsto: 'Importe previsto',
        descuento: 'Descuento',
        media: 'Media por cita',
        puntos_usados: 'Puntos usados',
      },
      ocupacion: {
        minutos_trabajo: 'Tiempo de trabajo',
        minutos_reservados: 'Tiempo reservado',
        ocupacion: 'Ocupación',
      },
      ausencias: {
        completadas: 'Hechas',
        no_show: 'No vino',
        tasa_no_show: 'De cada cien',
        canceladas_cliente: 'Canceló el cliente',
        canceladas_negocio: 'Canceló el salón',
        canceladas_tarde: 'Canceladas tarde',
        importe_perdido: 'Importe perdido',
      },
      clientes: {
        citas: 'Citas',
        clientes: 'Clientes',
        nuevos: 'Nuevos',
        recurrentes: 'Vuelven',
      },
      servicios: {
        realizados: 'Hechos',
        importe: 'Importe',
        descuento: 'Descuento',
        previstos: 'Previstos',
        importe_previsto: 'Importe previsto',
      },
    },
  },
}

export type Texts = typeof texts

export default texts

import type { Plural } from '@silla/widget/shared'

/** The texts of the page. `{name}` is filled in; an object has the plural forms of `Intl`. */
const texts = {
  loading: 'Cargando…',
  close: 'Cerrar',
  retry: 'Reintentar',
  offline: 'Sin conexión. Se reintenta solo.',
  busy: 'Demasiadas peticiones a la vez. Se reintenta solo.',
  unavailable: 'El servicio no responde. Se reintenta solo.',
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
  },

  day: {
    today: 'Hoy',
    previous: 'Día anterior',
    next: 'Día siguiente',
    gridOf: 'Agenda del {date}',
    keys: 'Flechas: moverse. Intro: abrir.',
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
  },
}

export type Texts = typeof texts

export default texts

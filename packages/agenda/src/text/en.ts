import type { Texts } from './es.ts'

const texts: Texts = {
  loading: 'Loading…',
  close: 'Close',
  retry: 'Try again',
  offline: 'No connection. Trying again.',
  busy: 'Too many requests at once. Trying again.',
  unavailable: 'The service does not respond. Trying again.',
  failed: 'Something went wrong. Please try again.',

  session: {
    ended: 'Your session has ended. Sign in again to go on.',
    signIn: 'Sign in',
  },

  menu: {
    label: 'Menu',
    shortcuts: 'Single-key shortcuts',
    account: 'Your account',
    signOut: 'Sign out',
  },

  views: {
    label: 'Views',
    dia: 'Day',
  },

  day: {
    today: 'Today',
    previous: 'Previous day',
    next: 'Next day',
    gridOf: 'Agenda of {date}',
    keys: 'Arrows: move. Enter: open.',
    visits: { one: '{n} visit', other: '{n} visits' },
    off: 'Not working',
    blocked: 'Blocked',
    held: 'Being booked',
    firstVisit: 'First visit',
    hasNotes: 'Has notes',
    awaitsPayment: 'Payment pending',
    closed: 'Closed',
    partlyClosed: 'Closed for a part of the day',
  },

  states: {
    pendiente: 'To confirm',
    confirmada: 'Confirmed',
    completada: 'Done',
    no_show: 'No-show',
  },
}

export default texts

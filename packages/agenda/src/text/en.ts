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
    semana: 'Week',
    lista: 'List',
    mes: 'Month',
    confirmar: 'To confirm',
    espera: 'Waitlist',
    buscar: 'Customers',
  },

  day: {
    today: 'Today',
    previous: 'Previous day',
    next: 'Next day',
    gridOf: 'Agenda of {date}',
    keys: 'Arrows: move around. Enter: open. M: move the visit with the arrows, Shift by 30 minutes; Enter drops it, Escape puts it back.',
    lifted: 'Visit lifted. Arrows move it, Enter drops it, Escape puts it back.',
    liftedAt: '{time}, {name}',
    liftedGone: 'The visit that you were moving has changed.',
    putBack: 'The visit stays where it was.',
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
    cancelada: 'Cancelled',
  },

  fields: {
    date: 'Date',
    time: 'Time',
    professional: 'Professional',
    phone: 'Phone',
    email: 'Email',
    notes: 'Notes',
  },

  filter: { all: 'Whole team', some: { one: '{n} person', other: '{n} people' } },

  week: { previous: 'Previous week', next: 'Next week', gridOf: 'Week {date}' },

  month: { previous: 'Previous month', next: 'Next month' },

  list: { none: 'Nothing on this day.' },

  toConfirm: { none: 'Everything is confirmed.' },

  waitlist: {
    none: 'Nobody waits for a time.',
    hint: 'Time that becomes free is offered by itself to whom it fits.',
    offered: 'Offered until',
  },

  search: {
    label: 'Name, phone or email',
    found: { one: '{n} customer', other: '{n} customers' },
    none: 'Nobody with that name, phone or email.',
  },

  sheet: {
    total: 'Total',
    rest: 'To pay at the salon',
    notes: 'Notes of the visit',
    reason: 'Reason: {reason}',
    code: 'Code',
    confirm: 'Confirm',
    complete: 'Done',
    noShow: 'No-show',
    move: 'Move',
    again: 'Book again',
    cancel: 'Cancel visit',
    done: {
      confirmar: 'Visit confirmed.',
      completar: 'Visit done.',
      'no-show': 'Noted as a no-show.',
    },
  },

  move: {
    title: 'Move the visit',
    before: 'Now:',
    several: 'Each service as now',
    samePrice: 'Same price.',
    price: 'The price changes: {before} → {after}.',
    notified: 'An email goes to {email}.',
    noEmail: 'No email: let them know yourself.',
    submit: 'Move',
    done: 'Visit moved: {when}.',
  },

  cancel: {
    title: 'Cancel the visit',
    refund: '{amount} is refunded.',
    noRefund: 'There is nothing to refund.',
    points: { one: '{n} point is returned.', other: '{n} points are returned.' },
    reason: 'Reason',
    reasonHint: 'The customer reads it.',
    note: 'Internal note',
    noteHint: 'For the team only.',
    submit: 'Cancel visit',
    done: 'Visit cancelled.',
  },

  card: {
    title: 'Customer',
    blocked: 'Cannot book online.',
    visits: 'Visits',
    noShows: 'No-shows',
    lastVisit: 'Last',
    nextVisit: 'Next',
    spent: 'Spent',
    services: 'Usually has',
    times: { one: '{n} time', other: '{n} times' },
    notes: 'Notes',
    noNotes: 'No notes.',
    newNote: 'New note',
    addNote: 'Add note',
    noteSaved: 'Note saved.',
    kinds: {
      nota: 'Note',
      formula: 'Formula',
      preferencia: 'Preference',
      alergia: 'Allergy',
    },
  },

  booking: {
    title: 'New visit',
    walkIn: 'Walk-in',
    anyone: 'Anyone',
    customer: 'Customer',
    customerHint: 'Name or phone; a new name makes a card.',
    otherCustomer: 'Change',
    unnamed: 'No name',
    services: 'Services',
    findService: 'Find a service',
    noCustomer: 'Type a name.',
    noServices: 'Choose a service.',
    submit: 'Book',
    done: 'Booked: {when}.',
  },

  block: {
    title: 'Block time',
    from: 'From',
    until: 'Until',
    reason: 'Reason',
    submit: 'Block',
    done: 'Time blocked.',
    delete: 'Remove block',
    deleted: 'Block removed.',
  },
}

export default texts

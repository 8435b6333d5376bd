import type { Wire } from '@silla/client'
import type { BookingBody } from './booking-body.ts'

export const steps = ['services', 'professional', 'time', 'contact', 'payment', 'done'] as const
export type StepName = (typeof steps)[number]

/** A visit while it is chosen, held, booked and paid: all that a reload must not lose. */
export interface BookingState {
  step: StepName
  /** In the order in which they were chosen. */
  serviceIds: readonly number[]
  /** 0: anyone who is free. */
  professionalId: number
  /** Who does each service, by its id, 0: anyone; null: one choice for the whole visit. */
  people: Readonly<Record<number, number>> | null
  date: string | null
  time: string | null
  /** null: not held yet, or the salon could not hold it. */
  hold: Wire['Retencion'] | null
  /** When the hold ends by the clock of this device, in milliseconds since 1970. */
  heldUntil: number
  /** The hold has been extended, which is possible once. */
  holdExtended: boolean
  contact: Contact
  booking: Wire['Reserva'] | null
  /** The booking as it was last read. */
  detail: Wire['ReservaDetalle'] | null
  /** A request to book whose answer was lost; the visit may be booked. */
  unanswered: BookingBody | null
  /** A payment whose result is not known yet. */
  paymentIntentId: string | null
  /** The payment was made, and the bank has not finished it. */
  isProcessing: boolean
  /** Sent with the request that books, so that a second click or tab does not book twice. */
  bookingKey: string
}

export interface Contact {
  name: string
  email: string
  phone: string
  notes: string
  usePoints: boolean
  /** By which channels they agree to messages, and what they read; absent: by none. */
  mensajes?: BookingBody['mensajes']
}

const emptyContact: Contact = { name: '', email: '', phone: '', notes: '', usePoints: false }

export const newState = (choice: Partial<BookingState> = {}): BookingState => ({
  step: 'services',
  serviceIds: [],
  professionalId: 0,
  people: null,
  date: null,
  time: null,
  hold: null,
  heldUntil: 0,
  holdExtended: false,
  contact: emptyContact,
  booking: null,
  detail: null,
  unanswered: null,
  paymentIntentId: null,
  isProcessing: false,
  bookingKey: newKey(),
  ...choice,
})

/**
 * A changed state without what the change has made wrong: a time belongs to services and a person, a
 * hold to a time.
 */
export function changeState(state: BookingState, change: Partial<BookingState>): BookingState {
  const changed = { ...state, ...change }
  const otherVisit = visitOf(changed) !== visitOf(state)
  if (otherVisit && !('time' in change)) changed.time = null
  const otherTime =
    otherVisit ||
    changed.time !== state.time ||
    (changed.date !== state.date && !('time' in change))
  if (otherTime && !('hold' in change)) changed.hold = null
  if (state.hold && !changed.hold) changed.holdExtended = false
  // the same key would return the hold that was given back
  if (otherTime || (state.hold && !changed.hold)) changed.bookingKey = newKey()
  return changed
}

const visitOf = ({ serviceIds, professionalId, people }: BookingState): string =>
  JSON.stringify([serviceIds, professionalId, people])

/** Browsers have `crypto.randomUUID` on pages with TLS only. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), String).join('-')

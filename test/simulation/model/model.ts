import { localTime } from './local-time.ts'
import type { SalonPlan, ServicePlan } from './plan.ts'

/** What the simulation knows about a salon, in memory and in the simplest form. */
export interface Model {
  plan: SalonPlan
  /** Epoch milliseconds. */
  now(): number
  people: readonly Person[]
  /** The salon takes online payments, and its account may charge as far as the product knows. */
  canCharge: boolean
  /** In the order of their creation. */
  bookings: ModelBooking[]
  holds: ModelHold[]
  /** Those that were not deleted. */
  blocks: ModelBlock[]
  orders: ModelOrder[]
  /** What was taken at the desk, in this order. */
  entries: ModelEntry[]
}

/** Somebody who walks in or calls, and of whom the salon knows a name only (D45). */
export const walkIn: Person = { name: 'Walk-in', email: '', phone: null, hasAccount: false }

/** A guest, who may have an account as well. */
export interface Person {
  name: string
  email: string
  phone: string | null
  hasAccount: boolean
}

export type BookingState = 'pending' | 'confirmed' | 'completed' | 'cancelled' | 'no_show'

export interface ModelBooking {
  label: string
  id: number
  code: string
  person: Person
  customerId: number
  /** Of the first service. */
  professional: string
  /** When each professional works; adjacent work is one part. */
  parts: readonly ModelPart[]
  lines: readonly ModelLine[]
  /** Epoch minutes. */
  start: number
  end: number
  /** How often the customer has moved it. */
  customerMoves: number
  /** What a cancellation by the customer refunds at most, since they moved it. */
  refundPercent: number
  /** What its cancellation has refunded of what was paid for it; null: it is not cancelled. */
  cancelledPercent: number | null
  state: BookingState
  /** When its state last changed, epoch milliseconds, and whether the system did it. */
  changedAt: number
  isBySystem: boolean
  /** When its customer cancelled it, epoch milliseconds; null: nobody or somebody else did. */
  customerCancelledAt: number | null
  /** The customer has come in (D71). */
  hasArrived: boolean
  /** Of the visits that one request has booked (D80). */
  seriesId: number | null
  /** Epoch milliseconds; null: it does not expire. */
  expiresAt: number | null
  totalCents: number
  /** The lowest since it was booked. */
  leastTotalCents: number
  /** What of it is paid in advance; null: all of it. */
  depositCents: number | null
  /** What may be charged to the card that it needs; null: it needs none (D50). */
  guarantee: ModelGuarantee | null
  pointsUsed: number
  pointsEarned: number
  paymentRequired: boolean
  /** A payment has been applied. */
  isPaid: boolean
  /** Whether the points of the visit are with the customer; `taken` cannot be earned again. */
  award: 'none' | 'given' | 'taken'
}

/** As it was agreed when the visit was booked. */
export interface ModelGuarantee {
  noShowCents: number
  lateCancelCents: number
}

/** A service of a booking, as it was agreed. */
export interface ModelLine {
  service: string
  priceCents: number
  chargedCents: number
  pointsAwarded: number
}

export interface ModelPart {
  professional: string
  /** Epoch minutes. */
  start: number
  end: number
}

/** Time that is kept for a customer (D36). */
export interface ModelHold {
  label: string
  id: number
  token: string
  isBySalon: boolean
  professional: string
  /** With the prices of the moment. */
  services: readonly ServicePlan[]
  date: string
  /** Of the day. */
  minute: number
  /** Epoch minutes. */
  start: number
  end: number
  /** Epoch milliseconds. */
  expiresAt: number
  isExtended: boolean
  state: 'open' | 'released' | 'booked'
}

/** Time that the salon takes out of its diary (D41). */
export interface ModelBlock {
  label: string
  id: number
  professional: string
  /** Epoch minutes. */
  start: number
  end: number
}

export interface ModelOrder {
  label: string
  id: number
  person: Person
  customerId: number
  /** Epoch milliseconds. */
  expiresAt: number
  items: readonly { product: string; quantity: number }[]
  totalCents: number
  pointsEarned: number
  state: 'pending' | 'paid' | 'delivered' | 'cancelled' | 'refunded'
}

/** Money that the salon has taken itself, or given back (D54). */
export interface ModelEntry {
  label: string
  id: number
  of: { kind: 'booking' | 'order'; id: number }
  method: 'efectivo' | 'tarjeta' | 'otro'
  amountCents: number
  tipCents: number
  /** The entry that it reverses. */
  reverses: ModelEntry | null
}

export const servicesOf = ({ lines }: Pick<ModelBooking, 'lines'>): string[] =>
  lines.map(({ service }) => service)

/** The salon's date. */
export const todayOf = ({ plan, now }: Model): string => localTime(now(), plan.timezone).date

export const isLive = ({ now }: Pick<Model, 'now'>, { state, expiresAt }: ModelHold): boolean =>
  state === 'open' && expiresAt > now()

export const isOpen = ({ state }: ModelBooking): boolean =>
  state === 'pending' || state === 'confirmed'

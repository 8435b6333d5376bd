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
  /** Their names. */
  services: readonly string[]
  /** Epoch minutes. */
  start: number
  end: number
  /** How often the customer has moved it. */
  customerMoves: number
  /** What a cancellation by the customer refunds at most, since they moved it. */
  refundPercent: 0 | 100
  state: BookingState
  /** When its state last changed; epoch milliseconds. */
  changedAt: number
  /** Epoch milliseconds; null: it does not expire. */
  expiresAt: number | null
  totalCents: number
  pointsUsed: number
  pointsEarned: number
  paymentRequired: boolean
  /** A payment has been applied. */
  isPaid: boolean
  /** Whether the points of the visit are with the customer; `taken` cannot be earned again. */
  award: 'none' | 'given' | 'taken'
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
  state: 'pending' | 'paid' | 'cancelled' | 'refunded'
}

/** The salon's date. */
export const todayOf = ({ plan, now }: Model): string => localTime(now(), plan.timezone).date

export const isLive = ({ now }: Pick<Model, 'now'>, { state, expiresAt }: ModelHold): boolean =>
  state === 'open' && expiresAt > now()

export const isOpen = ({ state }: ModelBooking): boolean =>
  state === 'pending' || state === 'confirmed'

import { localTime } from './local-time.ts'
import type { SalonPlan } from './plan.ts'

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
  orders: ModelOrder[]
}

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
  professional: string
  /** Epoch minutes. */
  start: number
  end: number
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

export const isOpen = ({ state }: ModelBooking): boolean =>
  state === 'pending' || state === 'confirmed'

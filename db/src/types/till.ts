import type { Currency } from './values.ts'

/** How money is taken at the desk; the salon's own card terminal is `card`. */
export type TillMethod = 'cash' | 'card' | 'other'

/** Money that the salon has taken itself, or a reversal of that, whose amounts are negative (D54). */
export interface TillEntry {
  id: number
  /** Exactly one of the two is set. */
  bookingId: number | null
  orderId: number | null
  /** Of the booking or the order. */
  code: string
  customerId: number
  method: TillMethod
  amountCents: number
  /** No part of what the visit costs (D55). */
  tipCents: number
  currency: Currency
  /** The entry that it reverses; null: it is no reversal. */
  reversesId: number | null
  /** The reversal of this entry; null: it stands. */
  reversedById: number | null
  /** Why it reverses another; empty for any other. */
  reason: string
  author: TillAuthor
  createdAt: Date
}

/** What the entries of a booking or an order add up to. */
export interface TillSums {
  takenCents: number
  tipCents: number
}

/** Who took the money, by the name of then. */
export interface TillAuthor {
  /** `operator` is platform staff. */
  kind: 'staff' | 'key' | 'support' | 'operator'
  name: string
  /** The member of staff; null: anybody else. */
  id: number | null
}

import type { TillEntry, TillMethod } from '@silla/db'

export type { TillEntry, TillMethod } from '@silla/db'

/** What money is taken for at the desk. */
export type TillReference =
  | { kind: 'booking'; bookingId: number }
  | { kind: 'order'; orderId: number }

/** Money to record that the salon has taken (D54). */
export interface TillInput {
  reference: TillReference
  method: TillMethod
  amountCents: number
  /** Outside of the price, points and refunds (D55). */
  tipCents: number
  /** Everything is checked and written, and then rolled back (D44). */
  simulated: boolean
}

export interface RecordedTillEntry extends TillEntry {
  /** What can still be taken at the desk for the booking or the order. */
  tillCents: number
}

/** `cobro.*` */
export type TillChange = TillEntry

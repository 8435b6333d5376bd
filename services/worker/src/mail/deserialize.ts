import type { Booking, EmailPayment, Order } from '@silla/core'

/** A booking as it was when its letter was asked for: JSON made texts of its instants. */
export function deserializeBooking(payload: Readonly<Record<string, unknown>>): Booking {
  const stored = payload as unknown as Booking
  const { cancellation } = stored
  return {
    ...stored,
    startsAt: new Date(stored.startsAt),
    endsAt: new Date(stored.endsAt),
    expiresAt: instantOrNull(stored.expiresAt),
    cancellation: cancellation && { ...cancellation, at: new Date(cancellation.at) },
    createdAt: new Date(stored.createdAt),
    updatedAt: new Date(stored.updatedAt),
  }
}

/** The same for an order. */
export function deserializeOrder(payload: Readonly<Record<string, unknown>>): Order {
  const stored = payload as unknown as Order
  return {
    ...stored,
    expiresAt: instantOrNull(stored.expiresAt),
    createdAt: new Date(stored.createdAt),
    updatedAt: new Date(stored.updatedAt),
  }
}

/** A payment as letters name it; nothing in it is an instant. `message` is the processor's. */
export const deserializePayment = (payload: Readonly<Record<string, unknown>>) =>
  payload as unknown as EmailPayment & { message: string }

const instantOrNull = (stored: Date | null) => (stored === null ? null : new Date(stored))

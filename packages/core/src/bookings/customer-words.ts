import type { Booking } from '../model/booking.ts'

/**
 * What a customer wrote to the salon about a booking: the reason for which they cancelled it, else
 * its notes. Notes that the salon took down itself, on the phone, count as the customer's. Empty:
 * nothing.
 */
export const customerWords = ({
  cancellation,
  notes,
}: Pick<Booking, 'cancellation' | 'notes'>): string => {
  if (cancellation === null) return notes
  return cancellation.by === 'customer' ? (cancellation.reason ?? '') : ''
}

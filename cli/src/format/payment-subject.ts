import type { Payment } from '@silla/core'

/** What a payment is for: `booking 1042`. */
export function paymentSubject({ reference }: Pick<Payment, 'reference'>): string {
  switch (reference.kind) {
    case 'booking':
      return `booking ${reference.bookingId}`
    case 'order':
      return `order ${reference.orderId}`
    case 'package':
      return `points package ${reference.packageId}`
  }
}

import { refundBooking } from '@silla/core'
import {
  BookingDetailWire,
  NewRefundWire,
  parseNewRefund,
  serializeBookingDetail,
} from '@silla/wire'
import { operation } from './operation.ts'
import { one } from './results.ts'

/** Refunds by the business (D14). */
export const bookingRefundOperations = [
  operation({
    name: 'reservas.reembolsar',
    tag: 'Bookings',
    summary: 'Refund a booking',
    description:
      'Refunds all that was paid for a booking and not refunded yet, or a part of it; the state of ' +
      'the booking does not change. `reembolso` has the state of the refund.',
    rest: { method: 'POST', path: '/reservas/:id/reembolsar/' },
    graphql: { field: 'reembolsar_reserva' },
    access: 'till.void',
    audit: 'payments.refund',
    ids: { id: { description: 'The booking', notFound: 'BOOKING_NOT_FOUND' } },
    body: { schema: NewRefundWire, parse: parseNewRefund },
    result: one(BookingDetailWire),
    errors: {
      BOOKING_NOT_FOUND: 'no such booking',
      NOTHING_TO_REFUND:
        'nothing was paid online, or all of it is already refunded, being refunded or lost in a dispute',
      PAYMENT_DISPUTED:
        'the customer disputes the payment with their bank; it can be refunded if the salon wins',
      INVALID_AMOUNT: '`monto` is not positive, more than is left, or has more than two decimals',
    },
    idempotent: true,
    run: (context, { ids, body }) => refundBooking(context, { bookingId: ids.id, ...body }),
    respond: (booking, { locale }) => serializeBookingDetail(booking, locale),
  }),
]

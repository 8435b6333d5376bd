import { recordArrival } from '@silla/core'
import { BookingDetailWire, serializeBookingDetail } from '@silla/wire'
import { noBody } from './no-body.ts'
import { operation } from './operation.ts'
import { one } from './results.ts'

const tag = 'Bookings'
const ids = { id: { description: 'The booking', notFound: 'BOOKING_NOT_FOUND' } } as const
const bookingNotFound = 'no such booking, or one that the member of staff does not take part in'

/** That the customer of a visit has come in (D71). */
export const arrivalOperations = [
  operation({
    name: 'reservas.llegada',
    tag,
    summary: 'Record that the customer has arrived',
    description:
      'On the day of the visit. The booking stays `confirmada`, and `llegada_en` has the time. A ' +
      'second request changes nothing.',
    rest: { method: 'POST', path: '/reservas/:id/llegada/' },
    graphql: { field: 'registrar_llegada' },
    access: 'bookings.manage',
    audit: 'bookings.arrive',
    ids,
    body: noBody,
    result: one(BookingDetailWire),
    errors: {
      BOOKING_NOT_FOUND: bookingNotFound,
      INVALID_TRANSITION: 'it is not `confirmada`, or the visit is on another day',
    },
    idempotent: true,
    run: (context, { ids }) => recordArrival(context, { bookingId: ids.id, hasArrived: true }),
    respond: (booking, { locale }) => serializeBookingDetail(booking, locale),
  }),

  operation({
    name: 'reservas.deshacer_llegada',
    tag,
    summary: 'Undo the arrival of a customer',
    description:
      'Possible as long as the booking is `confirmada`. A second request changes nothing.',
    rest: { method: 'DELETE', path: '/reservas/:id/llegada/' },
    graphql: { field: 'deshacer_llegada' },
    access: 'bookings.manage',
    audit: 'bookings.undo-arrival',
    ids,
    result: one(BookingDetailWire),
    errors: {
      BOOKING_NOT_FOUND: bookingNotFound,
      INVALID_TRANSITION: 'it is not `confirmada`',
    },
    idempotent: true,
    run: (context, { ids }) => recordArrival(context, { bookingId: ids.id, hasArrived: false }),
    respond: (booking, { locale }) => serializeBookingDetail(booking, locale),
  }),
]

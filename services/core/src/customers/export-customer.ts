import {
  bookingListQueries,
  type bookingQueries,
  customerQueries,
  ownRecordQueries,
  pointsQueries,
  shopQueries,
} from '@silla/db'
import { fail } from '@silla/errors'
import type { BookingView } from '../bookings/booking.ts'
import { viewOf } from '../bookings/booking-view.ts'
import { readBooking } from '../bookings/read-booking.ts'
import type { Caller } from '../caller.ts'
import { type Movement, readMovement } from '../points/movement.ts'
import type { Order } from '../shop/order.ts'
import { readOrder } from '../shop/read-order.ts'
import { readProfile } from './customer-profile.ts'
import type { Profile } from './profile.ts'
import { signedInCustomer } from './signed-in.ts'

/** All that a business keeps about one customer (D12). */
export interface OwnRecords {
  profile: Profile
  bookings: BookingView[]
  orders: Order[]
  movements: Movement[]
  payments: ownRecordQueries.OwnPaymentRow[]
  reviews: ownRecordQueries.OwnReviewRow[]
  sessions: ownRecordQueries.OwnSessionRow[]
  letters: ownRecordQueries.OwnLetterRow[]
}

const all = { offset: 0, limit: 100_000 }
const ever = {
  from: null,
  before: null,
  states: ['pending', 'confirmed', 'completed', 'cancelled', 'no_show'],
} as const

/**
 * Hands a customer everything there is about them, read at one moment. Secrets are not among it: of a session they learn when it
 * was, of a letter what it was about.
 *
 * @throws AUTHENTICATION_REQUIRED; INVALID_TOKEN when the account is gone
 */
export async function exportCustomer(caller: Caller): Promise<OwnRecords> {
  const { customerId } = signedInCustomer(caller)
  const catalog = await caller.tenant.catalog()
  const [[profile], bookings, orders, movements, payments, reviews, sessions, letters] =
    await caller.tenant.door.ask<Rows>((tx) => [
      customerQueries.customerWithAccount(tx, customerId),
      bookingListQueries.bookingsOfCustomer(tx, { ...ever, ...all, customerId }),
      shopQueries.ordersOf(tx, customerId, all),
      pointsQueries.movementsOf(tx, customerId, all),
      ownRecordQueries.paymentsOfCustomer(tx, customerId),
      ownRecordQueries.reviewsOfCustomer(tx, customerId),
      ownRecordQueries.sessionsOfCustomer(tx, customerId),
      ownRecordQueries.lettersOfCustomer(tx, customerId),
    ])
  return {
    profile: profile ? readProfile(profile) : fail('INVALID_TOKEN'),
    bookings: bookings.map((row) => viewOf(caller, catalog, readBooking(row, catalog), true)),
    orders: orders.map(readOrder),
    movements: movements.map(readMovement),
    payments,
    reviews,
    sessions,
    letters,
  }
}

type Rows = [
  customerQueries.CustomerRow,
  bookingQueries.BookingRow,
  shopQueries.OrderRow,
  pointsQueries.MovementRow,
  ownRecordQueries.OwnPaymentRow,
  ownRecordQueries.OwnReviewRow,
  ownRecordQueries.OwnSessionRow,
  ownRecordQueries.OwnLetterRow,
]

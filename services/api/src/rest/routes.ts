import type { FastifyInstance } from 'fastify'
import { authRoutes } from './auth.ts'
import { availabilityRoutes, directAvailabilityRoutes } from './availability.ts'
import { blockRoutes } from './blocks.ts'
import { bookingListRoutes } from './booking-lists.ts'
import { bookingRefundRoutes } from './booking-refunds.ts'
import { bookingTransitionRoutes } from './booking-transitions.ts'
import { bookingRoutes } from './bookings.ts'
import { businessRoutes } from './business.ts'
import { calendarRoutes } from './calendars.ts'
import { catalogRoutes } from './catalog.ts'
import { customerRoutes } from './customer.ts'
import { eventEndpointRoutes } from './event-endpoints.ts'
import { eventRoutes } from './events.ts'
import { holdRoutes } from './holds.ts'
import { paymentRoutes } from './payments.ts'
import { pointsRoutes } from './points.ts'
import { professionalRoutes } from './professionals.ts'
import type { RestOptions } from './rest-options.ts'
import { reviewRoutes } from './reviews.ts'
import { shopRoutes } from './shop.ts'
import { waitlistRoutes } from './waitlist.ts'

/** All REST routes, registered under the version prefix. */
export async function restRoutes(app: FastifyInstance, options: RestOptions): Promise<void> {
  businessRoutes(app, options)
  catalogRoutes(app, options)
  professionalRoutes(app, options)
  availabilityRoutes(app)
  bookingRoutes(app, options)
  bookingListRoutes(app, options)
  bookingTransitionRoutes(app, options)
  bookingRefundRoutes(app, options)
  holdRoutes(app, options)
  waitlistRoutes(app, options)
  blockRoutes(app, options)
  eventRoutes(app, options)
  calendarRoutes(app, options)
  eventEndpointRoutes(app, options)
  reviewRoutes(app)
  authRoutes(app, options)
  customerRoutes(app, options)
  pointsRoutes(app, options)
  shopRoutes(app, options)
  paymentRoutes(app, options)
}

/** Routes of these whose ordinary requests are handled without the router. */
export const directRoutes = directAvailabilityRoutes

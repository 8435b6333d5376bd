import type { FastifyInstance } from 'fastify'
import type { OperationOptions } from '../operations/operation-options.ts'
import { availabilityRoutes, directAvailabilityRoutes } from './availability.ts'
import { bookingListRoutes } from './booking-lists.ts'
import { bookingRefundRoutes } from './booking-refunds.ts'
import { bookingTransitionRoutes } from './booking-transitions.ts'
import { bookingRoutes } from './bookings.ts'
import { eventRoutes } from './events.ts'
import { operationRoutes } from './operation-routes.ts'

/** All REST routes, registered under the version prefix. */
export async function restRoutes(app: FastifyInstance, options: OperationOptions): Promise<void> {
  availabilityRoutes(app)
  bookingRoutes(app, options)
  bookingListRoutes(app, options)
  bookingTransitionRoutes(app, options)
  bookingRefundRoutes(app, options)
  operationRoutes(app, options)
  eventRoutes(app, options)
}

/** Routes of these whose ordinary requests are handled without the router. */
export const directRoutes = directAvailabilityRoutes

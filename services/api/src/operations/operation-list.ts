import { authOperations } from './auth.ts'
import { blockOperations } from './blocks.ts'
import { businessOperations } from './business.ts'
import { calendarOperations } from './calendars.ts'
import { catalogOperations } from './catalog.ts'
import { customerOperations } from './customer.ts'
import { eventEndpointOperations } from './event-endpoints.ts'
import { holdOperations } from './holds.ts'
import type { Operation } from './operation.ts'
import { paymentOperations } from './payments.ts'
import { pointsOperations } from './points.ts'
import { professionalOperations } from './professionals.ts'
import { reviewOperations } from './reviews.ts'
import { shopOperations } from './shop.ts'
import { waitlistOperations } from './waitlist.ts'

/** Every operation that is defined as one; the others are in `rest` and `graphql`. */
export const operations: readonly Operation[] = [
  ...businessOperations,
  ...catalogOperations,
  ...professionalOperations,
  ...holdOperations,
  ...blockOperations,
  ...calendarOperations,
  ...eventEndpointOperations,
  ...reviewOperations,
  ...waitlistOperations,
  ...pointsOperations,
  ...shopOperations,
  ...customerOperations,
  ...authOperations,
  ...paymentOperations,
]

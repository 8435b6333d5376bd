import type { Processor } from '@silla/core'
import { metadataOf } from './metadata.ts'
import type { AskStripe } from './stripe.ts'

/** The salon's customers, on its own account. */
export const customerQuestions = (ask: AskStripe): Pick<Processor, 'createCustomer'> => ({
  async createCustomer({ name, email, customerId, businessId, ...how }) {
    const made = await ask(how, (stripe, options) =>
      stripe.customers.create({ name, email, metadata: metadataOf({ businessId, customerId }) }, options),
    )
    return { customerRef: made.id }
  },
})

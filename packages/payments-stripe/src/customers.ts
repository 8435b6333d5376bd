import type { Processor } from '@silla/core'
import { metadataOf } from './metadata.ts'
import type { StripeClient } from './stripe-client.ts'

/** The salon's customers, on its own account. */
export const customerRequests = (
  input: StripeClient,
): Pick<Processor, 'createCustomer' | 'findCustomer'> => ({
  async createCustomer({ name, email, customerId, businessId, ...how }) {
    const made = await input(how, (stripe, options) =>
      stripe.customers.create(
        { name, email, metadata: metadataOf({ businessId, customerId }) },
        options,
      ),
    )
    return { customerRef: made.id }
  },

  async findCustomer({ email, customerId, businessId, ...how }) {
    const ours = metadataOf({ businessId, customerId })
    const { data } = await input(how, (stripe, options) =>
      stripe.customers.list({ email, limit: 100 }, options),
    )
    const made = data.find(({ metadata }) =>
      Object.entries(ours).every(([name, value]) => metadata[name] === value),
    )
    return made ? { customerRef: made.id } : null
  },
})

import type { Processor } from '@silla/core'
import { metadataOf } from './metadata.ts'
import type { StripeClient } from './stripe-client.ts'

/** The salon's customers, on its own account. */
export const customerRequests = (
  call: StripeClient,
): Pick<Processor, 'createCustomer' | 'findCustomer'> => ({
  async createCustomer({ name, email, customerId, businessId, ...target }) {
    const created = await call(target, (stripe, options) =>
      stripe.customers.create(
        { name, email, metadata: metadataOf({ businessId, customerId }) },
        options,
      ),
    )
    return { customerRef: created.id }
  },

  async findCustomer({ email, customerId, businessId, ...target }) {
    const expected = metadataOf({ businessId, customerId })
    const { data } = await call(target, (stripe, options) =>
      stripe.customers.list({ email, limit: 100 }, options),
    )
    const found = data.find(({ metadata }) =>
      Object.entries(expected).every(([name, value]) => metadata[name] === value),
    )
    return found ? { customerRef: found.id } : null
  },
})

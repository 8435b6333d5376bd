import type { Processor } from '@silla/core'
import { ProcessorError } from '@silla/core'
import { hasMetadata, metadataOf } from './metadata.ts'
import { CustomerShape, checkPage, checkShape } from './shapes.ts'
import type { StripeClient } from './stripe-client.ts'

/** The salon's customers, on its own account. */
export const customerRequests = (
  call: StripeClient,
): Pick<Processor, 'createCustomer' | 'findCustomer'> => ({
  async createCustomer({ name, email, customerId, businessId, key, ...target }) {
    const metadata = metadataOf({ businessId, customerId })
    const create = (key: string, optional: { email?: string }) =>
      call({ ...target, key }, (stripe, options) =>
        stripe.customers.create({ name, ...optional, metadata }, options),
      )
    const created = await create(key, email === '' ? {} : { email }).catch((error) => {
      if (!(error instanceof ProcessorError && error.code === 'email_invalid')) throw error
      // Stripe accepts fewer addresses than mail servers do, and charging does not need one
      return create(`${key}-without-email`, {})
    })
    return { customerRef: checkShape(CustomerShape, created).id }
  },

  async findCustomer({ email, customerId, businessId, ...target }) {
    const newest = async (optional: { email?: string }) => {
      const page = await call(target, (stripe, options) =>
        stripe.customers.list({ ...optional, limit: 100 }, options),
      )
      return checkPage(page).data.find(hasMetadata({ businessId, customerId }))
    }
    const found = (email === '' ? undefined : await newest({ email })) ?? (await newest({}))
    return found === undefined ? null : { customerRef: checkShape(CustomerShape, found).id }
  },
})

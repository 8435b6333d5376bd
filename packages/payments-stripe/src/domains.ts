import type { Processor, ProcessorDomain } from '@silla/core'
import { checkPage, checkShape, DomainShape } from './shapes.ts'
import type { StripeClient } from './stripe-client.ts'

/** Domains of pages with wallets, on a salon's own account: charges are direct (D52). */
export const domainRequests = (
  call: StripeClient,
): Pick<Processor, 'registerDomain' | 'disableDomain' | 'listDomains'> => ({
  async registerDomain({ domain, ...target }) {
    const created = await call(target, (stripe, options) =>
      stripe.paymentMethodDomains.create({ domain_name: domain, enabled: true }, options),
    )
    const registered = checkShape(DomainShape, created)
    if (!registered.enabled) {
      // somebody has switched it off in the dashboard
      const enabled = await call(target, (stripe, options) =>
        stripe.paymentMethodDomains.update(registered.id, { enabled: true }, options),
      )
      return readDomain(enabled)
    }
    const read = readDomain(registered)
    if (read.active) return read
    const validated = await call(target, (stripe, options) =>
      stripe.paymentMethodDomains.validate(registered.id, {}, options),
    )
    return readDomain(validated)
  },

  // Stripe deletes no domain
  async disableDomain({ domain, ...target }) {
    const page = await call(target, (stripe, options) =>
      stripe.paymentMethodDomains.list({ domain_name: domain, enabled: true }, options),
    )
    for (const registered of checkPage(page).data) {
      const { id } = checkShape(DomainShape, registered)
      await call(target, (stripe, options) =>
        stripe.paymentMethodDomains.update(id, { enabled: false }, options),
      )
    }
  },

  async listDomains(target) {
    const domains: ProcessorDomain[] = []
    let after: string | undefined
    do {
      const page = await call(target, (stripe, options) =>
        stripe.paymentMethodDomains.list(
          { limit: 100, ...(after !== undefined && { starting_after: after }) },
          options,
        ),
      )
      const { data, has_more: hasMore } = checkPage(page)
      domains.push(...data.map(readDomain))
      after = hasMore ? checkShape(DomainShape, data.at(-1)).id : undefined
    } while (after !== undefined)
    return domains
  },
})

/** The wallets that the widget offers. */
function readDomain(object: unknown): ProcessorDomain {
  const { domain_name: domain, enabled, ...wallets } = checkShape(DomainShape, object)
  const { apple_pay: applePay, google_pay: googlePay } = wallets
  return {
    domain,
    active: enabled && [applePay, googlePay].every(({ status }) => status === 'active'),
  }
}

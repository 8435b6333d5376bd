import type { Processor, ProcessorAccount } from '@silla/core'
import { metadataOf } from './metadata.ts'
import { AccountLinkShape, AccountShape, checkShape } from './shapes.ts'
import type { StripeClient } from './stripe-client.ts'

/**
 * Connected accounts of salons (D20): they charge directly, and Stripe collects fees and losses
 * from them.
 */
export const accountRequests = (
  call: StripeClient,
): Pick<Processor, 'createAccount' | 'getAccount' | 'createOnboardingLink'> => ({
  async createAccount({ businessId, name, email, country, ...target }) {
    const created = await call(target, (stripe, options) =>
      stripe.v2.core.accounts.create(
        {
          display_name: name,
          contact_email: email,
          dashboard: 'full',
          identity: { country: country.toLowerCase() },
          configuration: { merchant: { capabilities: { card_payments: { requested: true } } } },
          defaults: { responsibilities: { fees_collector: 'stripe', losses_collector: 'stripe' } },
          metadata: metadataOf({ businessId }),
          include,
        },
        options,
      ),
    )
    return readAccount(created)
  },

  async getAccount({ account, budget }) {
    const found = await call({ budget }, (stripe, options) =>
      stripe.v2.core.accounts.retrieve(account, { include }, options),
    )
    return readAccount(found)
  },

  async createOnboardingLink({ account, returnUrl, refreshUrl, budget }) {
    const link = await call({ budget }, (stripe, options) =>
      stripe.v2.core.accountLinks.create(
        {
          account,
          use_case: {
            type: 'account_onboarding',
            account_onboarding: { return_url: returnUrl, refresh_url: refreshUrl },
          },
        },
        options,
      ),
    )
    return { url: checkShape(AccountLinkShape, link).url }
  },
})

const include: ['configuration.merchant'] = ['configuration.merchant']

function readAccount(object: unknown): ProcessorAccount {
  const { id: account, configuration } = checkShape(AccountShape, object)
  const { card_payments: cardPayments } = configuration?.merchant?.capabilities ?? {}
  return { account, cardPayments: statusOf(cardPayments?.status) }
}

const statusOf = (status: string | undefined): ProcessorAccount['cardPayments'] =>
  statuses.find((one) => one === status) ?? 'none'

const statuses = ['active', 'pending', 'restricted', 'unsupported'] as const

import type { Processor, ProcessorAccount } from '@silla/core'
import type { Stripe } from 'stripe'
import { metadataOf } from './metadata.ts'
import type { StripeClient } from './stripe-client.ts'

/**
 * Salons as the processor knows them (D20): they charge by themselves, and the processor settles
 * fees and losses with them.
 */
export const accountRequests = (
  input: StripeClient,
): Pick<Processor, 'createAccount' | 'getAccount' | 'createOnboardingLink'> => ({
  async createAccount({ businessId, name, email, country, ...how }) {
    const made = await input(how, (stripe, options) =>
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
    return readAccount(made)
  },

  async getAccount({ account, budget }) {
    const found = await input({ budget }, (stripe, options) =>
      stripe.v2.core.accounts.retrieve(account, { include }, options),
    )
    return readAccount(found)
  },

  async createOnboardingLink({ account, returnUrl, refreshUrl, budget }) {
    const link = await input({ budget }, (stripe, options) =>
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
    return { url: link.url }
  },
})

const include: ['configuration.merchant'] = ['configuration.merchant']

const readAccount = (account: Stripe.V2.Core.Account): ProcessorAccount => ({
  account: account.id,
  cardPayments: known(account.configuration?.merchant?.capabilities?.card_payments?.status),
})

const known = (status: string | undefined): ProcessorAccount['cardPayments'] =>
  standings.find((one) => one === status) ?? 'none'

const standings = ['active', 'pending', 'restricted', 'unsupported'] as const

import { type MissingFact, missingFacts, type Processor, type ProcessorAccount } from '@silla/core'
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

const include: ['configuration.merchant', 'requirements'] = [
  'configuration.merchant',
  'requirements',
]

function readAccount(object: unknown): ProcessorAccount {
  const { id: account, configuration, requirements } = checkShape(AccountShape, object)
  const { card_payments: cardPayments } = configuration?.merchant?.capabilities ?? {}
  const requested = (requirements?.entries ?? [])
    .filter(({ awaiting_action_from: actor }) => actor === 'user')
    .map(({ description }) => factOf(description))
  const missing = missingFacts.filter((fact) => requested.includes(fact))
  return { account, cardPayments: statusOf(cardPayments?.status), missing }
}

const statusOf = (status: string | undefined): ProcessorAccount['cardPayments'] =>
  statuses.find((one) => one === status) ?? 'none'

const statuses = ['active', 'pending', 'restricted', 'unsupported'] as const

/**
 * What a requirement is about. Stripe adds requirements without a new version of its API: one that is
 * not known is `other`.
 */
const factOf = (description: string): MissingFact =>
  facts.find(([, pattern]) => pattern.test(description))?.[0] ?? 'other'

/** The first that matches. */
const facts: readonly [MissingFact, RegExp][] = [
  ['bank', /^external_account|^payout_method/],
  ['terms', /attestations|terms_of_service/],
  ['document', /documents|verification/],
  ['person', /^(representative|persons?[._]|owners?|directors?|executives?)|^identity\.individual/],
  ['company', /^identity\./],
  ['activity', /^(configuration\.merchant|defaults\.profile)/],
]

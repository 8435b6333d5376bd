import type { Stripe } from 'stripe'
import type { Owner } from '../collection.ts'
import { applicationId, newId } from '../ids.ts'
import type { ApiRequest } from '../protocol/api-request.ts'
import type { Account, AccountV2 } from '../shapes.ts'
import type { State } from '../state.ts'
import { StripeApiError } from '../stripe-error.ts'
import { assertEmail } from './emails.ts'
import { metadataOf, updateMetadata } from './metadata.ts'

/** `POST /v2/core/accounts`. Fields that the request does not include are null in the response. */
export function createAccount({
  state,
  params,
}: ApiRequest<Stripe.V2.Core.AccountCreateParams>): AccountV2 {
  if (params.contact_email !== undefined) assertEmail(params.contact_email, 'contact_email')
  const account = addAccount(state, {
    displayName: params.display_name ?? null,
    contactEmail: params.contact_email ?? null,
    country: params.identity?.country?.toUpperCase() ?? null,
    dashboard: params.dashboard ?? null,
    defaults: defaultsOf(params),
    metadata: metadataOf(params.metadata),
    cardPayments: requestsCards(params) ? 'restricted' : null,
  })
  return serializeAccount(account, params.include)
}

/** What Stripe requests of a new account, as it names it. */
const requestedFirst = [
  'defaults.profile.product_description',
  'identity.entity_type',
  'representative.given_name',
  'external_account',
  'identity.attestations.terms_of_service.account.date',
]

/** Adds an account, for the API or for a test. */
export function addAccount(state: State, fields: Partial<Account>): Account {
  const account: Account = {
    id: newId('acct').slice(0, 21),
    created: state.now(),
    displayName: null,
    contactEmail: null,
    country: null,
    dashboard: null,
    defaults: null,
    metadata: {},
    cardPayments: 'restricted',
    missing:
      fields.cardPayments === undefined || fields.cardPayments === 'restricted'
        ? requestedFirst
        : [],
    deauthorized: false,
    ...fields,
  }
  return state.collections.accounts.put(null, account)
}

export const readAccount = ({
  state,
  id,
  params,
}: ApiRequest<Stripe.V2.Core.AccountRetrieveParams>): AccountV2 =>
  serializeAccount(accountV2(state, id), params.include)

export function updateAccount({
  state,
  id,
  params,
}: ApiRequest<Stripe.V2.Core.AccountUpdateParams>): AccountV2 {
  const account = accountV2(state, id)
  if (params.contact_email !== undefined) assertEmail(params.contact_email, 'contact_email')
  account.displayName = params.display_name ?? account.displayName
  account.contactEmail = params.contact_email ?? account.contactEmail
  updateMetadata(account.metadata, params.metadata)
  if (requestsCards(params)) account.cardPayments ??= 'restricted'
  return serializeAccount(account, params.include)
}

export function listAccounts({
  state,
}: ApiRequest<Stripe.V2.Core.AccountListParams>): Stripe.V2List<AccountV2> {
  const open = state.collections.accounts.all().filter((account) => !account.deauthorized)
  return {
    data: open.reverse().map((account) => serializeAccount(account)),
    next_page_url: null,
    previous_page_url: null,
  }
}

/** `GET /v1/account` with the header, or `GET /v1/accounts/{id}`. */
export function readAccountV1({ state, owner, id }: ApiRequest): Stripe.Account {
  const accountId = id || owner
  return accountId === null || accountId === ''
    ? platform
    : serializeAccountV1(allowedAccount(state, accountId))
}

const platform: Stripe.Account = {
  id: 'acct_platform',
  object: 'account',
  charges_enabled: true,
  details_submitted: true,
  email: null,
  payouts_enabled: true,
  type: 'standard',
}

/**
 * Sets the card payments capability, as Stripe does, and emits both kinds of event.
 *
 * @param missing what Stripe still requests of the salon
 */
export function setCardPayments(
  state: State,
  id: string,
  status: Account['cardPayments'],
  missing: string[] = [],
): Account {
  const account = state.collections.accounts.get(null, id)
  account.cardPayments = status
  account.missing = missing
  state.emit(id, 'account.updated', serializeAccountV1(account))
  state.emitThin(id, 'v2.core.account[configuration.merchant].capability_status_updated')
  return account
}

/** The salon disconnects its account from the platform. */
export function deauthorize(state: State, id: string): Account {
  const account = allowedAccount(state, id)
  account.deauthorized = true
  state.emit(id, 'account.application.deauthorized', {
    id: applicationId,
    object: 'application',
    name: 'Silla',
  })
  return account
}

/** `POST /oauth/deauthorize`, which at Stripe is on another host. */
export const deauthorizeRoute = ({ state, params }: ApiRequest<Stripe.OAuthDeauthorizeParams>) => ({
  stripe_user_id: deauthorize(state, params.stripe_user_id ?? '').id,
})

/** @throws StripeApiError 403 account_invalid: unknown or disconnected */
export function allowedAccount(state: State, id: string): Account {
  const account = state.collections.accounts.find(id)
  if (account !== undefined && !account.deauthorized) return account
  throw new StripeApiError(
    403,
    {
      code: 'account_invalid',
      message: `The provided key does not have access to account '${id}' (or that account does not exist). Application access may have been revoked.`,
    },
    true,
  )
}

/** @throws StripeApiError when the card payments capability is not active */
export function assertCanCharge(state: State, owner: Owner): void {
  if (owner === null || allowedAccount(state, owner).cardPayments === 'active') return
  throw new StripeApiError(400, {
    message:
      'Your account cannot currently make charges. Please contact the owner of this site. Your transaction has not been processed.',
  })
}

function accountV2(state: State, id: string): Account {
  const account = state.collections.accounts.find(id)
  if (account !== undefined && !account.deauthorized) return account
  throw new StripeApiError(404, {
    code: 'not_found',
    message: `Account '${id}' does not exist, or this key has no access to it.`,
  })
}

function serializeAccount(
  account: Account,
  include: Stripe.V2.Core.AccountRetrieveParams['include'] = [],
): AccountV2 {
  const included = <T>(field: (typeof include)[number], value: T) =>
    include.includes(field) ? value : null
  return {
    id: account.id,
    object: 'v2.core.account',
    applied_configurations: account.cardPayments === null ? [] : ['merchant'],
    configuration: included('configuration.merchant', {
      customer: null,
      merchant: merchantOf(account),
      recipient: null,
    }),
    contact_email: account.contactEmail,
    created: new Date(account.created * 1000).toISOString(),
    dashboard: account.dashboard,
    defaults: included('defaults', account.defaults),
    display_name: account.displayName,
    identity: included('identity', {
      country: account.country?.toLowerCase() ?? null,
      entity_type: null,
    }),
    livemode: false,
    metadata: account.metadata,
    requirements: included('requirements', { entries: requirementsOf(account) }),
  }
}

/** What is verified at the moment is among the requirements too; Stripe itself acts on it. */
function requirementsOf({ cardPayments, missing = [] }: Account): Requirement[] {
  const requirement = (description: string, actor: Requirement['awaiting_action_from']) => ({
    awaiting_action_from: actor,
    description,
    errors: [],
    impact: { restricts_capabilities: [] },
    minimum_deadline: { status: 'past_due' as const },
    requested_reasons: [{ code: 'routine_onboarding' as const }],
  })
  return [
    ...missing.map((description) => requirement(description, 'user')),
    ...(cardPayments === 'pending'
      ? [requirement('representative.documents.primary_verification', 'stripe')]
      : []),
  ]
}

type Requirement = Stripe.V2.Core.Account.Requirements.Entry

function merchantOf({ cardPayments }: Account): Merchant | null {
  if (cardPayments === null) return null
  return {
    applied: true,
    capabilities: {
      card_payments: { status: cardPayments, status_details: statusDetails[cardPayments] },
    },
  }
}

type Merchant = Stripe.V2.Core.Account.Configuration.Merchant
type CardPayments = NonNullable<NonNullable<Merchant['capabilities']>['card_payments']>

const statusDetails: Record<
  NonNullable<Account['cardPayments']>,
  CardPayments['status_details']
> = {
  active: [],
  pending: [{ code: 'requirements_pending_verification', resolution: 'no_resolution' }],
  restricted: [{ code: 'requirements_past_due', resolution: 'provide_info' }],
}

function serializeAccountV1(account: Account): Stripe.Account {
  return {
    id: account.id,
    object: 'account',
    capabilities: {
      card_payments: capabilityV1[account.cardPayments ?? 'restricted'],
    },
    charges_enabled: account.cardPayments === 'active',
    ...(account.country === null ? {} : { country: account.country }),
    created: account.created,
    details_submitted: account.cardPayments === 'active' || account.cardPayments === 'pending',
    email: account.contactEmail,
    metadata: account.metadata,
    payouts_enabled: account.cardPayments === 'active',
    type: 'none',
  }
}

const capabilityV1 = { active: 'active', pending: 'pending', restricted: 'inactive' } as const

const requestsCards = ({
  configuration,
}: Stripe.V2.Core.AccountCreateParams | Stripe.V2.Core.AccountUpdateParams): boolean =>
  configuration?.merchant?.capabilities?.card_payments?.requested === true

/** Who pays Stripe's fees and bears losses, as requested; Stripe collects requirements itself. */
const defaultsOf = ({ defaults }: Stripe.V2.Core.AccountCreateParams): Account['defaults'] => ({
  responsibilities: {
    fees_collector: defaults?.responsibilities?.fees_collector ?? 'application',
    losses_collector: defaults?.responsibilities?.losses_collector ?? 'application',
    requirements_collector: 'stripe',
  },
})

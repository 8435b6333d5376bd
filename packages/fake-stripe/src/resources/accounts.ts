import type { Owner } from '../collection.ts'
import type { ApiRequest } from '../http/api-request.ts'
import { listOf, objectOf, type Params, requiredText, textOf } from '../http/params.ts'
import { StripeApiError } from '../http/stripe-error.ts'
import { newId } from '../ids.ts'
import type { Account } from '../shapes.ts'
import type { State } from '../state.ts'

/** `POST /v2/core/accounts`. Fields that the request does not include are null in the response. */
export function createAccount({ state, params }: ApiRequest) {
  const account = addAccount(state, {
    displayName: textOf(params, 'display_name'),
    contactEmail: textOf(params, 'contact_email'),
    country: textOf(objectOf(params, 'identity'), 'country')?.toUpperCase() ?? null,
    dashboard: textOf(params, 'dashboard'),
    defaults: params.defaults ?? null,
    metadata: stringsOf(objectOf(params, 'metadata')),
    cardPayments: requestsCards(params) ? 'restricted' : null,
  })
  return serializeAccount(account, listOf(params, 'include'))
}

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
    deauthorized: false,
    ...fields,
  }
  return state.collections.accounts.put(null, account)
}

export const readAccount = ({ state, id, params }: ApiRequest) =>
  serializeAccount(accountV2(state, id), listOf(params, 'include'))

export function updateAccount({ state, id, params }: ApiRequest) {
  const account = accountV2(state, id)
  if (params.display_name !== undefined) account.displayName = textOf(params, 'display_name')
  if (params.contact_email !== undefined) account.contactEmail = textOf(params, 'contact_email')
  Object.assign(account.metadata, stringsOf(objectOf(params, 'metadata')))
  if (requestsCards(params)) account.cardPayments ??= 'restricted'
  return serializeAccount(account, listOf(params, 'include'))
}

export function listAccounts({ state, params }: ApiRequest) {
  const include = listOf(params, 'include')
  const open = state.collections.accounts.all().filter((account) => !account.deauthorized)
  return {
    data: open.reverse().map((account) => serializeAccount(account, include)),
    next_page_url: null,
    previous_page_url: null,
  }
}

/** `GET /v1/account` with the header, or `GET /v1/accounts/{id}`. */
export function readAccountV1({ state, owner, id }: ApiRequest) {
  const accountId = id || owner
  if (accountId === null || accountId === '')
    return { id: 'acct_platform', object: 'account', charges_enabled: true }
  return serializeAccountV1(allowedAccount(state, accountId))
}

/** Sets the card payments capability, as Stripe does, and emits account.updated. */
export function setCardPayments(
  state: State,
  id: string,
  status: Account['cardPayments'],
): Account {
  const account = state.collections.accounts.get(null, id)
  account.cardPayments = status
  state.emit(id, 'account.updated', serializeAccountV1(account))
  return account
}

/** The salon disconnects its account from the platform. */
export function deauthorize(state: State, id: string): Account {
  const account = allowedAccount(state, id)
  account.deauthorized = true
  state.emit(id, 'account.application.deauthorized', {
    id: 'ca_silla_fake',
    object: 'application',
    name: 'Silla',
  })
  return account
}

/** `POST /oauth/deauthorize`, which at Stripe is on another host. */
export const deauthorizeRoute = ({ state, params }: ApiRequest) => ({
  stripe_user_id: deauthorize(state, requiredText(params, 'stripe_user_id')).id,
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

function serializeAccount(account: Account, include: string[]) {
  const included = (field: string, value: unknown) => (include.includes(field) ? value : null)
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
    requirements: included('requirements', {
      entries: account.cardPayments === 'restricted' ? [needsOnboarding] : [],
    }),
  }
}

const needsOnboarding = {
  awaiting_action_from: 'user',
  description: 'configuration.merchant.onboarding',
  minimum_deadline: { status: 'past_due' },
}

function merchantOf({ cardPayments }: Account) {
  if (cardPayments === null) return null
  return {
    applied: true,
    capabilities: {
      card_payments: { status: cardPayments, status_details: statusDetails[cardPayments] },
    },
  }
}

const statusDetails = {
  active: [],
  pending: [{ code: 'requirements_pending_verification', resolution: 'no_resolution' }],
  restricted: [{ code: 'requirements_past_due', resolution: 'provide_info' }],
}

function serializeAccountV1(account: Account) {
  return {
    id: account.id,
    object: 'account',
    capabilities: {
      card_payments:
        account.cardPayments === 'active' ? 'active' : (account.cardPayments ?? 'inactive'),
    },
    charges_enabled: account.cardPayments === 'active',
    country: account.country,
    created: account.created,
    details_submitted: account.cardPayments === 'active' || account.cardPayments === 'pending',
    email: account.contactEmail,
    metadata: account.metadata,
    payouts_enabled: account.cardPayments === 'active',
  }
}

function requestsCards(params: Params): boolean {
  const merchant = objectOf(objectOf(params, 'configuration'), 'merchant')
  return objectOf(objectOf(merchant, 'capabilities'), 'card_payments').requested === true
}

const stringsOf = (metadata: Params) =>
  Object.fromEntries(Object.entries(metadata).map(([key, value]) => [key, String(value)]))

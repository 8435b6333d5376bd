import type { Owner } from '../collection.ts'
import type { ApiRequest } from '../http/api-request.ts'
import { listOf, objectOf, type Params, requiredText, textOf } from '../http/params.ts'
import { StripeApiError } from '../http/stripe-error.ts'
import { newId } from '../ids.ts'
import type { Account } from '../shapes.ts'
import type { State } from '../state.ts'

/** `POST /v2/core/accounts`. What is not included in the answer is null there. */
export function createAccount({ world: state, params }: ApiRequest) {
  const account = addAccount(state, {
    displayName: textOf(params, 'display_name'),
    contactEmail: textOf(params, 'contact_email'),
    country: textOf(objectOf(params, 'identity'), 'country')?.toUpperCase() ?? null,
    dashboard: textOf(params, 'dashboard'),
    defaults: params.defaults ?? null,
    metadata: stringsOf(objectOf(params, 'metadata')),
    cardPayments: asksForCards(params) ? 'restricted' : null,
  })
  return showAccount(account, listOf(params, 'include'))
}

/** A salon of the double's own, whether by call or by hand. */
export function addAccount(fakeState: State, fields: Partial<Account>): Account {
  const account: Account = {
    id: newId('acct').slice(0, 21),
    created: fakeState.now(),
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
  return fakeState.shelves.accounts.put(null, account)
}

export const readAccount = ({ world, id, params }: ApiRequest) =>
  showAccount(accountV2(world, id), listOf(params, 'include'))

export function updateAccount({ world, id, params }: ApiRequest) {
  const account = accountV2(world, id)
  if (params.display_name !== undefined) account.displayName = textOf(params, 'display_name')
  if (params.contact_email !== undefined) account.contactEmail = textOf(params, 'contact_email')
  Object.assign(account.metadata, stringsOf(objectOf(params, 'metadata')))
  if (asksForCards(params)) account.cardPayments ??= 'restricted'
  return showAccount(account, listOf(params, 'include'))
}

export function listAccounts({ world, params }: ApiRequest) {
  const include = listOf(params, 'include')
  const open = world.shelves.accounts.all().filter((account) => !account.deauthorized)
  return {
    data: open.reverse().map((account) => showAccount(account, include)),
    next_page_url: null,
    previous_page_url: null,
  }
}

/** `GET /v1/account` with the header, or `GET /v1/accounts/{id}`. */
export function readAccountV1({ world, owner, id }: ApiRequest) {
  const wanted = id || owner
  if (wanted === null || wanted === '')
    return { id: 'acct_platform', object: 'account', charges_enabled: true }
  return showAccountV1(allowedAccount(world, wanted))
}

/**
 * Whoever may charge decides what becomes of the capability; the platform and the salon hear of it.
 */
export function setCardPayments(
  world: State,
  id: string,
  status: Account['cardPayments'],
): Account {
  const account = world.shelves.accounts.get(null, id)
  account.cardPayments = status
  world.emit(id, 'account.updated', showAccountV1(account))
  return account
}

/** The salon takes its leave of the platform. */
export function deauthorize(world: State, id: string): Account {
  const account = allowedAccount(world, id)
  account.deauthorized = true
  world.emit(id, 'account.application.deauthorized', {
    id: 'ca_silla_double',
    object: 'application',
    name: 'Silla',
  })
  return account
}

/** `POST /oauth/deauthorize`, which at Stripe has a host of its own. */
export const deauthorizeByCall = ({ world, params }: ApiRequest) => ({
  stripe_user_id: deauthorize(world, requiredText(params, 'stripe_user_id')).id,
})

/** @throws Problem 403 account_invalid: unknown, or no longer ours */
export function allowedAccount(world: State, id: string): Account {
  const account = world.shelves.accounts.find(id)
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

/** @throws Problem when the account may not take cards (yet, or any more) */
export function assertCanCharge(world: State, owner: Owner): void {
  if (owner === null || allowedAccount(world, owner).cardPayments === 'active') return
  throw new StripeApiError(400, {
    message:
      'Your account cannot currently make charges. Please contact the owner of this site. Your transaction has not been processed.',
  })
}

function accountV2(world: State, id: string): Account {
  const account = world.shelves.accounts.find(id)
  if (account !== undefined && !account.deauthorized) return account
  throw new StripeApiError(404, {
    code: 'not_found',
    message: `Account '${id}' does not exist, or this key has no access to it.`,
  })
}

function showAccount(account: Account, include: string[]) {
  const shown = (part: string, value: unknown) => (include.includes(part) ? value : null)
  return {
    id: account.id,
    object: 'v2.core.account',
    applied_configurations: account.cardPayments === null ? [] : ['merchant'],
    configuration: shown('configuration.merchant', {
      customer: null,
      merchant: merchantOf(account),
      recipient: null,
    }),
    contact_email: account.contactEmail,
    created: new Date(account.created * 1000).toISOString(),
    dashboard: account.dashboard,
    defaults: shown('defaults', account.defaults),
    display_name: account.displayName,
    identity: shown('identity', {
      country: account.country?.toLowerCase() ?? null,
      entity_type: null,
    }),
    livemode: false,
    metadata: account.metadata,
    requirements: shown('requirements', {
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
    capabilities: { card_payments: { status: cardPayments, status_details: whyNot[cardPayments] } },
  }
}

const whyNot = {
  active: [],
  pending: [{ code: 'requirements_pending_verification', resolution: 'no_resolution' }],
  restricted: [{ code: 'requirements_past_due', resolution: 'provide_info' }],
}

function showAccountV1(account: Account) {
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

function asksForCards(params: Params): boolean {
  const merchant = objectOf(objectOf(params, 'configuration'), 'merchant')
  return objectOf(objectOf(merchant, 'capabilities'), 'card_payments').requested === true
}

const stringsOf = (metadata: Params) =>
  Object.fromEntries(Object.entries(metadata).map(([key, value]) => [key, String(value)]))

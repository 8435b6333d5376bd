import type { ApiRequest } from '../protocol/api-request.ts'
import { createAccountLink } from '../resources/account-links.ts'
import {
  createAccount,
  deauthorizeRoute,
  listAccounts,
  readAccount,
  readAccountV1,
  updateAccount,
} from '../resources/accounts.ts'
import {
  listBalanceTransactions,
  readBalanceTransaction,
} from '../resources/balance-transactions.ts'
import { listCharges, readCharge } from '../resources/charges.ts'
import { createCustomer, listCustomers, readCustomer } from '../resources/customers.ts'
import { listDisputes, readDispute } from '../resources/disputes.ts'
import {
  createDestination,
  deleteDestination,
  listDestinations,
  updateDestination,
} from '../resources/event-destinations.ts'
import { listEvents, readEvent } from '../resources/events.ts'
import {
  cancelIntent,
  confirmIntentRoute,
  createIntent,
  listIntents,
  readIntent,
} from '../resources/payment-intents.ts'
import {
  createDomain,
  listDomains,
  readDomain,
  updateDomain,
  validateDomain,
} from '../resources/payment-method-domains.ts'
import { detachPaymentMethod, readPaymentMethod } from '../resources/payment-methods.ts'
import { listPayouts, readPayout } from '../resources/payouts.ts'
import { createRefund, listRefunds, readRefund } from '../resources/refunds.ts'
import {
  cancelSetupIntent,
  confirmSetupRoute,
  createSetupIntent,
  listSetupIntents,
  readSetupIntent,
} from '../resources/setup-intents.ts'
import {
  createEndpoint,
  deleteEndpoint,
  listEndpoints,
  readEndpoint,
  updateEndpoint,
} from '../resources/webhook-endpoints.ts'
import type { Operations } from './operations.ts'

interface Route<Name extends keyof Operations> {
  handle(request: ApiRequest<Operations[Name]['params']>): Operations[Name]['response']
  forBrowsers?: true
}

const routes: { [Name in keyof Operations]: Route<Name> } = {
  'POST /v1/payment_intents': { handle: createIntent },
  'GET /v1/payment_intents': { handle: listIntents },
  'GET /v1/payment_intents/*': { handle: readIntent, forBrowsers: true },
  'POST /v1/payment_intents/*/confirm': { handle: confirmIntentRoute, forBrowsers: true },
  'POST /v1/payment_intents/*/cancel': { handle: cancelIntent },
  'POST /v1/setup_intents': { handle: createSetupIntent },
  'GET /v1/setup_intents': { handle: listSetupIntents },
  'GET /v1/setup_intents/*': { handle: readSetupIntent, forBrowsers: true },
  'POST /v1/setup_intents/*/confirm': { handle: confirmSetupRoute, forBrowsers: true },
  'POST /v1/setup_intents/*/cancel': { handle: cancelSetupIntent },
  'GET /v1/payment_methods/*': { handle: readPaymentMethod },
  'POST /v1/payment_methods/*/detach': { handle: detachPaymentMethod },
  'POST /v1/payment_method_domains': { handle: createDomain },
  'GET /v1/payment_method_domains': { handle: listDomains },
  'GET /v1/payment_method_domains/*': { handle: readDomain },
  'POST /v1/payment_method_domains/*': { handle: updateDomain },
  'POST /v1/payment_method_domains/*/validate': { handle: validateDomain },
  'GET /v1/charges': { handle: listCharges },
  'GET /v1/charges/*': { handle: readCharge },
  'POST /v1/refunds': { handle: createRefund },
  'GET /v1/refunds': { handle: listRefunds },
  'GET /v1/refunds/*': { handle: readRefund },
  'POST /v1/customers': { handle: createCustomer },
  'GET /v1/customers': { handle: listCustomers },
  'GET /v1/customers/*': { handle: readCustomer },
  'GET /v1/disputes': { handle: listDisputes },
  'GET /v1/disputes/*': { handle: readDispute },
  'GET /v1/balance_transactions': { handle: listBalanceTransactions },
  'GET /v1/balance_transactions/*': { handle: readBalanceTransaction },
  'GET /v1/payouts': { handle: listPayouts },
  'GET /v1/payouts/*': { handle: readPayout },
  'GET /v1/events': { handle: listEvents },
  'GET /v1/events/*': { handle: readEvent },
  'POST /v1/webhook_endpoints': { handle: createEndpoint },
  'GET /v1/webhook_endpoints': { handle: listEndpoints },
  'GET /v1/webhook_endpoints/*': { handle: readEndpoint },
  'POST /v1/webhook_endpoints/*': { handle: updateEndpoint },
  'DELETE /v1/webhook_endpoints/*': { handle: deleteEndpoint },
  'GET /v1/account': { handle: readAccountV1 },
  'GET /v1/accounts/*': { handle: readAccountV1 },
  'POST /v2/core/accounts': { handle: createAccount },
  'GET /v2/core/accounts': { handle: listAccounts },
  'GET /v2/core/accounts/*': { handle: readAccount },
  'POST /v2/core/accounts/*': { handle: updateAccount },
  'POST /v2/core/account_links': { handle: createAccountLink },
  'POST /v2/core/event_destinations': { handle: createDestination },
  'GET /v2/core/event_destinations': { handle: listDestinations },
  'POST /v2/core/event_destinations/*': { handle: updateDestination },
  'DELETE /v2/core/event_destinations/*': { handle: deleteDestination },
  'POST /oauth/deauthorize': { handle: deauthorizeRoute },
}

/** The endpoint of a request and the id in its path; null when there is none. */
export function findRoute(
  method: string,
  path: string,
): { name: keyof Operations; id: string } | null {
  const plain = `${method} ${path}`
  if (isOperation(plain)) return { name: plain, id: '' }
  const [, head = '', id = '', tail = ''] = /^(.*?\/)([a-zA-Z]+_[^/]+)(\/[a-z]+)?$/.exec(path) ?? []
  const name = `${method} ${head}*${tail}`
  return isOperation(name) ? { name, id: decodeURIComponent(id) } : null
}

const isOperation = (name: string): name is keyof Operations => Object.hasOwn(routes, name)

/** Browsers may call it too, with the publishable key and a client_secret. */
export const isForBrowsers = (name: keyof Operations): boolean => routes[name].forBrowsers === true

/** Runs an endpoint. @throws StripeApiError */
export function callRoute<Name extends keyof Operations>(
  name: Name,
  request: ApiRequest<Operations[Name]['params']>,
): Operations[Name]['response'] {
  const route: Route<Name> = routes[name]
  return route.handle(request)
}

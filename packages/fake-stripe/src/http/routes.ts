import { createAccountLink } from '../resources/account-links.ts'
import {
  createAccount,
  deauthorizeByCall,
  listAccounts,
  readAccount,
  readAccountV1,
  updateAccount,
} from '../resources/accounts.ts'
import { listCharges, readCharge } from '../resources/charges.ts'
import { createCustomer, listCustomers, readCustomer } from '../resources/customers.ts'
import { listDisputes, readDispute } from '../resources/disputes.ts'
import { listEvents, readEvent } from '../resources/events.ts'
import {
  cancelIntent,
  confirmByCall,
  createIntent,
  listIntents,
  readIntent,
} from '../resources/payment-intents.ts'
import { createRefund, listRefunds, readRefund } from '../resources/refunds.ts'
import {
  createEndpoint,
  deleteEndpoint,
  listEndpoints,
  readEndpoint,
  updateEndpoint,
} from '../resources/webhook-endpoints.ts'
import type { ApiRequest } from './api-request.ts'

export interface Route {
  act(input: ApiRequest): unknown
  /** a browser may do it too, with the publishable key and a client_secret */
  forBrowsers?: true
}

/** All that the double understands. A star stands for an id. */
const routes: Record<string, Route> = {
  'POST /v1/payment_intents': { act: createIntent },
  'GET /v1/payment_intents': { act: listIntents },
  'GET /v1/payment_intents/*': { act: readIntent, forBrowsers: true },
  'POST /v1/payment_intents/*/confirm': { act: confirmByCall, forBrowsers: true },
  'POST /v1/payment_intents/*/cancel': { act: cancelIntent },
  'GET /v1/charges': { act: listCharges },
  'GET /v1/charges/*': { act: readCharge },
  'POST /v1/refunds': { act: createRefund },
  'GET /v1/refunds': { act: listRefunds },
  'GET /v1/refunds/*': { act: readRefund },
  'POST /v1/customers': { act: createCustomer },
  'GET /v1/customers': { act: listCustomers },
  'GET /v1/customers/*': { act: readCustomer },
  'GET /v1/disputes': { act: listDisputes },
  'GET /v1/disputes/*': { act: readDispute },
  'GET /v1/events': { act: listEvents },
  'GET /v1/events/*': { act: readEvent },
  'POST /v1/webhook_endpoints': { act: createEndpoint },
  'GET /v1/webhook_endpoints': { act: listEndpoints },
  'GET /v1/webhook_endpoints/*': { act: readEndpoint },
  'POST /v1/webhook_endpoints/*': { act: updateEndpoint },
  'DELETE /v1/webhook_endpoints/*': { act: deleteEndpoint },
  'GET /v1/account': { act: readAccountV1 },
  'GET /v1/accounts/*': { act: readAccountV1 },
  'POST /v2/core/accounts': { act: createAccount },
  'GET /v2/core/accounts': { act: listAccounts },
  'GET /v2/core/accounts/*': { act: readAccount },
  'POST /v2/core/accounts/*': { act: updateAccount },
  'POST /v2/core/account_links': { act: createAccountLink },
  'POST /oauth/deauthorize': { act: deauthorizeByCall },
}

/** The route of a call and the id in its path; null when there is none. */
export function findRoute(method: string, path: string): { route: Route; id: string } | null {
  const plain = routes[`${method} ${path}`]
  if (plain) return { route: plain, id: '' }
  const [, head = '', id = '', tail = ''] = /^(.*?\/)([a-zA-Z]+_[^/]+)(\/[a-z]+)?$/.exec(path) ?? []
  const route = routes[`${method} ${head}*${tail}`]
  return route ? { route, id: decodeURIComponent(id) } : null
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import { type CallRecord, recordCall } from '../call-log.ts'
import type { openFaults, TriggeredFault } from '../faults.ts'
import { allowedAccount } from '../resources/accounts.ts'
import type { State } from '../state.ts'
import { StripeApiError } from '../stripe-error.ts'
import { isJson, paramsOf } from './body.ts'
import { fromBrowser } from './browser.ts'
import { callerOf } from './credentials.ts'
import { assertExpandable, expanded } from './expand.ts'
import type { openIdempotencyKeys } from './idempotency.ts'
import type { Operations } from './operations.ts'
import { assertCombination } from './parameter-rules.ts'
import { listOf, type Params, textOf } from './params.ts'
import { readParams } from './read-params.ts'
import {
  errorResponse,
  type FakeResponse,
  rateLimited,
  respondWith,
  sendResponse,
  serverError,
} from './response.ts'
import { callRoute, findRoute, isForBrowsers } from './routes.ts'
import { stripeSchema } from './stripe-schema.ts'

export interface ServerParts {
  state: State
  faults: ReturnType<typeof openFaults>
  keys: ReturnType<typeof openIdempotencyKeys>
  calls: CallRecord[]
  /** The requests with the secret key that do not have the form of the endpoint. */
  invalidRequests: string[]
  secretKeys: readonly string[]
  publishableKey: string
  onChange(): void
}

/** Handles a request to the API of Stripe, and applies the first fault that matches it. */
export async function handleRequest(
  parts: ServerParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, search } = new URL(request.url ?? '/', 'http://fake-stripe')
  const method = request.method ?? 'GET'
  const params = await paramsOf(request, search.slice(1))
  const account =
    String(request.headers['stripe-account'] ?? textOf(params, '_stripe_account') ?? '') || null
  const idempotencyKey = String(request.headers['idempotency-key'] ?? '') || null
  const record = recordCall(parts.calls, {
    at: new Date(parts.state.now() * 1000),
    method,
    path: pathname,
    account,
    idempotencyKey,
    params,
    status: null,
    isReplay: false,
  })
  const call: Call = { method, path: pathname, account, idempotencyKey, params, request }
  const fault = parts.faults.trigger(call)
  const result = await withIdempotency(parts, call, fault)
  if (fault?.when === 'after') await fault.wait()
  if (fault !== null && breakResponse(fault, response)) return
  record.status = result.status
  record.isReplay = result.isReplay ?? false
  sendResponse(response, result, {
    'stripe-version': String(request.headers['stripe-version'] ?? stripeSchema.apiVersion),
    ...(account ? { 'stripe-account': account } : {}),
    ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
  })
}

interface Call {
  method: string
  path: string
  account: string | null
  idempotencyKey: string | null
  params: Params
  request: IncomingMessage
}

/** Runs a request with an idempotency key once, and repeats its response for later requests. */
async function withIdempotency(
  parts: ServerParts,
  call: Call,
  fault: TriggeredFault | null,
): Promise<FakeResponse> {
  const { idempotencyKey: key, method } = call
  if (key === null || method !== 'POST') return (await runWithFault(parts, call, fault)).response
  const scope = `${call.account ?? ''}|${key}`
  const fingerprint = `${method} ${call.path} ${JSON.stringify(call.params)}`
  let stored: FakeResponse | null
  try {
    stored = parts.keys.begin(scope, key, fingerprint)
  } catch (error) {
    return errorResponse(error)
  }
  if (stored !== null) return { ...stored, isReplay: true }
  let isStored = false
  let response: FakeResponse | null = null
  try {
    const result = await runWithFault(parts, call, fault)
    response = result.response
    // a request that v2 rejected may be repeated with the same key
    isStored = result.usesKey && !(call.path.startsWith('/v2/') && response.status >= 300)
    return response
  } finally {
    const toStore =
      isStored && response ? { ...response, fingerprint, storedAt: parts.state.now() } : null
    parts.keys.finish(scope, toStore)
    parts.onChange()
  }
}

interface Result {
  response: FakeResponse
  /** The endpoint started, so the response is stored under the idempotency key. */
  usesKey: boolean
}

async function runWithFault(
  parts: ServerParts,
  call: Call,
  fault: TriggeredFault | null,
): Promise<Result> {
  if (fault?.when === 'before') {
    await fault.wait()
    if (fault.kind === 'rate_limit') return { response: rateLimited(), usesKey: false }
    // of the other kinds, `error` is this response; `breakResponse` replaces it for the rest
    if (fault.kind !== 'hold' && fault.kind !== 'delay')
      return { response: serverError(), usesKey: false }
  }
  const result = run(parts, call)
  if (call.method !== 'GET') parts.onChange()
  return fault?.kind === 'error' ? { response: serverError(), usesKey: true } : result
}

function run(parts: ServerParts, call: Call): Result {
  const { method, path, account, params, request } = call
  try {
    const found = findRoute(method, path)
    const caller = callerOf(request.headers, params, parts)
    if (found === null || (caller === 'browser' && !isForBrowsers(found.name)))
      throw unknownPath(method, path, found !== null)
    if (account !== null) allowedAccount(parts.state, account)
    const { browser, rest } =
      caller === 'browser' ? fromBrowser(params) : { browser: null, rest: params }
    const read = checkedParams(parts, call, found.name, rest, caller)
    const body = callRoute(found.name, {
      state: parts.state,
      owner: account,
      params: read,
      id: found.id,
      browser,
    })
    return {
      response: respondWith(expanded(body, expandOf(read), parts.state.collections)),
      usesKey: true,
    }
  } catch (error) {
    return {
      response: errorResponse(error),
      usesKey: error instanceof StripeApiError && !error.rejectedEarly,
    }
  }
}

/**
 * The parameters of a request that has the form of the endpoint. One by the platform that has not is
 * also recorded, because no state of Stripe could accept it.
 */
function checkedParams<Name extends keyof Operations>(
  parts: ServerParts,
  { method, path, account, request }: Call,
  name: Name,
  params: Params,
  caller: 'platform' | 'browser',
): Operations[Name]['params'] {
  try {
    assertHeaders(request, path)
    const read = readParams(name, params, isJson(request) ? 'json' : 'form')
    assertCombination(name, { ...read }, account)
    assertExpandable(name, expandOf(read))
    return read
  } catch (error) {
    if (caller === 'platform' && error instanceof StripeApiError)
      parts.invalidRequests.push(`${method} ${path}: ${error.message}`)
    throw error
  }
}

const expandOf = (params: object): string[] => listOf({ ...params }, 'expand')

/** @returns true when the fault replaced the response, or lost it */
function breakResponse({ kind, replacement }: TriggeredFault, response: ServerResponse): boolean {
  if (kind === 'silence') return true
  if (kind === 'reset') {
    response.socket?.resetAndDestroy()
    return true
  }
  if (kind === 'response') {
    response.writeHead(replacement.status, { 'content-type': 'application/json' })
    response.end(replacement.body)
    return true
  }
  if (kind !== 'html') return false
  response.writeHead(502, { 'content-type': 'text/html' })
  response.end('<html><body><h1>502 Bad Gateway</h1></body></html>')
  return true
}

/** v1 takes forms, v2 takes JSON. The types of parameters are those of one API version. */
function assertHeaders(request: IncomingMessage, path: string): void {
  const {
    'stripe-version': version,
    'content-type': type,
    'idempotency-key': key,
  } = request.headers
  if (version !== undefined && version !== stripeSchema.apiVersion)
    throw invalidRequest(
      `Invalid Stripe API version: ${version}. The fake Stripe has only ${stripeSchema.apiVersion}.`,
    )
  const expected = path.startsWith('/v2/')
    ? 'application/json'
    : 'application/x-www-form-urlencoded'
  if (request.method === 'POST' && type !== undefined && !type.startsWith(expected))
    throw invalidRequest(`Invalid request (check that your POST content type is ${expected}).`)
  if (key !== undefined && key.length > 255)
    throw invalidRequest('Idempotency keys can be up to 255 characters.')
}

const invalidRequest = (message: string) => new StripeApiError(400, { message }, true)

const unknownPath = (method: string, path: string, isKnown: boolean) =>
  isKnown
    ? new StripeApiError(
        403,
        {
          code: 'secret_key_required',
          message:
            'This API call cannot be made with a publishable API key. Please use a secret API key.',
        },
        true,
      )
    : new StripeApiError(404, { message: `Unrecognized request URL (${method}: ${path}).` }, true)

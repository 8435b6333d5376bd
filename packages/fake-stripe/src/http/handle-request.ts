import type { IncomingMessage, ServerResponse } from 'node:http'
import { type CallRecord, recordCall } from '../call-log.ts'
import type { openFaults, TriggeredFault } from '../faults.ts'
import { allowedAccount } from '../resources/accounts.ts'
import type { State } from '../state.ts'
import { paramsOf } from './body.ts'
import { callerOf } from './credentials.ts'
import { expanded } from './expand.ts'
import type { openIdempotencyKeys } from './idempotency.ts'
import { listOf, type Params, textOf } from './params.ts'
import {
  errorResponse,
  type FakeResponse,
  rateLimited,
  respondWith,
  sendResponse,
  serverError,
} from './response.ts'
import { findRoute } from './routes.ts'
import { StripeApiError } from './stripe-error.ts'

export interface ServerParts {
  state: State
  faults: ReturnType<typeof openFaults>
  keys: ReturnType<typeof openIdempotencyKeys>
  calls: CallRecord[]
  secretKey: string
  publishableKey: string
  apiVersion: string
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
  const fault = parts.faults.trigger(method, pathname)
  const result = await withIdempotency(parts, call, fault)
  if (fault?.when === 'after') await fault.wait()
  if (fault !== null && breakResponse(fault, response)) return
  record.status = result.status
  record.isReplay = result.isReplay ?? false
  sendResponse(response, result, {
    'stripe-version': String(request.headers['stripe-version'] ?? parts.apiVersion),
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

function run(parts: ServerParts, { method, path, account, params, request }: Call): Result {
  try {
    const found = findRoute(method, path)
    const caller = callerOf(request.headers, params, parts)
    if (found === null || (caller === 'browser' && !found.route.forBrowsers))
      throw unknownPath(method, path, found !== null)
    if (account !== null) allowedAccount(parts.state, account)
    const apiVersion = versionOf(request, parts.apiVersion)
    const body = found.route.handle({
      state: parts.state,
      owner: account,
      params,
      id: found.id,
      fromBrowser: caller === 'browser',
      apiVersion,
    })
    const { collections } = parts.state
    return {
      response: respondWith(expanded(body, listOf(params, 'expand'), collections, account)),
      usesKey: true,
    }
  } catch (error) {
    return {
      response: errorResponse(error),
      usesKey: error instanceof StripeApiError && !error.rejectedEarly,
    }
  }
}

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

function versionOf({ headers }: IncomingMessage, defaultVersion: string): string {
  const version = String(headers['stripe-version'] ?? defaultVersion)
  if (/^\d{4}-\d{2}-\d{2}(\.[a-z]+)?$/.test(version)) return version
  throw new StripeApiError(400, { message: `Invalid Stripe API version: ${version}.` }, true)
}

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

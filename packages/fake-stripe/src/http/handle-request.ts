import type { IncomingMessage, ServerResponse } from 'node:http'
import { type CallRecord, recordCall } from '../call-log.ts'
import type { openFaults, TriggeredFault } from '../faults/faults.ts'
import { allowedAccount } from '../resources/accounts.ts'
import type { State } from '../state.ts'
import { paramsOf } from './body.ts'
import { callerOf } from './credentials.ts'
import { expanded } from './expand.ts'
import type { openKeys } from './idempotency.ts'
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

export interface CallParts {
  world: State
  faults: ReturnType<typeof openFaults>
  keys: ReturnType<typeof openKeys>
  calls: CallRecord[]
  secretKey: string
  publishableKey: string
  apiVersion: string
  onChange(): void
}

/** A call to Stripe, with whatever is to go wrong with it. */
export async function handleRequest(
  parts: CallParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, search } = new URL(request.url ?? '/', 'http://double')
  const method = request.method ?? 'GET'
  const params = await paramsOf(request, search.slice(1))
  const account =
    String(request.headers['stripe-account'] ?? textOf(params, '_stripe_account') ?? '') || null
  const idempotencyKey = String(request.headers['idempotency-key'] ?? '') || null
  const record = recordCall(parts.calls, {
    at: new Date(parts.world.now() * 1000),
    method,
    path: pathname,
    account,
    idempotencyKey,
    params,
    status: null,
    isReplay: false,
  })
  const call: Call = { method, path: pathname, account, idempotencyKey, params, request }
  const fault = parts.faults.meet(method, pathname)
  const answer = await perform(parts, call, fault)
  if (fault?.when === 'after') await fault.over()
  if (fault !== null && spoil(fault, response)) return
  record.status = answer.status
  record.isReplay = answer.isReplay ?? false
  sendResponse(response, answer, {
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

/** The call behind its key: done once, then told again. */
async function perform(
  parts: CallParts,
  call: Call,
  fault: TriggeredFault | null,
): Promise<FakeResponse> {
  const { idempotencyKey: key, method } = call
  if (key === null || method !== 'POST') return (await effect(parts, call, fault)).answer
  const scope = `${call.account ?? ''}|${key}`
  const fingerprint = `${method} ${call.path} ${JSON.stringify(call.params)}`
  let kept: FakeResponse | null
  try {
    kept = parts.keys.enter(scope, key, fingerprint)
  } catch (problem) {
    return errorResponse(problem)
  }
  if (kept !== null) return { ...kept, isReplay: true }
  let isUsedUp = false
  let answer: FakeResponse | null = null
  try {
    const done = await effect(parts, call, fault)
    answer = done.answer
    // what v2 refused may be tried again with the same key
    isUsedUp = done.isKept && !(call.path.startsWith('/v2/') && answer.status >= 300)
    return answer
  } finally {
    const keptAnswer =
      isUsedUp && answer ? { ...answer, fingerprint, keptAt: parts.world.now() } : null
    parts.keys.leave(scope, keptAnswer)
    parts.onChange()
  }
}

interface Done {
  answer: FakeResponse
  /** the key is used up: the endpoint began to work */
  isKept: boolean
}

async function effect(parts: CallParts, call: Call, fault: TriggeredFault | null): Promise<Done> {
  if (fault?.when === 'before') {
    await fault.over()
    if (fault.kind === 'rate_limit') return { answer: rateLimited(), isKept: false }
    if (fault.kind === 'error') return { answer: serverError(), isKept: false }
    // nothing happens; what is seen of it is told in `spoil`
    if (fault.kind !== 'hold' && fault.kind !== 'delay')
      return { answer: serverError(), isKept: false }
  }
  const done = act(parts, call)
  if (call.method !== 'GET') parts.onChange()
  return fault?.kind === 'error' ? { answer: serverError(), isKept: true } : done
}

function act(parts: CallParts, { method, path, account, params, request }: Call): Done {
  try {
    const found = findRoute(method, path)
    const context = callerOf(request.headers, params, parts)
    if (found === null || (context === 'browser' && !found.route.forBrowsers))
      throw unknownPath(method, path, found !== null)
    if (account !== null) allowedAccount(parts.world, account)
    const apiVersion = versionOf(request, parts.apiVersion)
    const input = {
      world: parts.world,
      owner: account,
      params,
      id: found.id,
      byBrowser: context === 'browser',
      apiVersion,
    }
    const body = found.route.act(input)
    return {
      answer: respondWith(expanded(body, listOf(params, 'expand'), parts.world.shelves, account)),
      isKept: true,
    }
  } catch (problem) {
    return {
      answer: errorResponse(problem),
      isKept: problem instanceof StripeApiError && !problem.nothingBegan,
    }
  }
}

/** Breaks the answer, if that is what the fault does. */
function spoil({ kind }: TriggeredFault, response: ServerResponse): boolean {
  if (kind === 'silence') return true
  if (kind === 'reset') {
    response.socket?.resetAndDestroy()
    return true
  }
  if (kind !== 'html') return false
  response.writeHead(502, { 'content-type': 'text/html' })
  response.end('<html><body><h1>502 Bad Gateway</h1></body></html>')
  return true
}

function versionOf({ headers }: IncomingMessage, ours: string): string {
  const version = String(headers['stripe-version'] ?? ours)
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

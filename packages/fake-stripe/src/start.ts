import type { IncomingMessage, ServerResponse } from 'node:http'
import { adminPrefix, handleAdminRequest } from './admin-api.ts'
import { handleBrowserRequest } from './browser/handle-browser-request.ts'
import type { CallRecord } from './call-log.ts'
import { refuseProduction } from './config.ts'
import { openFaults } from './faults.ts'
import { handleRequest } from './http/handle-request.ts'
import { openIdempotencyKeys } from './http/idempotency.ts'
import { openListener } from './http/listener.ts'
import { errorResponse, sendResponse } from './http/response.ts'
import { stripeSchema } from './http/stripe-schema.ts'
import { handlePage } from './pages/pages.ts'
import { createCollections, type State } from './state.ts'
import { readState, writeState } from './state-file.ts'
import { StripeApiError } from './stripe-error.ts'
import { type FakeStripe, testControls } from './test-controls.ts'
import { openWebhookDispatcher } from './webhook-dispatcher.ts'

export interface FakeStripeOptions {
  /** 0, the default: any free port. */
  port?: number
  host?: string
  /** The API key that callers must send. */
  secretKey?: string | null
  /** The key of browsers; by default the secret key with `pk_` in place of `sk_`. */
  publishableKey?: string | null
  /** Dates and signs events; by default the system clock. */
  clock?: { now(): Date }
  /** The waits before each retry of a webhook delivery. */
  retryDelaysMs?: readonly number[]
  /** The file that keeps the state across restarts. */
  stateFile?: string | null
}

/**
 * Starts a fake Stripe, which moves no money.
 *
 * @throws Error in production, and when the port is in use
 */
export async function startFakeStripe(options: FakeStripeOptions = {}): Promise<FakeStripe> {
  refuseProduction()
  const { host = '127.0.0.1', clock = { now: () => new Date() }, stateFile = null } = options
  const secretKey = options.secretKey ?? 'sk_test_silla_fake'
  const secretKeys = [secretKey]
  const publishableKey = options.publishableKey ?? secretKey.replace('sk_', 'pk_')
  const now = () => Math.floor(clock.now().getTime() / 1000)
  const collections = createCollections()
  const calls: CallRecord[] = []
  const invalidRequests: string[] = []
  const faults = openFaults()
  const keys = openIdempotencyKeys(now)
  const dispatcher = openWebhookDispatcher({
    collections,
    now,
    apiVersion: stripeSchema.apiVersion,
    retryDelaysMs: options.retryDelaysMs ?? [500, 2000, 5000, 15_000, 30_000],
    onChange: save,
  })
  const stored = { collections, responses: keys.responses, deliveries: dispatcher.pending }
  const pending = stateFile === null ? [] : readState(stateFile, stored)
  dispatcher.deleteEventsBefore(now() - eventRetentionSeconds)
  keys.deleteExpired()
  const nextOutcomes: State['nextOutcomes'] = { cards: [], refunds: [] }
  const state: State = {
    collections,
    now,
    url: () => url,
    emit: dispatcher.emit,
    emitThin: dispatcher.emitThin,
    nextOutcomes,
    unreachableDomains: new Set(),
    settlements: new Map(),
  }
  const parts = {
    state,
    faults,
    keys,
    calls,
    invalidRequests,
    secretKeys,
    publishableKey,
    onChange: save,
  }
  const listener = await openListener(
    host,
    options.port ?? 0,
    (request, response) => void receive(request, response),
  )
  const url = `http://${host}:${listener.port}`
  const fakeStripe: FakeStripe = {
    url,
    host,
    port: listener.port,
    protocol: 'http',
    secretKey,
    secretKeys,
    publishableKey,
    calls,
    invalidRequests,
    ...testControls(state, save),
    fault: faults.add,
    clearFaults: faults.clear,
    down: listener.down,
    up: listener.up,
    webhooks: dispatcher,
    reset() {
      for (const collection of Object.values(collections)) collection.clear()
      for (const list of [calls, nextOutcomes.cards, nextOutcomes.refunds]) list.length = 0
      const { unreachableDomains, settlements } = state
      for (const part of [faults, keys, dispatcher, unreachableDomains, settlements]) part.clear()
      save()
    },
    async stop() {
      faults.clear()
      await Promise.all([listener.down(), dispatcher.stop()])
    },
  }
  dispatcher.resume(pending)
  return fakeStripe

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const path = request.url ?? '/'
      if (request.method === 'OPTIONS') return sendPreflight(response)
      if (await handleBrowserRequest(fakeStripe, state, request, response)) return
      if (await handlePage(fakeStripe, state, request, response)) return
      if (path.startsWith(adminPrefix))
        return await handleAdminRequest(fakeStripe, request, response)
      await handleRequest(parts, request, response)
    } catch (error) {
      if (error instanceof StripeApiError) sendResponse(response, errorResponse(error), {})
      else if (!response.destroyed) {
        console.error(error)
        response.destroy()
      }
    }
  }

  function save(): void {
    if (stateFile !== null) writeState(stateFile, stored)
  }
}

/** Thirty days, as at Stripe; older events are deleted at the start. */
const eventRetentionSeconds = 30 * 86_400

/** CORS preflight, for a browser that confirms an intent from a page of another origin. */
function sendPreflight(response: ServerResponse): void {
  response.writeHead(204, {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, POST, DELETE',
    'access-control-allow-headers':
      'authorization, content-type, idempotency-key, stripe-account, stripe-version',
    'access-control-max-age': '300',
  })
  response.end()
}

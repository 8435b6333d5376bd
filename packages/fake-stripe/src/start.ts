import type { IncomingMessage, ServerResponse } from 'node:http'
import { handleAdminRequest } from './admin-api.ts'
import type { CallRecord } from './call-log.ts'
import { refuseProduction } from './config.ts'
import { openWebhookDispatcher } from './events/webhook-dispatcher.ts'
import { openFaults } from './faults/faults.ts'
import { handleRequest } from './http/handle-request.ts'
import { openKeys } from './http/idempotency.ts'
import { openListener } from './http/listener.ts'
import { errorResponse, sendResponse } from './http/response.ts'
import { StripeApiError } from './http/stripe-error.ts'
import { handlePage } from './pages/pages.ts'
import { createCollections, type State } from './state.ts'
import { readState, writeState } from './state-file.ts'
import { type FakeStripe, testControls } from './test-controls.ts'

export interface FakeStripeOptions {
  /** 0, a free one, unless told */
  port?: number
  host?: string
  /** the key that callers must show */
  secretKey?: string | null
  /** the key that browsers show; `pk_` and the rest of the secret one unless told */
  publishableKey?: string | null
  /** what events are dated and signed by; the system's unless told */
  clock?: { now(): Date }
  /** how long to wait before an event is brought again, each time */
  retryDelaysMs?: readonly number[]
  /** where the state survives a restart */
  stateFile?: string | null
}

/**
 * Starts a processor to practise with.
 *
 * @throws Error in production, and when the port is taken
 */
export async function startFakeStripe(options: FakeStripeOptions = {}): Promise<FakeStripe> {
  refuseProduction()
  const { host = '127.0.0.1', clock = { now: () => new Date() }, stateFile = null } = options
  const secretKey = options.secretKey ?? 'sk_test_silla_double'
  const publishableKey = options.publishableKey ?? secretKey.replace('sk_', 'pk_')
  const now = () => Math.floor(clock.now().getTime() / 1000)
  const shelves = createCollections()
  const calls: CallRecord[] = []
  const faults = openFaults()
  const keys = openKeys(now)
  const retryDelaysMs = options.retryDelaysMs ?? [500, 2000, 5000, 15_000, 30_000]
  const dispatcher = openWebhookDispatcher({
    shelves,
    now,
    apiVersion,
    retryDelaysMs,
    onChange: save,
  })
  const kept = { shelves, answers: keys.answers, deliveries: dispatcher.open }
  const waiting = stateFile === null ? [] : readState(stateFile, kept)
  dispatcher.forget(now() - rememberedSeconds)
  keys.forget()
  const destiny: State['destiny'] = { cards: [], refunds: [] }
  const state: State = { shelves, now, url: () => url, emit: dispatcher.emit, destiny }
  const parts = {
    world: state,
    faults,
    keys,
    calls,
    secretKey,
    publishableKey,
    apiVersion,
    onChange: save,
  }
  const listener = await openListener(
    host,
    options.port ?? 0,
    (request, response) => void receive(request, response),
  )
  const url = `http://${host}:${listener.port}`
  const double: FakeStripe = {
    url,
    host,
    port: listener.port,
    protocol: 'http',
    secretKey,
    publishableKey,
    calls,
    ...testControls(state, save),
    fault: faults.add,
    clearFaults: faults.clear,
    down: listener.down,
    up: listener.up,
    webhooks: dispatcher,
    reset() {
      for (const collection of Object.values(shelves)) collection.clear()
      for (const list of [calls, destiny.cards, destiny.refunds]) list.length = 0
      for (const part of [faults, keys, dispatcher]) part.clear()
      save()
    },
    async stop() {
      faults.clear()
      await Promise.all([listener.down(), dispatcher.stop()])
    },
  }
  dispatcher.resume(waiting)
  return double

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const path = request.url ?? '/'
      if (request.method === 'OPTIONS') return preflight(response)
      if (await handlePage(double, state, request, response)) return
      if (path.startsWith('/double/')) return await handleAdminRequest(double, request, response)
      await handleRequest(parts, request, response)
    } catch (problem) {
      if (problem instanceof StripeApiError) sendResponse(response, errorResponse(problem), {})
      else if (!response.destroyed) {
        console.error(problem)
        response.destroy()
      }
    }
  }

  function save(): void {
    if (stateFile !== null) writeState(stateFile, kept)
  }
}

/** Events of a demo are told for thirty days, as at Stripe; each start tidies up. */
const rememberedSeconds = 30 * 86_400

/** What answers look like unless a call pins another version. */
const apiVersion = '2026-10-28.endive'

/** A browser asks before it confirms from a page of another origin. */
function preflight(response: ServerResponse): void {
  response.writeHead(204, {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, POST, DELETE',
    'access-control-allow-headers':
      'authorization, content-type, idempotency-key, stripe-account, stripe-version',
    'access-control-max-age': '300',
  })
  response.end()
}

import { openFaults, openListener } from '@silla/fake-stripe'
import { fastify } from 'fastify'
import { openCallbackDispatcher } from './callback-dispatcher.ts'
import { refuseProduction } from './config.ts'
import { openOutcomes } from './outcomes.ts'
import { messagePages } from './pages/message-pages.ts'
import type { Parts } from './parts.ts'
import { openRateLimit } from './rate-limit.ts'
import { addRoutes } from './routes.ts'
import { createState, readState, writeState } from './state.ts'
import { type FakeMessaging, testControls } from './test-controls.ts'

export interface FakeMessagingOptions {
  /** 0, the default: any free port. */
  port?: number
  host?: string
  /** Dates messages and counts the rate limit; by default the system clock. */
  clock?: { now(): Date }
  /** The waits before each retry of a callback of WhatsApp. */
  retryDelaysMs?: readonly number[]
  /** The file that keeps messages across restarts. */
  stateFile?: string | null
}

/**
 * Starts a fake Twilio and a fake WhatsApp, which send nothing to any phone.
 *
 * @throws Error in production, and when the port is in use
 */
export async function startFakeMessaging(
  options: FakeMessagingOptions = {},
): Promise<FakeMessaging> {
  refuseProduction()
  const { host = '127.0.0.1', clock = { now: () => new Date() }, stateFile = null } = options
  const parts = createParts(() => clock.now(), options.retryDelaysMs ?? [1000, 5000, 30_000])
  if (stateFile !== null) {
    readState(stateFile, parts.state)
    parts.onChange = () => writeState(stateFile, parts.state)
  }
  const controls = testControls(parts)
  const app = fastify({ bodyLimit: 65_536 })
  addRoutes(app, parts)
  await app.register(messagePages(controls, ''))
  await app.ready()
  const listener = await openListener(host, options.port ?? 0, (request, response) =>
    app.routing(request, response),
  )
  const url = `http://${host}:${listener.port}`
  return {
    url,
    port: listener.port,
    ...controls,
    twilio: { ...twilioAccount, previousAuthToken: null, apiUrl: url },
    whatsapp: { ...whatsappApp, apiUrl: url, version: 'v23.0' },
    down: listener.down,
    up: listener.up,
    async stop() {
      parts.faults.clear()
      await Promise.all([listener.down(), parts.dispatcher.stop()])
      await app.close()
    },
  }
}

const createParts = (now: () => Date, retryDelaysMs: readonly number[]): Parts => ({
  state: createState(),
  faults: openFaults(),
  outcomes: openOutcomes(),
  rateLimit: openRateLimit(now),
  dispatcher: openCallbackDispatcher({ retryDelaysMs }),
  nextErrors: [],
  landlines: new Set(),
  templates: new Map(),
  twilio: { ...twilioAccount, inboundUrl: null, pricePerSegment: 0.0652, currency: 'EUR' },
  whatsapp: { ...whatsappApp, callbackUrl: null },
  invalidRequests: [],
  now,
  onChange() {},
})

/** Public, as the keys of the demo salons are. */
const twilioAccount = { accountSid: `AC${'f'.repeat(32)}`, authToken: 'fa4e'.repeat(8) }
const whatsappApp = {
  accessToken: 'EAAfakeAccessTokenOfTheDemo',
  appSecret: 'fa4e'.repeat(8),
  verifyToken: 'fake-verify-token-of-the-demo',
  account: '102290129340398',
}

import { applySalon, connectAccount, setupWebhook, systemClock } from '@silla/core'
import { type FakeStripe, startFakeStripe } from '@silla/fake-stripe'
import { openProcessors } from '@silla/payments-stripe'
import { createKey } from '@silla/tenants'
import { atEnd } from '../../support/at-end.ts'
import { salonFileFor } from '../../support/salon-fixture.ts'
import { testSecrets } from '../../support/secrets.ts'
import { type Server, startServer } from '../../support/servers.ts'
import type { ChaosDatabase } from './database.ts'

/** Two API processes, a worker and the processor, with one salon. `endFile` stops them. */
export interface Platform {
  apis: Program[]
  worker: Program
  stripe: FakeStripe
  account: string
  /** The environment in which operators run the CLI. */
  cliEnvironment: Record<string, string>
  publishableKey: string
  businessId: string
  serviceId: number
  professionalIds: number[]
  /** Starts what has ended by itself. */
  restartEnded(): Promise<void>
}

/** A process that is started again, as a service manager would. */
export interface Program {
  name: string
  /** The same after each start; the worker has none. */
  url: string
  /** Kills the process with SIGKILL and starts it again. */
  kill(): Promise<void>
  /** Stops the process, which answers its requests before, and starts it with changed settings. */
  restart(settings: Record<string, string>): Promise<void>
  /** Kills the process for good. */
  end(): Promise<void>
  restartIfEnded(): Promise<void>
}

const professionals = ['Ana', 'Bea', 'Eva', 'Lola', 'Marta', 'Nora']
const startWithinMilliseconds = 120_000

/**
 * @param options.metricsPorts of the two API processes and the worker; by default they serve none
 * @param options.more settings of all programs
 */
export async function openPlatform(
  database: ChaosDatabase,
  {
    metricsPorts,
    more = {},
  }: { metricsPorts?: readonly [number, number, number]; more?: Record<string, string> } = {},
): Promise<Platform> {
  const stripe = await startFakeStripe()
  atEnd(stripe.stop)
  const settings = {
    LOG_LEVEL: 'fatal',
    SECRETS_KEY: testSecrets.secretsKeys.current.toString('base64'),
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
    STRIPE_API_BASE: stripe.url,
    ...more,
  }
  const apiSettings = {
    ...settings,
    DATABASE_URL: database.urls.api,
    JWT_PRIVATE_KEYS: JSON.stringify(testSecrets.signingKeys),
    OTP_PEPPER: testSecrets.otpPepper,
    SILLA_RATE_LIMITS: 'off',
  }
  const [firstPort, secondPort, workerPort] = (metricsPorts ?? []).map(String)
  const startApi = (name: string, port: string | undefined) =>
    openProgram(name, 'services/api/bin/api.js', {
      ...apiSettings,
      ...(port !== undefined && { METRICS_PORT: port }),
    })
  const apis = [await startApi('API 1', firstPort), await startApi('API 2', secondPort)]
  const salon = await openSalon(database, stripe, apis[0]?.url ?? '')
  const worker = await openProgram('worker', 'services/worker/bin/worker.js', {
    ...settings,
    WORKER_DATABASE_URL: database.urls.worker,
    ...(workerPort !== undefined && { WORKER_METRICS_PORT: workerPort }),
  })
  const programs = [...apis, worker]

  return {
    apis,
    worker,
    stripe,
    ...salon,
    cliEnvironment: { ...settings, CLI_DATABASE_URL: database.urls.cli },
    restartEnded: async () =>
      void (await Promise.all(programs.map((program) => program.restartIfEnded()))),
  }
}

async function openProgram(
  name: string,
  file: string,
  settings: Record<string, string>,
): Promise<Program> {
  const current = { ...settings }
  let server = await startServer(file, { ...current, PORT: '0' })
  atEnd(() => server.kill())
  const { url } = server
  const port = URL.canParse(url) ? new URL(url).port : '0'

  /** The start fails while the database is down. */
  async function start(): Promise<Server> {
    const deadline = Date.now() + startWithinMilliseconds
    for (;;) {
      try {
        return await startServer(file, { ...current, PORT: port })
      } catch (error) {
        if (Date.now() > deadline) throw error
      }
    }
  }

  return {
    name,
    url,
    async kill() {
      await server.kill()
      server = await start()
    },
    async restart(changed) {
      Object.assign(current, changed)
      await server.stop()
      server = await start()
    },
    end: async () => void (await server.kill()),
    async restartIfEnded() {
      const { exitCode, signalCode } = server.child
      if (exitCode !== null || signalCode !== null) server = await start()
    },
  }
}

async function openSalon(database: ChaosDatabase, stripe: FakeStripe, apiUrl: string) {
  return database.query('cli', async (admin) => {
    const file = salonFileFor('chaos', {
      professionals,
      settings: { acceptsOnlinePayments: true, horizonDays: 365 },
    })
    await applySalon(admin, file)
    const processors = openProcessors({ live: null, test: stripe, apiBase: new URL(stripe.url) })
    const webhookParts = { processors, secretsKeys: testSecrets.secretsKeys }
    const webhook = { baseUrl: new URL(apiUrl).origin, rotate: false, onlyThis: false }
    await setupWebhook(admin, webhookParts, webhook, systemClock)
    const { id: account } = stripe.addAccount({ displayName: 'chaos' })
    const connection = {
      slug: 'chaos',
      account,
      returnUrl: null,
      publicUrl: null,
      feeBasisPoints: null,
    }
    await connectAccount(admin, processors, connection, systemClock)
    const [business] = await admin<{ businessId: string }[]>`
      select business_id from registry.businesses where slug = 'chaos'`
    const businessId = business?.businessId ?? ''
    const web = { kind: 'publishable' as const, name: 'web', origins: [] }
    const { key: publishableKey } = await createKey(admin, businessId, web)
    const ids = await admin.begin(async (tx) => {
      await tx`select app.set_business(${businessId})`
      const [service] = await tx<
        { id: number }[]
      >`select id from services where business_id = ${businessId}`
      const staff = await tx<
        { id: number }[]
      >`select id from professionals where business_id = ${businessId}`
      return { serviceId: service?.id ?? 0, professionalIds: staff.map(({ id }) => id) }
    })
    return { account, publishableKey, businessId, ...ids }
  })
}

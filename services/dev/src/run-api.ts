import { createWriteStream } from 'node:fs'
import { type OperationSettings, type RunningApi, startApi } from '@silla/api'
import type { MetricsSource } from '@silla/core'
import { type DatabaseUrls, openDatabase, openPool } from '@silla/db'
import { messagePages } from '@silla/fake-messaging'
import type { Tracing } from '@silla/tracing'
import type { FastifyInstance } from 'fastify'
import { choosePort, host, portError } from './choose-port.ts'
import type { DemoBusiness } from './demo-file.ts'
import { addDemoImages } from './demo-images/demo-images.ts'
import { addDevMail } from './dev-mail.ts'
import { addDevStaff } from './dev-staff.ts'
import { openDemoExamples } from './examples/demo-examples.ts'
import { addDevEvents } from './examples/dev-events.ts'
import type { DevMessaging } from './setup-messaging.ts'
import type { DevProcessor } from './setup-processor.ts'
import type { Secrets } from './setup-secrets.ts'

/** Starts the API in this process, with its log in a file. @returns its URL */
export async function runApi(
  {
    urls,
    port,
    logFile,
    secrets,
    processor,
    messaging,
    operations,
    jobMetrics,
    businesses,
    tracing,
  }: ApiParts,
  running: AsyncDisposableStack,
): Promise<string> {
  const log = createWriteStream(logFile, { flags: 'w' })
  running.defer(() => new Promise((resolve) => log.end(resolve)))
  const admin = openPool({ url: urls.cli, max: 1, name: 'silla-dev-mail' })
  running.defer(() => admin.end())
  const staffDatabase = openDatabase({ url: urls.cli, name: 'silla-dev-staff' })
  running.defer(() => staffDatabase.close())
  const { fakeStripe } = processor
  const pay = fakeStripe && ((intent: string) => void fakeStripe.pay(intent))
  const saveCard = fakeStripe && ((setup: string) => void fakeStripe.saveCard(setup))
  const api = await startOn(await choosePort(port), port === 0 ? maxPortsTried : 1)
  running.defer(() => api.stop())
  return api.url

  async function startOn(chosen: number, attempts: number): Promise<RunningApi> {
    const settings = {
      port: chosen,
      host,
      databaseUrl: urls.api,
      listenDatabaseUrl: urls.listen,
      assetsBaseUrl: `http://${host}:${chosen}`,
      publicUrl: `http://${host}:${chosen}`,
      // a passkey belongs to a name, and 127.0.0.1 is none
      staffUrl: `http://localhost:${chosen}`,
      logLevel: 'info',
      ...secrets,
      processor: processor.settings,
      loopbackEndpoints: true,
      ...operations,
      production: false,
    }
    try {
      return await startApi(settings, {
        logTarget: log,
        consoleKey: businesses[0]?.publishableKey ?? '',
        findDemoExamples: openDemoExamples(
          {
            ...{ urls, settings, admin, pay, saveCard, businesses, onError: logError },
            staffPepper: secrets.staffPepper,
          },
          running,
        ),
        addRoutes,
        messageSenders: messaging.senders,
        metrics: jobMetrics,
        tracing,
      })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).syscall !== 'listen') throw error
      if (attempts === 1) throw portError(chosen, error)
      return startOn(await choosePort(port), attempts - 1)
    }
  }

  function addRoutes(app: FastifyInstance) {
    addDemoImages(app)
    addDevEvents(app)
    addDevMail(app, admin)
    app.register(messagePages(messaging.fake, '/dev/messages'))
    const { staffPepper } = secrets
    addDevStaff(app, { database: staffDatabase, staffPepper, businesses })
  }

  /** Beside the lines of the API. */
  function logError(error: unknown) {
    log.write(
      `${JSON.stringify({ level: 40, time: Date.now(), msg: 'the examples of /docs are those of the document', err: String(error) })}\n`,
    )
  }
}

/** A port that was free may be taken before the API listens on it. */
const maxPortsTried = 5

interface ApiParts {
  urls: DatabaseUrls
  /** 0: any free port. */
  port: number
  logFile: string
  secrets: Secrets
  processor: DevProcessor
  messaging: DevMessaging
  operations: OperationSettings
  /** The worker's metrics, served with the API's own. */
  jobMetrics: MetricsSource
  /** The reference and the GraphQL console are filled in for the first of them. */
  businesses: readonly DemoBusiness[]
  tracing: Tracing | undefined
}

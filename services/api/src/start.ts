import { type MetricsSource, serveMetrics, systemClock } from '@silla/core'
import {
  apiListenerNames,
  assertLeastPrivilege,
  assertRole,
  migrationStatus,
  openDatabase,
  openListener,
} from '@silla/db'
import { openProcessors } from '@silla/payments-stripe'
import type { FastifyInstance } from 'fastify'
import { type ApiParts, buildApi } from './app.ts'
import type { ApiSettings } from './config.ts'
import { type Metrics, openMetrics } from './metrics.ts'
import { warnOfOtherProcesses } from './other-processes.ts'
import { loadWidget } from './pages/load-release.ts'
import { version } from './reference/openapi.ts'

export interface RunningApi {
  /** `http://127.0.0.1:3000` */
  url: string
  /** `http://127.0.0.1:9464/metrics`; null: metrics are not served */
  metricsUrl: string | null
  /**
   * Stops accepting requests, finishes those that have arrived, and closes the database
   * connections; within two seconds in any case.
   *
   * @param reason for the log: a signal
   */
  stop(reason?: string): Promise<void>
}

const stopTimeoutMilliseconds = 1000

/**
 * Starts the API.
 *
 * @param more.addRoutes adds routes that this process serves in addition to the API
 * @param more.tracing is not closed when the API stops
 * @param more.metrics other metrics of this process, served together with those of the API
 * @throws Error with a message for the operator when the database may not be served from, or the
 *   port is in use
 */
export async function startApi(
  settings: ApiSettings,
  more: Pick<
    ApiParts,
    'logTarget' | 'consoleKey' | 'findDemoExamples' | 'tracing' | 'messageSenders'
  > & {
    addRoutes?: (app: FastifyInstance) => void
    metrics?: MetricsSource
  } = {},
): Promise<RunningApi> {
  const database = openDatabase({ url: settings.databaseUrl, name: 'silla-api' })
  const closers = [() => database.close()]
  try {
    await assertRole(database.queryPool, 'silla_api')
    await assertLeastPrivilege(database.queryPool)
    await refuseDemoInProduction(settings)
    // a build that is missing is reported now, and not by the first page
    if (settings.production) await loadWidget()
    const isPooled = settings.listenDatabaseUrl !== settings.databaseUrl
    const listener = await openListener(
      settings.listenDatabaseUrl,
      isPooled ? apiListenerNames.pooled : apiListenerNames.direct,
    )
    closers.unshift(() => listener.close())
    const metrics = settings.metrics === null ? undefined : openMetrics()
    const processors = openProcessors(settings.processor)
    const { logTarget, consoleKey, findDemoExamples, tracing, messageSenders } = more
    const parts = { database, listener, clock: systemClock, settings, processors, metrics }
    const app = await buildApi({
      ...parts,
      logTarget,
      consoleKey,
      findDemoExamples,
      tracing,
      messageSenders,
    })
    closers.unshift(() => app.close())
    const metricsUrl = await startMetricsServer(settings, metrics)
    more.addRoutes?.(app)
    const url = await app.listen({ port: settings.port, host: settings.host })
    app.log.info({ version, node: process.version, metricsUrl }, 'API started')
    await warnOfOtherProcesses(database.queryPool, settings, app.log)
    return {
      url,
      metricsUrl,
      async stop(reason) {
        const startedAt = performance.now()
        const timeout = setTimeout(() => app.server.closeAllConnections(), stopTimeoutMilliseconds)
        await closeAll(closers)
        clearTimeout(timeout)
        const milliseconds = Math.round(performance.now() - startedAt)
        app.log.info({ reason, milliseconds }, 'API stopped')
      },
    }
  } catch (error) {
    await closeAll(closers)
    throw error
  }

  async function startMetricsServer(
    settings: ApiSettings,
    metrics: Metrics | undefined,
  ): Promise<string | null> {
    if (settings.metrics === null || metrics === undefined) return null
    const served = await serveMetrics(
      [metrics, ...(more.metrics ? [more.metrics] : [])],
      settings.metrics,
    )
    closers.unshift(served.close)
    return served.url
  }

  /** The keys of demo businesses are public (D8). */
  async function refuseDemoInProduction({ production }: ApiSettings) {
    if (production && (await migrationStatus(database.queryPool)).holdsDemo) {
      throw new Error(
        'refusing to serve in production: this database holds demo businesses, ' +
          'whose keys are public',
      )
    }
  }
}

async function closeAll(closers: (() => Promise<unknown>)[]) {
  for (const close of closers) await close().catch(() => {})
}

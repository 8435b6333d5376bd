import type { RequestListener } from 'node:http'
import {
  type Clock,
  openCredentials,
  openTenants,
  openWebhookSecrets,
  type Processors,
} from '@silla/core'
import { type Database, type Listener, migrationStatus, type SemaphoreLimits } from '@silla/db'
import { parseProcessorEvent } from '@silla/payments-stripe'
import { openApiKeyCache, openPageCache } from '@silla/tenants'
import type { Tracing } from '@silla/tracing'
import { type LookupAddresses, resolveEndpoint } from '@silla/webhook-sender'
import { type FastifyInstance, fastify } from 'fastify'
import { calendarFeedRoutes } from './calendars/calendar-feed.ts'
import type { ApiSettings } from './config.ts'
import { openDerivedCache } from './derived-cache.ts'
import { openDirectHandler } from './direct-routes/direct-handler.ts'
import { addConsole } from './graphql/console.ts'
import { graphqlRoutes } from './graphql/graphql.ts'
import { openLimits } from './limits/open-limits.ts'
import { openRefusalPace, type RefusalPaceLimits } from './limits/refusal-pace.ts'
import type { Metrics } from './metrics.ts'
import { pagesRoutes } from './pages/pages.ts'
import { widgetRoutes } from './pages/widget-files.ts'
import { addAuthorization } from './plugins/authorization.ts'
import { addBody } from './plugins/body.ts'
import { addCommitTracking } from './plugins/commit-tracking.ts'
import { addConstantHeaders } from './plugins/constant-headers.ts'
import { addCustomer } from './plugins/customer.ts'
import { addEnvelope, addErrorHandler } from './plugins/error-handler.ts'
import { addHealth } from './plugins/health.ts'
import { withKeyInUrl } from './plugins/key-in-url.ts'
import { addLanguages } from './plugins/languages.ts'
import { type LogTarget, openLog, RequestLog } from './plugins/log.ts'
import { addNotFound } from './plugins/not-found.ts'
import { addOpenApi } from './plugins/openapi.ts'
import { addPreflight } from './plugins/preflight.ts'
import { openRequestContexts } from './plugins/request-contexts.ts'
import { addRequestSlots, openRequestSlots } from './plugins/request-slots.ts'
import { addRequestValidation } from './plugins/request-validation.ts'
import { addRoot } from './plugins/root.ts'
import { addSendCached } from './plugins/send-cached.ts'
import { type RequestTimeouts, serverOptions } from './plugins/server-options.ts'
import { addTenant } from './plugins/tenant.ts'
import { addTracing } from './plugins/tracing.ts'
import { addUnderPressure, openLoadMonitor } from './plugins/under-pressure.ts'
import { openReadyHandler } from './ready-responses/ready-handler.ts'
import { openResponseCache } from './ready-responses/response-cache.ts'
import { addReference } from './reference/reference.ts'
import { directRoutes, restRoutes } from './rest/routes.ts'
import { webhookRoutes } from './rest/webhooks.ts'
import { scheduleArrivals } from './scheduling/arrivals.ts'
import { createTurns } from './scheduling/turns.ts'

export interface ApiParts {
  database: Database
  listener: Listener
  clock: Clock
  settings: ApiSettings
  /** Card processors. */
  processors: Processors
  /** Absent: nothing is measured. */
  metrics?: Metrics | undefined
  /** Absent: nothing is traced. */
  tracing?: Tracing | undefined
  /** Default: those of production. */
  requestTimeouts?: RequestTimeouts | undefined
  /** Default: those of production. */
  requestSlots?: Partial<SemaphoreLimits> | undefined
  /** Default: those of production. */
  refusalPace?: Partial<RefusalPaceLimits> | undefined
  /** Resolves the hosts of endpoints; default: name servers. */
  lookupAddresses?: LookupAddresses | undefined
  /** Default: standard output. */
  logTarget?: LogTarget
  /** The API key that the GraphQL console is opened with, in development. */
  consoleKey?: string
}

/**
 * Builds the API, which does not listen yet. Closing it does not close the database, which belongs
 * to the caller.
 */
export async function buildApi(parts: ApiParts): Promise<FastifyInstance> {
  const { database, listener, clock, settings, metrics, tracing } = parts
  const processors = tracing?.processors(parts.processors) ?? parts.processors
  const log = openLog(settings.logLevel, parts.logTarget)
  const { logger } = log
  const tenants = openTenants({
    database,
    notices: listener,
    clock,
    metrics: metrics?.db,
    tracing,
  })
  const apiKeys = openApiKeyCache({
    registry: database.queryPool,
    tenantDb: (businessId) => tenants.tenant(businessId, '').db,
    listener,
    clock: () => clock.now().getTime(),
    onError: (err) => logger.warn({ err }, 'the last use of an API key was not recorded'),
  })

  const pages = openPageCache({
    registry: database.queryPool,
    listener,
    clock: () => clock.now().getTime(),
  })

  const credentials = await openCredentials(settings)

  metrics?.watchCache('keys', apiKeys.lookups)
  metrics?.watchCache('catalogue', tenants.catalogLookUps)
  const turns = createTurns()
  const pace = openRefusalPace(turns, parts.refusalPace)
  const { limits, close: closeLimits } = await openLimits(
    settings.limits,
    () => clock.now().getTime(),
    pace,
    logger,
  )

  const load = openLoadMonitor(settings.maxEventLoopDelayMilliseconds)
  const derived = openDerivedCache()
  const responses = openResponseCache(derived)
  const requestLog = new RequestLog(log, metrics)
  const contextOf = openRequestContexts(tenants, { turns, clock })
  const slots = openRequestSlots({ turns, metrics, limits: parts.requestSlots })
  const { publicUrl } = settings
  const plainReads = { apiKeys, tenants, limits, load, clock, publicUrl, tracing }
  const ready = openReadyHandler({ ...plainReads, responses, requestLog })
  const direct = openDirectHandler(directRoutes, versionPrefix, {
    ...plainReads,
    contextOf,
    slots,
    log,
    requestLog,
  })

  const wrap = (route: RequestListener): RequestListener => {
    const listener = withKeyInUrl(
      ready.listener(scheduleArrivals(direct.listener(route), turns, apiKeys.businessOf)),
    )
    return tracing?.listener(listener) ?? listener
  }

  const app: FastifyInstance = fastify(serverOptions(log, requestLog, wrap, parts.requestTimeouts))
  app.setChildLoggerFactory((logger) => logger)
  app.addHook('preClose', async () => {
    ready.close()
    direct.close()
    pace.close()
  })
  app.addHook('onClose', () => Promise.all([apiKeys.close(), closeLimits()]))

  if (tracing) addTracing(app, tracing)
  addConstantHeaders(app)
  addPreflight(app)
  addRequestValidation(app)
  addBody(app, turns)
  addErrorHandler(app)
  addNotFound(app)
  const document = await addOpenApi(app)
  const developerKey = settings.production ? '' : (parts.consoleKey ?? '')
  if (settings.docs) await addReference(app, { document, key: developerKey })
  addRoot(app, settings)
  if (!settings.production) await addConsole(app, developerKey)
  addHealth(app, () => findObstacle(database))

  await app.register(
    async (salon) => {
      addUnderPressure(salon, load)
      addTenant(salon, { apiKeys, limits, turns, contextOf })
      addLanguages(salon)
      addAuthorization(salon, publicUrl)
      addCustomer(salon, credentials)
      addCommitTracking(salon)
      addRequestSlots(salon, slots)
      addSendCached(salon, responses)
      addEnvelope(salon)
      const { assetsBaseUrl, secretsKey, loopbackEndpoints: allowLoopback } = settings
      const resolve = (url: string) =>
        resolveEndpoint(url, { allowLoopback, lookup: parts.lookupAddresses })
      const endpoints = { secretsKey, resolve }
      const options = { assetsBaseUrl, credentials, processors, publicUrl, endpoints }
      await salon.register(restRoutes, options)
      await salon.register(graphqlRoutes, {
        ...options,
        production: settings.production,
        derived,
      })
    },
    { prefix: versionPrefix },
  )
  await app.register(pagesRoutes, {
    ...{ pages, limits, load, contextOf, derived, processors, publicUrl },
    assetsBaseUrl: settings.assetsBaseUrl,
  })
  await app.register(calendarFeedRoutes, {
    ...{ limits, load, contextOf },
    registry: database.queryPool,
  })
  await app.register(widgetRoutes)
  // called by the card processor for all salons, so without an API key
  await app.register(webhookRoutes, {
    prefix: versionPrefix,
    registry: database.queryPool,
    tenants,
    clock,
    read: parseProcessorEvent,
    secrets: openWebhookSecrets(database.queryPool, settings.secretsKey),
    onEvent: (milliseconds) => metrics?.observeProcessorEvent(milliseconds),
  })
  return app
}

const versionPrefix = '/api/v1'

/** Why this release cannot serve from the database; null: it can. */
async function findObstacle(database: Database): Promise<string | null> {
  const { pending, schema, isTooNew, isReadOnly } = await migrationStatus(database.queryPool)
  if (pending.length > 0) return `the database lacks ${pending.join(', ')}: run silla db migrate`
  if (isTooNew) return `the database is for releases from ${schema?.compatibleFrom} on`
  return isReadOnly ? 'the database is read-only' : null
}

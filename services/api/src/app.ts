import type { IncomingHttpHeaders, RequestListener } from 'node:http'
import cookies from '@fastify/cookie'
import {
  type Clock,
  type MessageSender,
  openAgendaFeeds,
  openCredentials,
  openMailLimits,
  openStaffSecrets,
  openStaffSessions,
  openSupportSessions,
  openTenants,
  openWebhookSecrets,
  type Processors,
  type SignInParts,
  staffSite,
} from '@silla/core'
import { type Database, type Listener, migrationStatus, type TenantDbLimits } from '@silla/db'
import { parseProcessorEvent } from '@silla/payments-stripe'
import { openApiKeyCache, openPageCache } from '@silla/tenants'
import type { Tracing } from '@silla/tracing'
import { type LookupAddresses, resolveEndpoint } from '@silla/webhook-sender'
import { type FastifyInstance, fastify } from 'fastify'
import { type AgendaStreamLimits, openAgendaStreams } from './agenda-streams/agenda-streams.ts'
import { addAnnouncements } from './agenda-streams/announcements.ts'
import { streamRoutes } from './agenda-streams/stream-routes.ts'
import { assistantRoutes } from './assistants/assistant-routes.ts'
import { addAdmission, admissionRules } from './auth/admission.ts'
import { addAudit } from './auth/audit.ts'
import { openCredentialCheck } from './auth/credential-check.ts'
import { addCustomer } from './auth/customer.ts'
import { withKeyInUrl } from './auth/key-in-url.ts'
import { addTenant } from './auth/tenant.ts'
import { calendarFeedRoutes } from './calendars/calendar-feed.ts'
import type { CalendarTextLimits } from './calendars/calendar-texts.ts'
import type { ApiSettings } from './config.ts'
import { openDerivedCache } from './derived-cache.ts'
import { downloadRoutes } from './downloads/download-routes.ts'
import { type DownloadLimits, openDownloads } from './downloads/open-downloads.ts'
import { openFastHandler } from './fast-operations/fast-handler.ts'
import { addConsole, consoleIsInstalled } from './graphql/console.ts'
import { graphqlRoutes } from './graphql/graphql.ts'
import { addBody } from './http/body.ts'
import { addIdleConnectionClosing } from './http/close-idle-connections.ts'
import { addCommitTracking } from './http/commit-tracking.ts'
import { addConstantHeaders } from './http/constant-headers.ts'
import { addEnvelope } from './http/envelope.ts'
import { addErrorHandler } from './http/error-handler.ts'
import { addHealth } from './http/health.ts'
import { addLanguages } from './http/languages.ts'
import { type LogTarget, openLog, RequestLog } from './http/log.ts'
import { addNotFound } from './http/not-found.ts'
import { isOfStaffAlone } from './http/own-site.ts'
import { addPreflight } from './http/preflight.ts'
import { addRequestValidation } from './http/request-validation.ts'
import { addTracing } from './http/tracing.ts'
import { openLimits } from './limits/open-limits.ts'
import { openRefusalPace, type RefusalPaceLimits } from './limits/refusal-pace.ts'
import {
  addRequestSlots,
  openRequestSlots,
  type RequestSlotLimits,
} from './limits/request-slots.ts'
import { addUnderPressure, openLoadMonitor } from './limits/under-pressure.ts'
import type { Metrics } from './metrics.ts'
import { addCsvResponses } from './operations/csv-responses.ts'
import { addErrorCodes } from './operations/error-codes.ts'
import { operations } from './operations/operation-list.ts'
import { agendaRoutes } from './pages/agenda-routes.ts'
import { onboardingRoutes } from './pages/onboarding-routes.ts'
import { pagesRoutes } from './pages/pages.ts'
import { staffPagesRoutes } from './pages/staff-pages.ts'
import { widgetRoutes } from './pages/widget-files.ts'
import { openReadyHandler } from './ready-responses/ready-handler.ts'
import { openResponseCache } from './ready-responses/response-cache.ts'
import { addSendCached } from './ready-responses/send-cached.ts'
import type { FindDemoExamples } from './reference/examples.ts'
import { addOpenApi } from './reference/openapi.ts'
import { addReference } from './reference/reference.ts'
import { addRoot } from './reference/root.ts'
import { messageCallbackRoutes } from './rest/message-callbacks.ts'
import { operationRoutes } from './rest/operation-routes.ts'
import { webhookRoutes } from './rest/webhooks.ts'
import { scheduleArrivals } from './scheduling/arrivals.ts'
import { addLargeBodies } from './scheduling/large-bodies.ts'
import { createRecentBusinesses } from './scheduling/recent-businesses.ts'
import { openRequestContexts } from './scheduling/request-contexts.ts'
import { createTurns } from './scheduling/turns.ts'
import { type RequestTimeouts, serverOptions } from './server-options.ts'
import { sessionTokenOf } from './staff/session-credential.ts'
import { sessionRoutes } from './staff/session-routes.ts'
import { signInRoutes } from './staff/sign-in-routes.ts'

export interface ApiParts {
  database: Database
  listener: Listener
  clock: Clock
  settings: ApiSettings
  /** Card processors. */
  processors: Processors
  /** Providers of messages, for their callbacks; absent: none. */
  messageSenders?: readonly MessageSender[] | undefined
  /** Absent: nothing is measured. */
  metrics?: Metrics | undefined
  /** Absent: nothing is traced. */
  tracing?: Tracing | undefined
  /** Default: those of production. */
  databaseLimits?: Partial<TenantDbLimits> | undefined
  /** Default: those of production. */
  requestTimeouts?: RequestTimeouts | undefined
  /** Default: those of production. */
  requestSlots?: Partial<RequestSlotLimits> | undefined
  /** Default: those of production. */
  calendarTexts?: Partial<CalendarTextLimits> | undefined
  /** Default: those of production. */
  agendaStreams?: Partial<AgendaStreamLimits> | undefined
  /** Default: those of production. */
  downloads?: Partial<DownloadLimits> | undefined
  /** Default: those of production. */
  refusalPace?: Partial<RefusalPaceLimits> | undefined
  /** Resolves the hosts of endpoints; default: name servers. */
  lookupAddresses?: LookupAddresses | undefined
  /** Default: standard output. */
  logTarget?: LogTarget
  /** The API key that the GraphQL console is opened with, in development. */
  consoleKey?: string
  /** Fills in the examples of the reference and the console, in development. */
  findDemoExamples?: FindDemoExamples | undefined
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
    limits: parts.databaseLimits,
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

  const staffSessions = openStaffSessions({
    registry: database.queryPool,
    tenantDb: (businessId) => tenants.tenant(businessId, '').db,
    listener,
    clock: () => clock.now().getTime(),
    onError: (err) => logger.warn({ err }, 'the last use of a staff session was not recorded'),
  })

  const supportSessions = openSupportSessions({
    tenantDb: (businessId) => tenants.tenant(businessId, '').db,
    listener,
    clock: () => clock.now().getTime(),
  })

  const warnOf = (message: string) => (err: unknown) => logger.warn({ err }, message)
  const streams = openAgendaStreams({
    feeds: openAgendaFeeds({
      tenantDb: (businessId) => tenants.tenant(businessId, '').db,
      listener,
      onError: warnOf('the changes of agendas could not be read'),
    }),
    listener,
    onEnd: (reason) => metrics?.countStreamEnd(reason),
    onError: warnOf('the sessions of agendas could not be checked'),
    limits: parts.agendaStreams,
  })
  metrics?.watchStreams(streams.size)

  const pages = openPageCache({
    registry: database.queryPool,
    listener,
    clock: () => clock.now().getTime(),
  })

  const credentials = await openCredentials(settings)

  metrics?.watchCache('keys', apiKeys.lookups)
  metrics?.watchCache('catalogue', tenants.catalogLookUps)
  const turns = createTurns()
  const recent = createRecentBusinesses()
  const pace = openRefusalPace(turns, parts.refusalPace)
  const { limits, close: closeLimits } = await openLimits(
    settings.limits,
    () => clock.now().getTime(),
    pace,
    logger,
  )

  const mailLimits = await openMailLimits({
    registry: database.queryPool,
    notices: listener,
    clock,
    onError: (err) => logger.warn({ err }, 'the limits of emails could not be read'),
  })

  const load = openLoadMonitor(settings.maxEventLoopDelayMilliseconds)
  const derived = openDerivedCache()
  const responses = openResponseCache(derived)
  const requestLog = new RequestLog(log, metrics)
  const contextOf = openRequestContexts(tenants, { turns, recent, clock, mailLimits })
  const slots = openRequestSlots({ turns, recent, metrics, limits: parts.requestSlots })
  const { publicUrl, staffUrl, production } = settings
  const rules = admissionRules(load, publicUrl)
  const fastPath = { apiKeys, tenants, limits, rules, recent, clock, tracing }
  const ready = openReadyHandler({ ...fastPath, responses, turns, requestLog })
  const { passwords } = credentials
  const signIn = signInParts({
    settings,
    tenants,
    registry: database.execPool,
    clock,
    passwords,
  })
  const { assetsBaseUrl, secretsKeys, loopbackEndpoints: allowLoopback } = settings
  const resolve = (url: string) =>
    resolveEndpoint(url, { allowLoopback, lookup: parts.lookupAddresses })
  const endpoints = { secretsKeys, resolve }
  const options = { assetsBaseUrl, credentials, processors, publicUrl, staffUrl, endpoints }
  const fast = openFastHandler(operations, versionPrefix, {
    ...fastPath,
    options,
    contextOf,
    slots,
    log,
    requestLog,
  })

  const downloads = openDownloads({ database, secretsKeys, limits: parts.downloads })

  const wrap = (route: RequestListener): RequestListener => {
    const listener = withKeyInUrl(
      ready.listener(scheduleArrivals(fast.listener(route), turns, apiKeys.businessOf)),
    )
    return tracing?.listener(listener) ?? listener
  }

  const app: FastifyInstance = fastify(serverOptions(log, requestLog, wrap, parts.requestTimeouts))
  app.setChildLoggerFactory((logger) => logger)
  app.addHook('preClose', async () => {
    streams.close()
    downloads.close()
    ready.close()
    fast.close()
    pace.close()
  })
  app.addHook('onClose', () => Promise.all([apiKeys.close(), staffSessions.close(), closeLimits()]))
  addIdleConnectionClosing(app)

  if (tracing) addTracing(app, tracing)
  addConstantHeaders(app, sessionTokenOf)
  addPreflight(app)
  addRequestValidation(app)
  addBody(app, turns.run)
  addLargeBodies(app, turns)
  addErrorHandler(app)
  addNotFound(app)
  const document = await addOpenApi(app, (openapi) =>
    addCsvResponses(addErrorCodes(openapi, operations), operations),
  )
  const developer = settings.production
    ? { key: '' }
    : { key: parts.consoleKey ?? '', findDemoExamples: parts.findDemoExamples }
  const isHidden = (headers: IncomingHttpHeaders) =>
    isOfStaffAlone(headers, { url: staffUrl, production }, publicUrl)
  if (settings.docs) await addReference(app, { document, ...developer, isHidden })
  const hasConsole = !settings.production && consoleIsInstalled()
  addRoot(app, { ...settings, hasConsole, isHidden })
  if (hasConsole) await addConsole(app, developer)
  addHealth(app, () => findObstacle(database))

  // parsed where a session is read (staff/), and nowhere else
  await app.register(cookies, { hook: false })
  await app.register(
    async (salon) => {
      addUnderPressure(salon, load)
      addTenant(salon, {
        ...{ apiKeys, staffSessions, supportSessions, staffUrl, limits, turns, contextOf },
      })
      addLanguages(salon)
      addAdmission(salon, rules)
      addCustomer(salon, credentials)
      addAudit(salon)
      addCommitTracking(salon)
      addAnnouncements(salon, listener)
      addRequestSlots(salon, slots)
      addSendCached(salon, responses)
      addEnvelope(salon)
      await salon.register(operationRoutes, { ...options, slots, turns })
      const checkOf = openCredentialCheck({ apiKeys, staffSessions, supportSessions })
      await salon.register(streamRoutes, { streams, checkOf, contextOf, requestLog })
      await salon.register(downloadRoutes, { downloads, requestLog })
      if (signIn !== null) await salon.register(sessionRoutes, { ...signIn, production, publicUrl })
      await salon.register(graphqlRoutes, {
        ...options,
        production: settings.production,
        derived,
      })
    },
    { prefix: versionPrefix },
  )
  if (signIn !== null) {
    const signInPaths = { prefix: versionPrefix, parts: signIn, limits, load, production }
    await app.register(signInRoutes, signInPaths)
    const staffPages = { limits, load, site: { url: staffUrl, production } }
    await app.register(staffPagesRoutes, staffPages)
    await app.register(agendaRoutes, staffPages)
  }
  await app.register(pagesRoutes, {
    ...{ pages, limits, load, contextOf, derived, processors, publicUrl, production },
    assetsBaseUrl,
  })
  await app.register(onboardingRoutes, {
    ...{ database, clock, limits, load, contextOf, credentials, processors, publicUrl, production },
  })
  await app.register(assistantRoutes, {
    ...{ pages, limits, load, slots, rules, contextOf, options, production },
  })
  await app.register(calendarFeedRoutes, {
    ...{ limits, load, slots, turns, contextOf },
    registry: database.queryPool,
    textLimits: parts.calendarTexts,
  })
  await app.register(widgetRoutes)
  // called by the card processor for all salons, so without an API key
  await app.register(webhookRoutes, {
    prefix: versionPrefix,
    registry: database.queryPool,
    tenants,
    clock,
    read: parseProcessorEvent,
    secrets: openWebhookSecrets(database.queryPool, settings.secretsKeys),
    onEvent: (milliseconds) => metrics?.observeProcessorEvent(milliseconds),
  })
  // called by the providers of messages, at an address without a version (D77)
  await app.register(messageCallbackRoutes, {
    registry: database.queryPool,
    tenants,
    clock,
    publicUrl,
    senders: parts.messageSenders ?? [],
    onCallback: (outcome) => metrics?.countMessageCallback(outcome),
  })
  return app
}

const versionPrefix = '/api/v1'

/** null: there are no pages for staff, and nobody signs in. */
function signInParts({
  settings: { staffUrl, staffPepper, staffPepperPrevious },
  ...parts
}: Pick<SignInParts, 'tenants' | 'registry' | 'clock' | 'passwords'> & {
  settings: ApiSettings
}): SignInParts | null {
  if (staffUrl === null || staffPepper === null) return null
  const others = staffPepperPrevious ? [staffPepperPrevious] : []
  const secrets = openStaffSecrets([staffPepper, ...others])
  return { ...parts, secrets, site: staffSite(staffUrl) }
}

/** Why this release cannot serve from the database; null: it can. */
async function findObstacle(database: Database): Promise<string | null> {
  const { pending, schema, isTooNew, isReadOnly } = await migrationStatus(database.queryPool)
  if (pending.length > 0) return `the database lacks ${pending.join(', ')}: run silla db migrate`
  if (isTooNew) return `the database is for releases from ${schema?.compatibleFrom} on`
  return isReadOnly ? 'the database is read-only' : null
}

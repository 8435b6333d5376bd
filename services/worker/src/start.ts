import {
  type MessageSender,
  openTenants,
  registerChangedAddress,
  serveMetrics,
  systemClock,
} from '@silla/core'
import {
  assertLeastPrivilege,
  assertRole,
  type Database,
  type JobReport,
  type JobTasks,
  messagePaceQueries,
  openDatabase,
  openListener,
  startJobRunner,
} from '@silla/db'
import { openProcessors } from '@silla/payments-stripe'
import type { Tracing } from '@silla/tracing'
import type { DestinationStream } from 'pino'
import type { WorkerSettings } from './config.ts'
import { openEventSender } from './event-sender.ts'
import { createEventTasks } from './event-tasks.ts'
import { findBacklog } from './find-backlog.ts'
import { openMailer } from './mail/mailer.ts'
import { createMessageTasks } from './message-tasks.ts'
import { openMessenger } from './messages/messenger.ts'
import { type JobMetrics, openJobMetrics } from './metrics.ts'
import { catchUpTasks, createTasks, nightly } from './tasks.ts'
import { tracedTasks } from './traced-tasks.ts'
import { logAttempt, logStart, logStop, openWorkerLog } from './worker-log.ts'

export interface RunningWorker {
  /** null: metrics are not served. */
  metricsUrl: string | null
  /**
   * Starts no new job and ends the running ones; takes two seconds at most.
   *
   * @param reason for the log: a signal
   */
  stop(reason?: string): Promise<void>
}

const concurrency = 4

/** Most of a delivery is waiting for the endpoint. */
const deliveryConcurrency = 32

/**
 * Enough for twenty messages a second at a provider that takes half a second, and so few that another salon's
 * first message waits for less than two seconds behind those that were taken from the queue.
 */
const messageConcurrency = 12

const tracesLost = 'spans could not be sent to the collector of OpenTelemetry'

const noMetrics = { onAttempt() {} }

/**
 * Starts to run jobs that are due.
 *
 * @param options.tracing is not closed when the worker stops
 * @param options.messageSenders the providers of messages; default: none, and customers get emails
 * @param options.metrics counts attempts when another part of this process serves the metrics
 * @throws Error with a message for the operator when the database or its role is unusable
 */
export async function startWorker(
  settings: WorkerSettings,
  options: {
    logTarget?: DestinationStream
    onAttempt?: (report: JobReport) => void
    metrics?: JobMetrics
    messageSenders?: readonly MessageSender[]
    tracing?: Tracing | undefined
  } = {},
): Promise<RunningWorker> {
  const log = openWorkerLog(settings.logLevel, options.logTarget)
  const database = openDatabase({ url: settings.databaseUrl, name: 'silla-worker' })
  const deliveryDatabase = openDatabase({
    url: settings.databaseUrl,
    name: 'silla-worker-deliveries',
  })
  const closers: (() => unknown)[] = [() => database.close(), () => deliveryDatabase.close()]
  const { tracing } = options
  tracing?.onFailure((err) => log.warn({ err }, tracesLost))
  const metrics = options.metrics ?? (settings.metrics ? openJobMetrics() : null)
  try {
    await assertRole(database.queryPool, 'silla_worker')
    await assertLeastPrivilege(database.queryPool)
    const listener = await openListener(settings.databaseUrl)
    closers.unshift(() => listener.close())
    const mailer = openMailer(settings.mail, settings)
    closers.unshift(mailer.close)
    if (mailer.send === null) log.warn('SMTP_URL is not set: emails stay in the database')
    const sender = openEventSender(settings)
    closers.unshift(sender.close)
    const contextOf = (each: Database) => ({
      tenants: openTenants({ database: each, notices: listener, clock: systemClock, tracing }),
      clock: systemClock,
      registry: each.queryPool,
      log,
    })
    metrics?.readBacklog(() => findBacklog(database.queryPool, log))
    const traced = (tasks: JobTasks) => (tracing ? tracedTasks(tasks, tracing) : tasks)
    const processors = openProcessors(settings.processor)
    const context = contextOf(database)
    const tasks = createTasks({
      ...context,
      mailer,
      processors: tracing?.processors(processors) ?? processors,
      publicUrl: settings.publicUrl,
      limitsMails: settings.limitsMails ?? false,
    })
    await registerChangedAddress(database.queryPool, context.tenants, settings.publicUrl)
    const stopping = new AbortController()
    const eventTasks = createEventTasks(contextOf(deliveryDatabase), {
      sender,
      secretsKeys: settings.secretsKeys,
      stopping: stopping.signal,
      metrics: metrics?.deliveries ?? noMetrics,
      onEvents: (types) => metrics?.countEvents(types),
      log,
    })
    const messageTasks = createMessageTasks(
      { ...context, limitsMails: settings.limitsMails ?? false },
      openMessenger({
        senders: options.messageSenders ?? [],
        publicUrl: settings.publicUrl,
        reservePace: (places) => messagePaceQueries.reservePace(database.queryPool, places),
      }),
      (outcome) => metrics?.countMessage(outcome),
    )
    const runner = await startJobRunner({
      url: settings.databaseUrl,
      tasks: traced(tasks),
      nightlyTask: nightly,
      catchUpTasks,
      concurrency,
      separate: [
        { tasks: traced(eventTasks), concurrency: deliveryConcurrency },
        { tasks: traced(messageTasks), concurrency: messageConcurrency },
      ],
      onAttempt(report) {
        logAttempt(log, report)
        metrics?.recordAttempt(report)
        options.onAttempt?.(report)
      },
      onError: (err) => log.warn({ err }, 'the job runner had a database error; it reconnects'),
    })
    let returnedJobs = 0
    closers.unshift(async () => {
      returnedJobs = (await runner.stop()).returnedJobs
    })
    closers.unshift(() => stopping.abort(new Error('the worker is stopping')))
    const metricsUrl = await startMetricsServer()
    logStart(log, { jobSlots: concurrency, deliverySlots: deliveryConcurrency, metricsUrl })
    return {
      metricsUrl,
      async stop(reason) {
        const startedAt = performance.now()
        await closeAll(closers)
        logStop(log, { reason, milliseconds: performance.now() - startedAt, returnedJobs })
      },
    }
  } catch (error) {
    await closeAll(closers)
    throw error
  }

  async function startMetricsServer(): Promise<string | null> {
    if (!settings.metrics || metrics === null) return null
    const server = await serveMetrics([metrics], settings.metrics)
    closers.unshift(server.close)
    return server.url
  }
}

async function closeAll(closers: (() => unknown)[]) {
  for (const close of closers)
    await Promise.resolve()
      .then(close)
      .catch(() => {})
}

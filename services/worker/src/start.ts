import { openTenants, serveMetrics, systemClock } from '@silla/core'
import {
  assertLeastPrivilege,
  type JobReport,
  openDatabase,
  openListener,
  startJobRunner,
} from '@silla/db'
import { toLogError } from '@silla/errors'
import { openProcessors } from '@silla/payments-stripe'
import { type DestinationStream, type Logger, pino } from 'pino'
import type { WorkerSettings } from './config.ts'
import { openMailer } from './mail/mailer.ts'
import { type JobMetrics, openJobMetrics } from './metrics.ts'
import { createTasks, nightly } from './tasks.ts'

export interface RunningWorker {
  /** null: figures are not served */
  metricsUrl: string | null
  /** Ends what runs and takes nothing new; within two seconds. */
  stop(): Promise<void>
}

const jobsAtOnce = 4

/**
 * Starts doing what falls due.
 *
 * @param more.figures where tries are counted when another program of this process serves them
 * @throws Error with a sentence for the operator when the database is not one to work on
 */
export async function startWorker(
  settings: WorkerSettings,
  more: {
    logTarget?: DestinationStream
    onTried?: (report: JobReport) => void
    figures?: JobMetrics
  } = {},
): Promise<RunningWorker> {
  const log = pino(
    { level: settings.logLevel, base: undefined, serializers: { err: toLogError } },
    more.logTarget ?? pino.destination(1),
  )
  const database = openDatabase({ url: settings.databaseUrl, name: 'silla-worker' })
  const closers: (() => unknown)[] = [() => database.close()]
  const figures = more.figures ?? (settings.metrics ? openJobMetrics() : null)
  try {
    await assertLeastPrivilege(database.queryPool)
    const notices = await openListener(settings.databaseUrl)
    closers.unshift(() => notices.close())
    const mailer = openMailer(settings.mail)
    closers.unshift(mailer.close)
    if (mailer.send === null) log.warn('SMTP_URL is not set: letters stay in the database')
    const tenants = openTenants({ database, notices, clock: systemClock })
    const runner = await startJobRunner({
      url: settings.databaseUrl,
      tasks: createTasks({
        tenants,
        clock: systemClock,
        mailer,
        processors: openProcessors(settings.processor),
        registry: database.queryPool,
        log,
      }),
      nightlyTask: nightly,
      concurrency: jobsAtOnce,
      onAttempt(report) {
        logTry(log, report)
        figures?.tried(report)
        more.onTried?.(report)
      },
      onError: (err) => log.warn({ err }, 'the jobs had trouble with the database'),
    })
    closers.unshift(runner.stop)
    return { metricsUrl: await startMetricsServer(), stop: () => closeAll(closers) }
  } catch (error) {
    await closeAll(closers)
    throw error
  }

  async function startMetricsServer(): Promise<string | null> {
    if (!settings.metrics || figures === null) return null
    const served = await serveMetrics([figures], settings.metrics)
    closers.unshift(served.close)
    return served.url
  }
}

/**
 * One line for each try. A payload holds ids and nothing else, but is not written down all the
 * same.
 */
function logTry(log: Logger, { task, payload, attempt, isLast, milliseconds, error }: JobReport) {
  const line = {
    task,
    businessId: payload.businessId,
    attempt,
    milliseconds: Math.round(milliseconds),
  }
  if (error === undefined) log.info(line)
  else if (isLast) log.error({ ...line, err: error }, 'the job is given up: silla jobs list')
  else log.warn({ ...line, err: error }, 'the job failed and will be tried again')
}

async function closeAll(closers: (() => unknown)[]) {
  for (const close of closers)
    await Promise.resolve()
      .then(close)
      .catch(() => {})
}

import { createRequire } from 'node:module'
import type { JobReport } from '@silla/db'
import { toLogError } from '@silla/errors'
import { type DestinationStream, type Logger, pino } from 'pino'
import { outcomeOf } from './job-outcome.ts'

/** A log of JSON lines, by default on standard output. */
export const openWorkerLog = (
  level: string,
  target: DestinationStream = pino.destination(1),
): Logger => pino({ level, base: undefined, serializers: { err: toLogError } }, target)

/** @param facts.jobSlots how many jobs run at once; deliveries of events have slots of their own */
export const logStart = (
  log: Logger,
  facts: { jobSlots: number; deliverySlots: number; metricsUrl: string | null },
): void => log.info({ version, node: process.version, ...facts }, 'worker started')

const version: string = createRequire(import.meta.url)('../package.json').version

/** @param facts.returnedJobs how many jobs had not ended and are run again, by any worker */
export const logStop = (
  log: Logger,
  facts: { reason: string | undefined; milliseconds: number; returnedJobs: number },
): void => log.info({ ...facts, milliseconds: Math.round(facts.milliseconds) }, 'worker stopped')

/** Logs one line per attempt, without the payload, although payloads contain only ids. */
export function logAttempt(log: Logger, report: JobReport): void {
  const { task, payload, attempt, milliseconds, error } = report
  const outcome = outcomeOf(report)
  const line = {
    task,
    businessId: payload.businessId,
    attempt,
    milliseconds: Math.round(milliseconds),
    outcome,
  }
  const failed = { ...line, code: codeOf(error), err: error }
  if (outcome === 'done') log.info(line, 'the job is done')
  else if (outcome === 'failed') log.warn(failed, 'the job failed and will be retried')
  else log.error(failed, 'the job failed for good: silla jobs list')
}

/** Of our error catalogue, of the database (SQLSTATE) or of the system; absent: it has none. */
function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}

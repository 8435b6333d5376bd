import { setTimeout as wait } from 'node:timers/promises'
import { jobQueries, type Sql } from '@silla/db'
import type { Logger } from 'pino'

const timeoutMilliseconds = 1000

/**
 * The jobs that are due, for the metrics. Null while the database does not answer: the other metrics
 * are served nevertheless.
 */
export async function findBacklog(sql: Sql, log: Logger): Promise<jobQueries.JobBacklog | null> {
  const timeout = new AbortController()
  try {
    return await Promise.race([
      jobQueries.findJobBacklog(sql),
      wait(timeoutMilliseconds, null, { signal: timeout.signal, ref: false }),
    ])
  } catch (err) {
    log.warn({ err }, 'the number of due jobs could not be read for the metrics')
    return null
  } finally {
    timeout.abort()
  }
}

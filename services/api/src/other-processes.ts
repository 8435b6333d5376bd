import { connectionNeedOf, connectionsTooFewMessage, isTooMuch } from '@silla/core'
import { healthQueries, type Sql } from '@silla/db'
import type { FastifyBaseLogger } from 'fastify'
import type { ApiSettings } from './config.ts'

/**
 * Logs what several processes of a database need and do not have: enough connections, and limits that
 * are shared. A database that does not respond now does not stop the start.
 */
export async function warnOfOtherProcesses(
  sql: Sql,
  { limits }: Pick<ApiSettings, 'limits'>,
  log: FastifyBaseLogger,
): Promise<void> {
  const [server] = await healthQueries.findServerState(sql).catch((err) => {
    log.warn({ err }, 'the connections of the database were not compared')
    return []
  })
  if (server === undefined) return
  const need = connectionNeedOf(server)
  if (isTooMuch(need)) log.warn({ need }, connectionsTooFewMessage(need).join(' '))
  const { apiProcesses } = server
  if (apiProcesses > 1 && limits !== null && limits.redisUrl === null)
    log.warn(
      { apiProcesses },
      `${apiProcesses} API processes use this database and each counts requests alone: clients get ` +
        `up to ${apiProcesses} times the rate limits. Set REDIS_URL.`,
    )
}

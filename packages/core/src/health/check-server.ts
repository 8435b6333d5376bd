import { healthQueries, type Sql } from '@silla/db'
import { type CheckResult, ok, problem } from './check-result.ts'

/** Whether the database answers, is of a version that we know, and has connections left. */
export async function checkServer(admin: Sql): Promise<CheckResult> {
  const [server] = await healthQueries.findServerState(admin)
  const { version = '?', versionNumber = 0, connections = 0, mostConnections = 1 } = server ?? {}
  const major = Math.floor(versionNumber / 10_000)
  if (major < 15 || major > 18) {
    return problem(
      'server',
      `This is PostgreSQL ${version}.`,
      'Silla is tried with 15 to 18: move to one of those.',
    )
  }
  const said = `PostgreSQL ${version.split(' ')[0]} answers; ${connections} of ${mostConnections} connections are taken.`
  const fix =
    'Find out who holds them (pg_stat_activity), or put a pooler in front: docs/scaling.md.'
  return connections > mostConnections * 0.9 ? problem('server', said, fix) : ok('server', said)
}

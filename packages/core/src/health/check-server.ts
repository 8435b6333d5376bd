import { healthQueries, type Sql } from '@silla/db'
import { type CheckResult, ok, problem } from './check-result.ts'

/** The major versions of PostgreSQL that Silla is tested with. */
const supported = { from: 15, to: 18 }

/** Whether the database responds, has a supported version, can write, and has free connections. */
export async function checkServer(admin: Sql): Promise<CheckResult> {
  const [server] = await healthQueries.findServerState(admin)
  const { version = '?', versionNumber = 0, connections = 0, mostConnections = 1 } = server ?? {}
  const major = Math.floor(versionNumber / 10_000)
  if (major < supported.from || major > supported.to)
    return problem('server', 'serverUnsupported', { version, supported })
  if (server?.isReadOnly) return problem('server', 'serverReadOnly', {})
  const facts = {
    version: version.split(' ')[0] ?? '',
    connections,
    maxConnections: mostConnections,
  }
  return connections > mostConnections * 0.9
    ? problem('server', 'connectionsExhausted', facts)
    : ok('server', 'serverReachable', facts)
}

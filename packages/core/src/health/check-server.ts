import { healthQueries, type Sql } from '@silla/db'
import { type CheckResult, ok, problem } from './check-result.ts'
import { connectionNeedOf, isTooMuch } from './connection-need.ts'

/** The major versions of PostgreSQL that Silla is tested with. */
const supported = { from: 15, to: 18 }

/** Whether the database responds, has a supported version, can write, and has enough connections. */
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
  if (connections > mostConnections * 0.9) return problem('server', 'connectionsExhausted', facts)
  const need = server && connectionNeedOf(server)
  return need && isTooMuch(need)
    ? problem('server', 'connectionsTooFew', need)
    : ok('server', 'serverReachable', facts)
}

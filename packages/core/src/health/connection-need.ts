import { connectionsPerProcess, type healthQueries } from '@silla/db'

/** How many connections the API processes open when all are busy, and how many there are. */
export interface ConnectionNeed {
  processes: number
  connectionsPerProcess: number
  /** Of the worker and of other programs, now. */
  otherConnections: number
  /** What the server has for roles that are no superusers. */
  available: number
  maxConnections: number
}

type ServerState = Awaited<ReturnType<typeof healthQueries.findServerState>>[number]

/** Processes behind a pooler are left out: they share its connections. */
export const connectionNeedOf = (
  server: Pick<
    ServerState,
    'mostConnections' | 'reservedConnections' | 'directApiProcesses' | 'otherConnections'
  >,
): ConnectionNeed => ({
  processes: server.directApiProcesses,
  connectionsPerProcess,
  otherConnections: server.otherConnections,
  available: server.mostConnections - server.reservedConnections,
  maxConnections: server.mostConnections,
})

const neededBy = ({ processes, otherConnections, ...need }: ConnectionNeed): number =>
  processes * need.connectionsPerProcess + otherConnections

/** Whether bookings may get 503 because PostgreSQL refuses a connection. */
export const isTooMuch = (need: ConnectionNeed): boolean =>
  need.processes > 0 && neededBy(need) > need.available

/** What is too few, and what to set. */
export function connectionsTooFewMessage(need: ConnectionNeed): [what: string, advice: string] {
  const { processes, otherConnections, available, maxConnections } = need
  const ofApi = processes * need.connectionsPerProcess
  return [
    `${processes} API processes open up to ${ofApi} connections when they are busy, ` +
      `${need.connectionsPerProcess} each, and other programs have ${otherConnections}: PostgreSQL ` +
      `has ${available} for them.`,
    `Set max_connections to at least ${neededBy(need) + maxConnections - available}, use a connection ` +
      'pooler, or run fewer API processes: docs/scaling.md.',
  ]
}

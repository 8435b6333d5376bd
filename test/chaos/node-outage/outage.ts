import { setTimeout as wait } from 'node:timers/promises'
import type { Sql } from '@silla/db'
import { openSalon, type TestSalon } from '../../support/salon.ts'
import { apiSettings, startServer } from '../../support/servers.ts'
import { withPool } from '../../support/with-pool.ts'
import type { Cluster } from './cluster.ts'
import { type Booked, startVisitors, type Visit } from './visitors.ts'

export interface OutageOptions {
  /** `coordinator`, or `node`: one of those that have the rows of salons. */
  place: 'coordinator' | 'node'
  stop: 'fast' | 'immediate'
  outageMilliseconds: number
}

/** What visitors noticed of an outage. */
export interface NodeOutage {
  /** Of the salons whose rows are on the node that was stopped; all, when it was the coordinator. */
  affected: Answers
  others: Answers
  acknowledged: number
  /** Codes of acknowledged bookings that are not there, and of cancellations that are not. */
  lost: string[]
  /** Guests who have more than one booking. */
  twice: string[]
}

/** Responses of some salons. Times are in milliseconds after the server takes connections again. */
export interface Answers {
  salons: number
  /** By status, until the stop, from then until the return, and after it. */
  before: Record<string, number>
  during: Record<string, number>
  after: Record<string, number>
  /** Other than 2xx and 503. */
  unexpected: string[]
  /** Of a request that needs the database. */
  firstSuccess: number
  /** 503 after the return; those that were sent before it are the end of the outage. */
  unavailable: { at: number; kind: Visit['kind']; milliseconds: number }[]
  slowestMilliseconds: number
}

const salonsPerNode = 4
const quietMilliseconds = 4000
const watchedMilliseconds = 20_000

/** Stops a server of a cluster while visitors book in each salon, and starts it again. */
export async function playOutage(cluster: Cluster, options: OutageOptions): Promise<NodeOutage> {
  const { urls, coordinator, nodes } = cluster
  const salons = await openSalons(cluster)
  const stopped = options.place === 'coordinator' ? coordinator : nodes[0]
  if (!stopped) throw new Error('the cluster has no node')
  const api = await startServer('services/api/bin/api.js', {
    ...apiSettings(urls.api),
    LISTEN_DATABASE_URL: urls.listen,
    LOG_LEVEL: 'fatal',
    SILLA_RATE_LIMITS: 'off',
  })
  const worker = await startServer('services/worker/bin/worker.js', {
    WORKER_DATABASE_URL: urls.worker,
    LOG_LEVEL: 'fatal',
  })
  try {
    const visitors = startVisitors([...salons.keys()], `${api.url}/api/v1`)
    await wait(quietMilliseconds)
    const stoppedAt = performance.now()
    await stopped.stop(options.stop)
    await wait(options.outageMilliseconds)
    await stopped.start()
    const returnedAt = performance.now()
    await wait(watchedMilliseconds)
    await visitors.stop()

    const isAffected = ({ salon }: Visit) =>
      options.place === 'coordinator' || salons.get(salon) === stopped
    const summarize = (visits: Visit[]) => answersOf(visits, stoppedAt, returnedAt)
    const checked = await withPool(urls.migrator, (sql) => checkBooked(sql, visitors.booked))
    return {
      affected: summarize(visitors.visits.filter(isAffected)),
      others: summarize(visitors.visits.filter((visit) => !isAffected(visit))),
      acknowledged: [...visitors.booked.values()].reduce((sum, { length }) => sum + length, 0),
      ...checked,
    }
  } finally {
    await Promise.all([api.stop(), worker.stop()])
  }
}

/** As many salons on each node, with the node of each. */
async function openSalons({ nodes, nodeOf }: Cluster) {
  const salons = new Map<TestSalon, (typeof nodes)[number]>()
  const today = Temporal.Now.plainDateISO('Europe/Madrid')
  const countOn = (node: (typeof nodes)[number]) =>
    [...salons.values()].filter((each) => each === node).length
  while (nodes.some((node) => countOn(node) < salonsPerNode)) {
    const salon = await openSalon({
      professionals: ['Ana'],
      now: `${today}T08:00`,
      settings: { horizonDays: 365 },
    })
    const node = await nodeOf(salon.businessId)
    if (countOn(node) < salonsPerNode) salons.set(salon, node)
  }
  return salons
}

function answersOf(visits: Visit[], stoppedAt: number, returnedAt: number): Answers {
  const statusesOf = (from: number, to: number) => {
    const counts: Record<string, number> = {}
    for (const { at, status } of visits)
      if (at >= from && at < to) counts[status] = (counts[status] ?? 0) + 1
    return counts
  }
  const after = visits.filter(({ at }) => at >= returnedAt)
  const isSuccess = ({ status }: Visit) => status >= 200 && status < 300
  const first = after.find((visit) => visit.kind !== 'catalogue' && isSuccess(visit))
  return {
    salons: new Set(visits.map(({ salon }) => salon)).size,
    before: statusesOf(0, stoppedAt),
    during: statusesOf(stoppedAt, returnedAt),
    after: statusesOf(returnedAt, Number.POSITIVE_INFINITY),
    unexpected: visits
      .filter((visit) => !isSuccess(visit) && visit.status !== 503)
      .map(({ at, kind, status, text }) => `${seconds(at - returnedAt)} ${kind} ${status} ${text}`),
    firstSuccess: (first?.at ?? Number.POSITIVE_INFINITY) - returnedAt,
    unavailable: after
      .filter(({ status }) => status === 503)
      .map(({ at, kind, milliseconds }) => ({ at: at - returnedAt, kind, milliseconds })),
    slowestMilliseconds: Math.max(0, ...visits.map(({ milliseconds }) => milliseconds)),
  }
}

export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`
}

async function checkBooked(sql: Sql, booked: Map<TestSalon, Booked[]>) {
  const lost: string[] = []
  const twice: string[] = []
  for (const [{ businessId }, acknowledged] of booked) {
    const rows = await sql<{ code: string; email: string; state: string }[]>`
      select code, contact_email as email, state from bookings where business_id = ${businessId}`
    const stateOf = new Map(rows.map(({ code, state }) => [code, state]))
    for (const { code, isCancelled } of acknowledged)
      if (!stateOf.has(code) || (isCancelled && stateOf.get(code) !== 'cancelled')) lost.push(code)
    for (const [email, list] of Map.groupBy(rows, (row) => row.email))
      if (list.length > 1) twice.push(email)
  }
  return { lost, twice }
}

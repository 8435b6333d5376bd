import type { MetricsSource } from '@silla/core'
import type { DbMetrics, DbOperation, PoolSlots } from '@silla/db'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** What this process tells Prometheus. */
export interface Metrics extends MetricsSource {
  /** Hears of the database. */
  db: DbMetrics
  /** @param route the pattern, never the address: a booking's code can be part of that */
  observeRequest(method: string, route: string, status: number, milliseconds: number): void
  /** A memory whose hits and misses are counted where they happen, and read when somebody asks. */
  watchCache(name: string, lookUps: Readonly<{ hits: number; misses: number }>): void
}

const answerSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

export function openMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'silla_request_seconds',
    help: 'From the arrival of a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: answerSeconds,
    registers,
  })
  const database = new Histogram({
    name: 'silla_database_seconds',
    help: 'A unit of work in the database, the wait for a place included',
    labelNames: ['way'],
    buckets: answerSeconds,
    registers,
  })
  const caches = new Map<string, Readonly<{ hits: number; misses: number }>>()
  new Counter({
    name: 'silla_cache_lookups_total',
    help: 'How often something was at hand, and how often not',
    labelNames: ['cache', 'outcome'],
    registers,
    collect() {
      this.reset()
      for (const [cache, { hits, misses }] of caches) {
        this.inc({ cache, outcome: 'hit' }, hits)
        this.inc({ cache, outcome: 'miss' }, misses)
      }
    },
  })

  // Looking a child up by its labels costs more than observing: each is looked up once.
  const answers = new Map<string, Child>()
  const ways = new Map<DbOperation, Child>()

  return {
    db: {
      opened: (places) => watchPlaces(registry, places),
      passed(way, milliseconds) {
        child(ways, way, () => database.labels(way)).observe(milliseconds / 1000)
      },
    },
    observeRequest(method, route, status, milliseconds) {
      const key = `${method} ${status} ${route}`
      child(answers, key, () => requests.labels(method, route, String(status))).observe(
        milliseconds / 1000,
      )
    },
    watchCache: (name, lookUps) => void caches.set(name, lookUps),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}

type Child = Histogram.Internal<string>

function child<Key>(children: Map<Key, Child>, key: Key, find: () => Child): Child {
  const known = children.get(key)
  if (known !== undefined) return known
  const found = find()
  children.set(key, found)
  return found
}

function watchPlaces(registry: Registry, places: Record<DbOperation, () => PoolSlots>): void {
  new Gauge({
    name: 'silla_database_places',
    help: 'Units of work that have a place in the database, and that wait for one',
    labelNames: ['way', 'state'],
    registers: [registry],
    collect() {
      for (const [way, placesOf] of Object.entries(places)) {
        const { working, waiting } = placesOf()
        this.set({ way, state: 'working' }, working)
        this.set({ way, state: 'waiting' }, waiting)
      }
    },
  })
}

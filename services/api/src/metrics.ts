import type { CallbackOutcome, MetricsSource } from '@silla/core'
import type { DbMetrics, DbOperation, DbPool, PoolSlots } from '@silla/db'
import type { Code } from '@silla/errors'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** The metrics of the API process, for Prometheus. */
export interface Metrics extends MetricsSource {
  db: DbMetrics
  /** @param route the route's pattern, never the URL, which can contain a booking's code */
  observeRequest(method: string, route: string, status: number, milliseconds: number): void
  /** Counts a response with an error code of the catalogue. */
  countRefusal(code: Code): void
  /** @param milliseconds from an event at the payment processor to its arrival */
  observeProcessorEvent(milliseconds: number): void
  countMessageCallback(outcome: CallbackOutcome): void
  /** Registers the counters of a cache; they are read when Prometheus scrapes. */
  watchCache(name: string, lookups: Readonly<{ hits: number; misses: number }>): void
  /** Registers the streams of agendas that are open. */
  watchStreams(open: () => number): void
  /** @param reason why a stream of an agenda has ended */
  countStreamEnd(reason: StreamEnd): void
  /** Registers the slots of requests (limits/request-slots.ts). */
  watchRequestSlots(slots: () => PoolSlots): void
}

/**
 * Why a stream of an agenda has ended: the client has left, its session has, a fourth stream of the session
 * was opened, the client did not read, what it had missed could not be read, or the process stops.
 */
const streamEndReasons = ['client', 'session', 'replaced', 'slow', 'database', 'shutdown'] as const

export type StreamEnd = (typeof streamEndReasons)[number]

const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

export function openMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'silla_request_seconds',
    help: 'Duration of requests, from arrival to the end of the response',
    labelNames: ['method', 'route', 'status'],
    buckets: durationBuckets,
    registers,
  })
  const database = new Histogram({
    name: 'silla_db_operation_seconds',
    help: 'Duration of database operations, including the wait for a pool slot',
    labelNames: ['operation'],
    buckets: durationBuckets,
    registers,
  })
  const refusals = new Counter({
    name: 'silla_refusals_total',
    help: 'Responses with an error, by its code',
    labelNames: ['code'],
    registers,
  })
  const processorEvents = new Histogram({
    name: 'silla_processor_event_lag_seconds',
    help: 'Time from an event at the payment processor to its arrival',
    buckets: [1, 2, 5, 10, 30, 60, 300, 1800, 3600, 86_400],
    registers,
  })
  const messageCallbacks = new Counter({
    name: 'silla_message_callbacks_total',
    help:
      'Callbacks of the providers of messages: status, inbound (replies), unassigned (of no message or sender ' +
      'here), invalid (a wrong signature)',
    labelNames: ['outcome'],
    registers,
  })
  const streamEnds = new Counter({
    name: 'silla_agenda_streams_ended_total',
    help: 'Streams of agendas that have ended, by the reason',
    labelNames: ['reason'],
    registers,
  })
  for (const reason of streamEndReasons) streamEnds.inc({ reason }, 0)
  const caches = new Map<string, Readonly<{ hits: number; misses: number }>>()
  new Counter({
    name: 'silla_cache_lookups_total',
    help: 'Cache lookups, by hit or miss',
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

  // Finding a child by its labels costs more than observing, so children are kept by key.
  const requestChildren = new Map<string, Child>()
  const operationChildren = new Map<DbOperation, Child>()

  return {
    db: {
      onOpen: (slots) => watchPoolSlots(registry, slots),
      onOperation(operation, milliseconds) {
        child(operationChildren, operation, () => database.labels(operation)).observe(
          milliseconds / 1000,
        )
      },
    },
    observeRequest(method, route, status, milliseconds) {
      const key = `${method} ${status} ${route}`
      child(requestChildren, key, () => requests.labels(method, route, String(status))).observe(
        milliseconds / 1000,
      )
    },
    countRefusal: (code) => refusals.inc({ code }),
    observeProcessorEvent: (milliseconds) =>
      processorEvents.observe(Math.max(0, milliseconds) / 1000),
    countMessageCallback: (outcome) => messageCallbacks.inc({ outcome }),
    watchCache: (name, lookups) => void caches.set(name, lookups),
    watchStreams: (open) => watchStreams(registry, open),
    countStreamEnd: (reason) => streamEnds.inc({ reason }),
    watchRequestSlots: (slots) => watchRequestSlots(registry, slots),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}

type Child = Histogram.Internal<string>

function child<Key>(children: Map<Key, Child>, key: Key, find: () => Child): Child {
  const existing = children.get(key)
  if (existing !== undefined) return existing
  const found = find()
  children.set(key, found)
  return found
}

function watchStreams(registry: Registry, open: () => number): void {
  new Gauge({
    name: 'silla_agenda_streams',
    help: 'Streams of agendas that are open',
    registers: [registry],
    collect() {
      this.set(open())
    },
  })
}

function watchRequestSlots(registry: Registry, slots: () => PoolSlots): void {
  new Gauge({
    name: 'silla_request_slots',
    help: 'Slots in use by requests, and requests that wait for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { inUse, waiting } = slots()
      this.set({ state: 'in_use' }, inUse)
      this.set({ state: 'waiting' }, waiting)
    },
  })
}

function watchPoolSlots(registry: Registry, slots: Record<DbPool, () => PoolSlots>): void {
  new Gauge({
    name: 'silla_db_pool_slots',
    help: 'Database operations that hold a slot of a connection pool, and that wait for one',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [pool, current] of Object.entries(slots)) {
        const { inUse, waiting } = current()
        this.set({ pool, state: 'in_use' }, inUse)
        this.set({ pool, state: 'waiting' }, waiting)
      }
    },
  })
}

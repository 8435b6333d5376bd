import { EventEmitter, once } from 'node:events'
import type { Database } from '@silla/db'
import { inTime } from './in-time.ts'

/** Holds the single reads of some businesses back before they are sent to the database. */
export interface QueryGate {
  /** To be passed to `openApi`. */
  wrapDatabase(database: Database): Database
  /** From now on the queries of these businesses are held. */
  hold(...businessIds: string[]): void
  /** Waits until so many queries are held; returns their businesses in the order of arrival. */
  untilHeld(count: number): Promise<string[]>
  /** Sends the oldest query of a business. */
  releaseOne(businessId: string): void
  /** Sends all queries and holds no more. */
  open(): void
}

export function queryGate(): QueryGate {
  const businesses = new Set<string>()
  const arrivals = new EventEmitter()
  let held: HeldQuery[] = []

  const gate = <Args extends unknown[], Result>(send: (...args: Args) => Result) =>
    function (this: unknown, ...args: Args): Result {
      const query = send.apply(this, args)
      const businessId = args.flat().find((arg) => businesses.has(arg as string))
      if (businessId !== undefined) hold(query as Sendable, businessId as string)
      return query
    }

  /** The driver calls `handler` to send a query. */
  function hold(query: Sendable, businessId: string) {
    const { handler } = query
    query.handler = () => {
      held.push({ businessId, send: () => handler(query) })
      arrivals.emit('held')
    }
  }

  return {
    wrapDatabase: (database) => ({
      ...database,
      queryPool: new Proxy(database.queryPool, {
        apply: (pool, self, args) => gate(pool as never).apply(self, args as never),
        get: (pool, name) =>
          name === 'unsafe' ? gate(pool.unsafe.bind(pool) as never) : Reflect.get(pool, name),
      }),
    }),
    hold: (...businessIds) => {
      for (const businessId of businessIds) businesses.add(businessId)
    },
    async untilHeld(count) {
      while (held.length < count) await inTime(once(arrivals, 'held'), `Query ${held.length + 1}`)
      return held.map(({ businessId }) => businessId)
    },
    releaseOne(businessId) {
      const index = held.findIndex((query) => query.businessId === businessId)
      held.splice(index, 1)[0]?.send()
    },
    open() {
      businesses.clear()
      const all = held
      held = []
      for (const { send } of all) send()
    },
  }
}

interface HeldQuery {
  businessId: string
  send(): void
}

interface Sendable {
  handler: (query: unknown) => void
}

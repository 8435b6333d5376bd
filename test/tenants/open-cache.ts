import { randomUUID } from 'node:crypto'
import type { TestContext } from 'node:test'
import { type BusinessSummary, createBusiness } from '@silla/core'
import { type Listener, openDatabase, openListener, openTenantDbs, type Sql } from '@silla/db'
import { type ApiKeyCache, openApiKeyCache } from '@silla/tenants'
import { testDatabase } from '../support/database.ts'

/** A salon without any data. */
export async function openBusiness(
  mode: 'live' | 'test' | 'demo' = 'test',
): Promise<BusinessSummary> {
  const { admin } = await testDatabase()
  const slug = `salon-${randomUUID().slice(0, 13)}`
  const place = {
    timezone: 'Europe/Madrid',
    currency: 'EUR',
    language: 'es',
    country: 'ES',
  } as const
  return createBusiness(admin, { slug, name: 'Salon', mode, ...place })
}

export interface TestCache {
  cache: ApiKeyCache
  /** The number of look-ups in the registry. */
  lookups(): number
  errors: unknown[]
  /** Simulates a reconnect of the listener; only with `disconnected`. */
  gap(): void
}

/** A key cache as in a separate process. With `disconnected` it receives no notifications. */
export async function openCache(
  t: TestContext,
  options: { clock?: () => number; disconnected?: boolean } = {},
): Promise<TestCache> {
  const { urls } = await testDatabase()
  const database = openDatabase({ url: urls.api, name: 'silla-test-api' })
  const errors: unknown[] = []
  const gapListeners: (() => void)[] = []
  const listener: Listener = options.disconnected
    ? {
        on: () => {},
        onGap: (gapListener) => gapListeners.push(gapListener),
        notify: async () => {},
        close: async () => {},
      }
    : await openListener(urls.listen)
  const counted = countCalls(database.queryPool)
  const cache = openApiKeyCache({
    registry: counted.sql,
    tenantDb: openTenantDbs(database),
    listener,
    clock: options.clock ?? Date.now,
    onError: (error) => errors.push(error),
  })
  t.after(async () => {
    await cache.close()
    await listener.close()
    await database.close()
  })
  return {
    cache,
    lookups: counted.count,
    errors,
    gap: () => gapListeners.forEach((gapListener) => void gapListener()),
  }
}

function countCalls(sql: Sql): { sql: Sql; count(): number } {
  let count = 0
  const counted = new Proxy(sql, {
    apply(target, self, args) {
      count++
      return Reflect.apply(target as never, self, args)
    },
  })
  return { sql: counted, count: () => count }
}

/** Resolves the key repeatedly, for at most a second, until it is refused; returns how long. */
export async function millisecondsUntilRefused(cache: ApiKeyCache, key: string): Promise<number> {
  const since = performance.now()
  while (performance.now() - since < 1000) {
    const refused = await cache.resolve(key).then(
      () => false,
      () => true,
    )
    if (refused) break
    await new Promise(setImmediate)
  }
  return performance.now() - since
}

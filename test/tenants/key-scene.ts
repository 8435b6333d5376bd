import { randomUUID } from 'node:crypto'
import type { TestContext } from 'node:test'
import { type BusinessSummary, createBusiness } from '@silla/core'
import { type Listener, openDatabase, openListener, openTenantDbs, type Sql } from '@silla/db'
import { type ApiKeyCache, openApiKeyCache } from '@silla/tenants'
import { testDatabase } from '../support/database.ts'

/** A salon with nothing in it. */
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

export interface RingScene {
  ring: ApiKeyCache
  /** How often the registry was asked. */
  lookUps(): number
  errors: unknown[]
  /** What NOTIFY would say, said by hand; only where the ring hears nothing else. */
  gap(): void
}

/** A process of its own that knows who holds a key. Deaf: no notice reaches it. */
export async function openRing(
  t: TestContext,
  options: { clock?: () => number; deaf?: boolean } = {},
): Promise<RingScene> {
  const { urls } = await testDatabase()
  const database = openDatabase({ url: urls.api, name: 'silla-test-api' })
  const errors: unknown[] = []
  const gaps: (() => void)[] = []
  const notices: Listener = options.deaf
    ? { on: () => {}, onGap: (hear) => gaps.push(hear), close: async () => {} }
    : await openListener(urls.listen)
  const counted = counting(database.calls)
  const ring = openApiKeyCache({
    registry: counted.sql,
    door: openTenantDbs(database),
    notices,
    clock: options.clock ?? Date.now,
    onError: (error) => errors.push(error),
  })
  t.after(async () => {
    await ring.close()
    await notices.close()
    await database.close()
  })
  return { ring, lookUps: counted.count, errors, gap: () => gaps.forEach((hear) => void hear()) }
}

function counting(sql: Sql): { sql: Sql; count(): number } {
  let count = 0
  const counted = new Proxy(sql, {
    apply(target, self, args) {
      count++
      return Reflect.apply(target as never, self, args)
    },
  })
  return { sql: counted, count: () => count }
}

/**
 * Asks again and again, for at most a second, until the answer is a refusal; tells how long that
 * took.
 */
export async function millisecondsUntilRefused(ring: ApiKeyCache, key: string): Promise<number> {
  const since = performance.now()
  while (performance.now() - since < 1000) {
    const refused = await ring.holderOf(key).then(
      () => false,
      () => true,
    )
    if (refused) break
    await new Promise(setImmediate)
  }
  return performance.now() - since
}

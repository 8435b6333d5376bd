import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Sql } from '@silla/db'
import { testDatabase } from '../support/database.ts'
import { withPool } from '../support/with-pool.ts'

const burst = 40_000

const enqueue = (sql: Sql, rows: number) => sql`
  insert into jobs.outbox (task, payload, run_at, by_tenant_clock, max_attempts, priority)
  select 'send-mail', '{"businessId": "00000000-0000-4000-8000-000000000000"}',
    now() + interval '1 hour', false, 9, 0
  from generate_series(1, ${rows}::int)`

/** How long a batch takes, at best. */
async function relayMilliseconds(sql: Sql): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let times = 0; times < 3; times++) {
    const startedAt = performance.now()
    await sql`select jobs.relay(500)`
    best = Math.min(best, performance.now() - startedAt)
  }
  return best
}

test('a worker that has relayed few jobs for long relays a burst as fast as one that has just started', async () => {
  const { urls } = await testDatabase()
  // only a superuser or the owner may renew statistics
  await withPool(urls.prepare, (sql) =>
    sql.begin(async (transaction) => {
      const tx = transaction as unknown as Sql
      await enqueue(tx, 1)
      await tx`analyze jobs.outbox`
      // after five times PostgreSQL reuses a plan
      for (let times = 0; times < 10; times++) {
        await enqueue(tx, 1)
        await tx`select jobs.relay(500)`
      }
      await enqueue(tx, burst)
      const long = await relayMilliseconds(tx)
      await tx`discard plans`
      const started = await relayMilliseconds(tx)
      await tx`rollback and chain`
      // with the plans for few jobs it is more than ten times as long
      assert.ok(long < 5 * started, `${long} ms in place of ${started} ms`)
    }),
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Sql } from '@silla/db'
import { testDatabase } from '../support/database.ts'
import { withPool } from '../support/with-pool.ts'

/** Fewer rows than a burst has, and enough for an index. */
const burst = 20_000

const enqueue = (sql: Sql, rows: number) => sql`
  insert into jobs.outbox (task, payload, run_at, by_tenant_clock, max_attempts, priority)
  select 'send-mail', '{"businessId": "00000000-0000-4000-8000-000000000000"}',
    now() + interval '1 hour', false, 9, 0
  from generate_series(1, ${rows}::int)`

async function rowsWithoutIndex(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select seq_tup_read::int as count from pg_stat_xact_user_tables
    where schemaname = 'jobs' and relname = 'outbox'`
  return row?.count ?? 0
}

test('a worker that has relayed few jobs for long relays a burst of them by index', async () => {
  const { urls } = await testDatabase()
  const read = await withPool(urls.worker, (sql) =>
    sql.begin(async (transaction) => {
      const tx = transaction as unknown as Sql
      const relay = () => tx`select jobs.relay(500)`
      // after five times PostgreSQL would reuse a plan
      for (let times = 0; times < 10; times++) {
        await enqueue(tx, 1)
        await relay()
      }
      await enqueue(tx, burst)
      const before = await rowsWithoutIndex(tx)
      await relay()
      const after = await rowsWithoutIndex(tx)
      await tx`rollback and chain`
      return after - before
    }),
  )
  assert.ok(read < burst, `${read} rows of the outbox were compared with the batch`)
})

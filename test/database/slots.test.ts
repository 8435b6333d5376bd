import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase, openTenantDbs, type Sql, type TenantDb } from '@silla/db'
import { testDatabase } from '../support/database.ts'
import { openSalon } from '../support/salon.ts'

test('transactions of one salon neither use all connections nor fill the queue', async (t) => {
  const [busy, other] = [await openSalon(), await openSalon()]
  const { urls } = await testDatabase()
  const database = openDatabase({ url: urls.api, name: 'silla-test-slots' })
  t.after(() => database.close())
  const limits = { maxWaiting: 4, maxWaitingPerBusiness: 2, maxWaitMilliseconds: 60_000 }
  const dbOf = openTenantDbs(database, { ...limits, deadlineMilliseconds: 60_000 })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const begun = new Set<number>()
  const hold = (db: TenantDb, index: number) =>
    db.transaction(async (tx) => {
      await tx`select 1`
      begun.add(index)
      await released
    })

  const connections = database.pinned.length
  const held = Array.from({ length: connections + 1 }, (_, i) => hold(dbOf(busy.businessId), i))
  await assert.rejects(hold(dbOf(busy.businessId), -1), {
    code: 'SERVICE_UNAVAILABLE',
    headers: { 'retry-after': '1' },
  })
  const [row] = await dbOf(other.businessId).transaction(
    (tx) => tx<{ one: number }[]>`select 1 as one`,
  )
  assert.equal(row?.one, 1)
  assert.ok(begun.size < connections)
  release()
  await Promise.all(held)
})

test('D76: a batch with limits has them, and what comes after it on the connection does not', async (t) => {
  const salon = await openSalon()
  const { urls } = await testDatabase()
  const database = openDatabase({ url: urls.api, name: 'silla-test-limits' })
  t.after(() => database.close())
  const db = openTenantDbs(database)(salon.businessId)
  const read = async (limits?: { statementMilliseconds: number }) => {
    const [rows] = await db.batch<[{ name: string; setting: string }]>(
      (tx) => [
        tx`
          select name, setting from pg_settings
          where name in ('statement_timeout', 'work_mem', 'max_parallel_workers_per_gather')`,
      ],
      limits,
    )
    return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))
  }
  const before = await read()
  assert.deepEqual(await read({ statementMilliseconds: 1500 }), {
    max_parallel_workers_per_gather: '0',
    statement_timeout: '1500',
    work_mem: String(16 * 1024),
  })
  // on whichever of the connections
  for (const _ of database.pinned) assert.deepEqual(await read(), before)
})

test('transactions opened apart over the same connections never share one', async (t) => {
  const [mine, other] = [await openSalon(), await openSalon()]
  const { urls } = await testDatabase()
  const database = openDatabase({ url: urls.api, name: 'silla-test-shared' })
  t.after(() => database.close())
  const [first, second] = [openTenantDbs(database), openTenantDbs(database)]
  const tenantNow = (tx: Sql) => tx<{ business: string }[]>`
    select current_setting('app.business_id') as business`

  const seen = await first(mine.businessId).transaction(async (tx) => {
    await second(other.businessId).transaction(tenantNow)
    return tenantNow(tx)
  })
  assert.deepEqual([...seen], [{ business: mine.businessId }])

  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const businesses = database.pinned.flatMap(() => [mine.businessId, other.businessId])
  const held = businesses.map((businessId, index) =>
    (index % 2 === 0 ? first : second)(businessId).transaction(async (tx) => {
      await released
      const [row] = await tenantNow(tx)
      return row?.business
    }),
  )
  release()
  assert.deepEqual(await Promise.all(held), businesses)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase, openTenantDbs, type TenantDb } from '@silla/db'
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

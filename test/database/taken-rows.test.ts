import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  nestedTenantDb,
  openDatabase,
  openTenantDbs,
  type Query,
  type Sql,
  salonRows,
  type TenantDb,
  type Tx,
} from '@silla/db'
import { testDatabase } from '../support/database.ts'
import { openSalon } from '../support/salon.ts'

type Row = { number: number }

test('rows that were read belong to the reader: the queries of the driver have none', async (t) => {
  const salon = await openSalon()
  const { urls } = await testDatabase()
  const database = openDatabase({ url: urls.api, name: 'silla-test-rows' })
  t.after(() => database.close())
  const db = openTenantDbs(database)(salon.businessId)
  const sent: Query<Row>[] = []
  const numbers = (sql: Sql): Query<Row> => {
    const query = sql<Row[]>`select number from generate_series(1, 3) number`
    sent.push(query)
    return query
  }
  const read = async ({ query, exec, batch }: TenantDb) => [
    await query(numbers),
    await exec(numbers),
    ...(await batch<[Row, Row]>((tx) => [numbers(tx), numbers(tx)])),
  ]
  const lists = [...(await read(db)), ...(await db.transaction((tx) => read(nestedTenantDb(tx))))]
  assert.equal(lists.length, 8)
  for (const rows of lists)
    assert.deepEqual(
      rows.map(({ number }) => number),
      [1, 2, 3],
    )
  for (const query of sent) assert.equal((await query).length, 0)
})

test('the same holds for the rows of an archive', async (t) => {
  const salon = await openSalon()
  const { urls } = await testDatabase()
  const database = openDatabase({ url: urls.api, name: 'silla-test-rows' })
  t.after(() => database.close())
  const db = openTenantDbs(database)(salon.businessId)
  const sent: PromiseLike<object[]>[] = []
  const rows = await db.transaction(async (tx) => {
    const tables = await salonRows.listSalonTables(tx)
    const services = tables.find(({ name }) => name === 'app.services')
    assert.ok(services)
    const unsafe = (text: string) => {
      const query = tx.unsafe(text)
      sent.push(query)
      return query
    }
    const recorded = Object.assign((...parts: Parameters<Tx>) => tx(...parts), tx, { unsafe })
    const parts = await Array.fromAsync(salonRows.readSalonRows(recorded as never, services))
    return parts.flat()
  })
  assert.ok(rows.length > 0)
  for (const query of sent) assert.equal((await query).length, 0)
})

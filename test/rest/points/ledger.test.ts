import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { awardPoints, redeemPoints, reversePoints } from '@silla/core'
import { openDatabase, openTenantDbs, type TenantDb } from '@silla/db'
import { atEnd } from '../../support/at-end.ts'
import { testDatabase } from '../../support/database.ts'
import { patientLimits } from '../../support/in-time.ts'
import { openSalon } from '../../support/salon.ts'

const at = new Date('2030-03-04T08:00:00Z')
let tenantDbOf: (businessId: string) => TenantDb

before(async () => {
  const { urls } = await testDatabase()
  const database = openDatabase({ url: urls.api, name: 'test' })
  atEnd(() => database.close())
  tenantDbOf = openTenantDbs(database, patientLimits)
})

test('D12: a points cause counts once, also under concurrency', async () => {
  const { db, of, ledger } = await customer()
  const awards = await Promise.all(
    Array.from({ length: 20 }, () =>
      db.transaction((tx) => awardPoints(tx, { ...of, points: 30 })),
    ),
  )
  assert.equal(awards.filter((award) => award?.outcome === 'moved').length, 1)
  assert.deepEqual(await ledger(), { balance: 30, movements: [30] })
})

test('D12: the balance is the sum of the movements and never negative, under concurrency', async () => {
  const { db: tenantDb, of, ledger, bookings } = await customer(12)
  await tenantDb.transaction((tx) => awardPoints(tx, { ...of, points: 100 }))
  const outcomes = await Promise.allSettled(
    bookings.map((bookingId) =>
      tenantDb.transaction((tx) => redeemPoints(tx, { ...of, bookingId, points: 30 })),
    ),
  )
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  assert.equal(refused.length, 9)
  assert.ok(refused.every((outcome) => outcome.reason.code === 'INSUFFICIENT_POINTS'))
  assert.deepEqual(await ledger(), { balance: 10, movements: [100, -30, -30, -30] })
})

test('D15: reversing points stops at a balance of zero', async () => {
  const { db, of, ledger } = await customer()
  await db.transaction((tx) => awardPoints(tx, { ...of, points: 50 }))
  await db.transaction((tx) => redeemPoints(tx, { ...of, points: 35 }))
  const taken = await db.transaction((tx) => reversePoints(tx, { ...of, points: 50 }))
  assert.deepEqual(taken, { outcome: 'moved', balance: 0, moved: -15 })
  assert.deepEqual(await ledger(), { balance: 0, movements: [50, -35, -15] })
})

/** Lucía with her bookings at a salon of its own, and her points as they are written. */
async function customer(visits = 1) {
  const salon = await openSalon({
    professionals: ['Ana'],
    services: [{ name: 'Corte', minutes: 15 }],
  })
  const bookings: { id: number; codigo: string; cliente: { id: number } }[] = []
  for (let visit = 0; visit < visits; visit++) {
    const hour = 10 + Math.floor(visit / 4)
    const { data } = await salon.backend.book(
      'Ana',
      `${hour}:${String((visit % 4) * 15).padStart(2, '0')}`,
    )
    bookings.push(data)
  }
  const [first] = bookings as [(typeof bookings)[number]]
  const { witness } = await testDatabase()
  return {
    db: tenantDbOf(salon.businessId),
    of: { bookingId: first.id, bookingCode: first.codigo, customerId: first.cliente.id, at },
    bookings: bookings.map(({ id }) => id),
    async ledger() {
      const movements = await witness<{ points: number }[]>`
        select points from points_movements where business_id = ${salon.businessId} order by ordinal`
      const [row] = await witness<{ balance: number }[]>`
        select points_balance as balance from customers where business_id = ${salon.businessId} and id = ${first.cliente.id}`
      return { balance: row?.balance, movements: movements.map(({ points }) => points) }
    },
  }
}

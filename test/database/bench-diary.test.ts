import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as core from '@silla/core'
import * as tenants from '@silla/tenants'
import { busyDays, openBenchSalon } from '../bench/salon.ts'
import { testDatabase } from '../support/database.ts'

test('the bulk-loaded diaries of `npm run bench` are as consistent as booked ones', async () => {
  const { admin, witness } = await testDatabase()
  const salon = await openBenchSalon({ code: { core, tenants }, admin, owner: witness }, 'bench', {
    fixture: { professionals: ['Ana', 'Bea'] },
  })
  await salon.fill({ ...busyDays, fromDay: -3, toDay: 3 })

  const businesses = await core.checkedBusinesses(admin, core.systemClock)
  assert.deepEqual(
    core.checkData(businesses).filter(({ status }) => status !== 'ok'),
    [],
  )
  const visits = 2 * 7 * busyDays.visitsPerDay
  const counts = await Promise.all([
    witness`select count(*)::int as count, count(distinct code)::int as codes from app.bookings`,
    witness`select count(*)::int as count from app.claims`,
    witness`select count(*)::int as count from app.booking_lines`,
  ])
  assert.deepEqual(
    counts.map(([row]) => ({ ...row })),
    [{ count: visits, codes: visits }, { count: visits }, { count: visits }],
  )
  const free = await salon.newBookings({ ...busyDays, fromDay: 1, toDay: 3 })
  assert.equal(free.length, 2 * 3 * (busyDays.timesPerDay - busyDays.visitsPerDay))
})

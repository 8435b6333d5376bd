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
  const [visits] = await witness`
    select count(*)::int as bookings, count(distinct code)::int as codes,
      (select count(*)::int from app.claims) as claims,
      (select count(*)::int from app.booking_lines) as lines
    from app.bookings`
  const expected = 2 * 7 * busyDays.visitsPerDay
  assert.deepEqual(visits, {
    bookings: expected,
    codes: expected,
    claims: expected,
    lines: expected,
  })
  const free = await salon.newBookings({ ...busyDays, fromDay: 1, toDay: 3 })
  assert.equal(free.length, 2 * 3 * (busyDays.timesPerDay - busyDays.visitsPerDay))
})

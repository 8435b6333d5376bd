import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as core from '@silla/core'
import { openPool } from '@silla/db'
import { insertDataSet } from '../bench/scale/rows.ts'
import { testDatabase } from '../support/database.ts'

test('the data set of `npm run bench:scale` is consistent, in every salon', async () => {
  const { urls, admin, witness } = await testDatabase()
  const superuser = openPool({ url: urls.prepare, max: 1, name: 'silla-test-data-set' })
  try {
    await insertDataSet({ core, admin, superuser }, { salons: 3, bookings: 400 })
  } finally {
    await superuser.end()
  }
  const businesses = await core.checkedBusinesses(admin, core.systemClock)
  assert.deepEqual(
    core.checkData(businesses).filter(({ status }) => status !== 'ok'),
    [],
  )
  const loaded = await witness`
    select count(*)::int as bookings, count(distinct code)::int as codes
    from app.bookings booking join registry.businesses registered using (business_id)
    group by business_id`
  assert.deepEqual(
    [...loaded],
    Array.from({ length: 3 }, () => ({ bookings: 400, codes: 400 })),
  )
  const [constraints] = await witness`
    select count(*)::int as invalid from pg_index where not (indisready and indisvalid)`
  assert.deepEqual(constraints, { invalid: 0 })
})

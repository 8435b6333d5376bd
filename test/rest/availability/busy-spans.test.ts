import assert from 'node:assert/strict'
import { test } from 'node:test'
import { availabilityQueries, busySpansOf, openDatabase, openPool, openTenantDbs } from '@silla/db'
import { openBusyReader } from '../../../packages/core/src/busy-reader.ts'
import { dataOf } from '../../support/assertions.ts'
import { atEnd } from '../../support/at-end.ts'
import { testDatabase } from '../../support/database.ts'
import { openSalon } from '../../support/salon.ts'

const minute = (text: string) => Date.parse(text) / 60_000

test('a window is read through the index, however many claims its resource had before', async () => {
  const salon = await openSalon({ professionals: ['Ana', 'Bea'], now: '2030-03-04T08:00' })
  const { businessId } = salon
  const { urls, witness } = await testDatabase()
  await witness`
    insert into claims (business_id, resource_id, starts_at, ends_at, kind, owner_kind, owner_id)
    select ${businessId}::uuid, ${salon.id('Ana')}, starts_at, starts_at + interval '20 minutes',
      'booking', 'booking', 1
    from generate_series('2028-01-01Z'::timestamptz, '2030-06-01Z', '4 hours') as starts_at`
  await witness`analyze claims`
  const api = openPool({ url: urls.api, max: 1, name: 'test' })
  atEnd(() => api.end())

  const windows = [
    { resourceId: salon.id('Bea'), from: minute('2030-03-05Z'), to: minute('2030-03-06Z') },
    { resourceId: salon.id('Ana'), from: minute('2030-03-05Z'), to: minute('2030-03-06Z') },
  ]
  const entriesRead = await api.begin(async (tx) => {
    const [row] = await availabilityQueries.findBusySpans(
      tx as never,
      businessId,
      windows,
      new Date(),
    )
    const expected = Array.from({ length: 6 }, (_, i) => minute('2030-03-05Z') + i * 240)
    assert.deepEqual(busySpansOf(row?.claims as Uint8Array, 2), [
      [],
      expected.flatMap((start) => [start, start + 20]),
    ])
    const [read] = await tx<{ entries: number }[]>`
      select pg_stat_get_xact_tuples_returned('app.claims_by_start'::regclass)
        + pg_stat_get_xact_tuples_returned('app.claims'::regclass) as entries`
    return read?.entries
  })
  // two days of claims, since one of the day before may reach into the window
  assert.equal(entriesRead, 12)
})

test('blocks are among the claims and apart, and the claims of one booking can be left out', async () => {
  const salon = await openSalon({ professionals: ['Ana', 'Bea'], now: '2030-03-04T08:00' })
  const own = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  dataOf(await salon.guest.book('Ana', '11:00'), 201)
  const block = { desde: '2030-03-04T12:00', hasta: '2030-03-04T13:00', motivo: 'Curso' }
  const id = salon.id('Ana')
  dataOf(await salon.backend.post('/bloqueos/', { ...block, peluquero_id: id }), 201)
  const { urls } = await testDatabase()
  const database = openDatabase({ url: urls.api, name: 'silla-test-busy' })
  atEnd(() => database.close())
  const db = openTenantDbs(database, {})(salon.businessId)
  const day = { from: minute('2030-03-04T00:00Z'), to: minute('2030-03-05T00:00Z') }
  const windows = [
    { resourceId: salon.id('Bea'), ...day },
    { resourceId: id, ...day },
  ]
  const read = (blocks: boolean, exceptBooking: number | null) =>
    openBusyReader().read(db, salon.clock, windows, { blocks, exceptBooking })
  const at = (time: string) => minute(`2030-03-04T${time}+01:00`)
  const blocked = [at('12:00'), at('13:00')]
  const others = [at('11:00'), at('11:30'), ...blocked]

  const all = await read(false, null)
  assert.deepEqual([all.spans, all.blocks], [[[], [at('10:00'), at('10:30'), ...others]], null])
  const [start, end] = blocked
  const { spans, blocks } = await read(true, own.id)
  assert.deepEqual(spans, [[], others])
  assert.deepEqual(blocks, [{ resourceId: id, start, end }])
  assert.deepEqual((await read(true, 987654)).spans[1]?.length, 6)
})

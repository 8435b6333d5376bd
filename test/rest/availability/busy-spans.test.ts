import assert from 'node:assert/strict'
import { test } from 'node:test'
import { availabilityQueries, busySpansOf, openDatabase, openPool, openTenantDbs } from '@silla/db'
import { openBusyGroupReader } from '../../../packages/core/src/busy-group-reader.ts'
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

test('a group is read again when anything that is taken in it changes, and only then', async () => {
  const salon = await openSalon({ professionals: ['Ana', 'Bea', 'Cleo'], now: '2030-03-04T08:00' })
  const { businessId } = salon
  const { urls, witness } = await testDatabase()
  await witness`delete from claims where business_id = ${businessId}`
  const database = openDatabase({ url: urls.api, name: 'silla-test-groups' })
  atEnd(() => database.close())
  const db = openTenantDbs(database, {})(businessId)
  const [ana, bea, cleo] = [salon.id('Ana'), salon.id('Bea'), salon.id('Cleo')]
  const [from, to] = [minute('2030-03-05T00:00Z'), minute('2030-03-06T00:00Z')]
  const group = { resourceIds: [bea, ana], from, to }
  const [reader, groups] = [openBusyReader(), openBusyGroupReader()]
  const read = (fingerprint: string | null, resourceIds = group.resourceIds) =>
    groups.read(db, salon.clock, { ...group, resourceIds, fingerprint })

  const claim = (who: number, start: string, end: string, kind = 'booking', expiresAt?: string) =>
    witness`
      insert into claims (
        business_id, resource_id, starts_at, ends_at, kind, owner_kind, owner_id, expires_at)
      values (${businessId}, ${who}, ${`2030-03-05T${start}Z`}, ${`2030-03-05T${end}Z`}, ${kind},
        ${kind}, 1, ${expiresAt ?? null})`
  const remove = (who: number, start: string) => witness`
    delete from claims where business_id = ${businessId} and resource_id = ${who}
      and starts_at = ${`2030-03-05T${start}Z`}`
  const busyAt = async () => {
    const windows = group.resourceIds.map((resourceId) => ({ resourceId, from, to }))
    const all = await reader.read(db, salon.clock, windows, { blocks: true, exceptBooking: null })
    return { spans: all.spans, blocks: all.blocks }
  }

  const first = await read(null)
  assert.deepEqual(first.busy, { spans: [[], []], blocks: [] })
  const seen = new Set([first.fingerprint])
  let last = first.fingerprint
  const changes: [string, () => unknown][] = [
    ['a booking', () => claim(ana, '10:00', '10:30')],
    ['one that was there on the day before', () => claim(bea, '00:00', '01:00')],
    ['the next one', () => claim(ana, '10:30', '11:00')],
    ['one that is longer', () => remove(ana, '10:30').then(() => claim(ana, '10:30', '11:15'))],
    ['another person', () => remove(ana, '10:00').then(() => claim(bea, '10:00', '10:30'))],
    ['later', () => remove(bea, '10:00').then(() => claim(bea, '12:00', '12:30'))],
    ['a block', () => remove(bea, '12:00').then(() => claim(bea, '12:00', '12:30', 'block'))],
    ['a hold', () => claim(ana, '15:00', '15:30', 'hold', '2030-03-04T07:10Z')],
  ]
  for (const [change, make] of changes) {
    await make()
    const changed = await read(last)
    assert.deepEqual(changed.busy, await busyAt(), change)
    assert.ok(!seen.has(changed.fingerprint), change)
    last = changed.fingerprint
    seen.add(last)
    assert.deepEqual(await read(last), { ...changed, busy: null }, change)
  }

  salon.clock.set(new Date('2030-03-04T07:10Z'))
  const expired = await read(last)
  assert.deepEqual(expired.busy, await busyAt(), 'the hold has expired')
  await remove(bea, '12:00')
  await claim(bea, '12:00', '12:30')
  assert.notEqual((await read(expired.fingerprint)).busy, null, 'a booking in place of the block')
  const others = (await read(null)).fingerprint
  await claim(cleo, '10:00', '10:30')
  assert.equal((await read(others)).busy, null, 'somebody else')
  assert.notEqual((await read(others, [ana, bea, cleo])).busy, null, 'other resources')
  await claim(ana, '22:00', '23:00')
  const several = await Promise.all([
    read(others),
    read(null, [cleo]),
    read(others),
    read(null, [ana]),
  ])
  const minutes = several.map(({ busy }) => busy?.spans.map((spans) => spans.length))
  assert.deepEqual(minutes, [[4, 4], [2], [4, 4], [4]])
  const again = await Promise.all([read(several[0]?.fingerprint ?? null), read(others)])
  assert.deepEqual([again[0]?.busy, again[1]?.busy?.spans.length], [null, 2])
})

test('ranges that are read together are what each of them is alone', async () => {
  const salon = await openSalon({ professionals: ['Ana', 'Bea'], now: '2030-03-04T08:00' })
  const { businessId } = salon
  const { urls, witness } = await testDatabase()
  await witness`delete from claims where business_id = ${businessId}`
  const database = openDatabase({ url: urls.api, name: 'silla-test-ranges' })
  atEnd(() => database.close())
  const db = openTenantDbs(database, {})(businessId)
  const resourceIds = [salon.id('Bea'), salon.id('Ana')]
  const range = (fromDay: number, days: number, bufferMinutes = 0) => {
    const from = minute('2030-03-05T00:00Z') + fromDay * 1440
    return { from, to: from + days * 1440 + bufferMinutes }
  }
  // months and weeks that overlap, one that does not, days, and the same month for another visit
  const ranges = [
    ...[range(0, 31), range(0, 31, 15), range(3, 31), range(3, 7), range(9, 31), range(60, 10)],
    ...[range(3, 1), range(4, 1), range(4, 2, 15), range(30, 1)],
  ]
  type Known = readonly (string | null)[]
  const together = (known: Known) => {
    const groups = openBusyGroupReader()
    return Promise.all(
      ranges.map((range, index) =>
        groups.read(db, salon.clock, {
          ...range,
          resourceIds,
          fingerprint: known[index] as string | null,
        }),
      ),
    )
  }
  const alone = (known: Known) =>
    Promise.all(
      ranges.map((range, index) =>
        openBusyGroupReader().read(db, salon.clock, {
          ...range,
          resourceIds,
          fingerprint: known[index] as string | null,
        }),
      ),
    )
  /** Blocks may be those of other ranges, too, but none twice. */
  const isEachAlone = async (known: Known) => {
    const [all, each] = [await together(known), await alone(known)]
    for (const [index, { busy, ...own }] of each.entries()) {
      const { busy: shared, ...rest } = all[index] as typeof own & { busy: typeof busy }
      assert.deepEqual(rest, own)
      assert.deepEqual(shared?.spans, busy?.spans)
      const blocks = (shared?.blocks ?? []).map(({ resourceId, start }) => `${resourceId} ${start}`)
      for (const { resourceId, start } of busy?.blocks ?? [])
        assert.equal(blocks.filter((block) => block === `${resourceId} ${start}`).length, 1)
    }
    return all.map(({ fingerprint, busy }) => ({ fingerprint, isRead: busy !== null }))
  }
  const nothing = ranges.map(() => null)
  const claim = (
    day: number,
    start: string,
    minutes: number,
    kind = 'booking',
    expiresAt?: string,
  ) =>
    witness`
      insert into claims (
        business_id, resource_id, starts_at, ends_at, kind, owner_kind, owner_id, expires_at)
      select ${businessId}, ${resourceIds[Math.abs(day % 2)] as number}, starts_at,
        starts_at + make_interval(mins => ${minutes}), ${kind}, ${kind}, 1, ${expiresAt ?? null}
      from (select '2030-03-05Z'::timestamptz + make_interval(days => ${day}) + ${start}::interval
        as starts_at) claim`

  for (let day = -2; day < 72; day++) {
    await claim(day, '10:00', 30)
    // over midnight, where most ranges begin and end
    await claim(day, '23:30', 60, day % 3 === 0 ? 'block' : 'booking')
    if (day % 5 === 0) await claim(day, '12:00', 30, 'hold', '2030-03-04T07:10Z')
  }
  let known = (await isEachAlone(nothing)).map(({ fingerprint }) => fingerprint)
  assert.equal(new Set(known).size, ranges.length - 1, 'the buffer of 15 minutes has no claim')
  const readAfter = async (change: () => unknown) => {
    await change()
    const found = await isEachAlone(known)
    known = found.map(({ fingerprint }) => fingerprint)
    return found.flatMap(({ isRead }, index) => (isRead ? [index] : []))
  }
  assert.deepEqual(await readAfter(() => {}), [])
  assert.deepEqual(await readAfter(() => claim(1, '16:00', 30)), [0, 1])
  assert.deepEqual(await readAfter(() => claim(4, '16:00', 30, 'block')), [0, 1, 2, 3, 7, 8])
  assert.deepEqual(await readAfter(() => claim(65, '16:00', 30)), [5])
  assert.deepEqual(await readAfter(() => claim(31, '00:05', 10)), [1, 2, 4])
  salon.clock.set(new Date('2030-03-04T07:10Z'))
  assert.deepEqual(await readAfter(() => {}), [0, 1, 2, 3, 4, 5, 8, 9])
})

test('the fingerprints of a group are read from the index alone, and what windows share once', async () => {
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
  type Group = Parameters<typeof availabilityQueries.findBusySpansIfChanged>[2]
  const read = (parts: Group['parts'], windows: Group['windows']) =>
    api.begin(async (tx) => {
      const entriesRead = async () => {
        const [read] = await tx<{ entries: number }[]>`
          select pg_stat_get_xact_tuples_returned('app.claims_by_start'::regclass)
            + pg_stat_get_xact_tuples_returned('app.claims'::regclass) as entries`
        return read?.entries ?? 0
      }
      const before = await entriesRead()
      const [row] = await availabilityQueries.findBusySpansIfChanged(
        tx as never,
        businessId,
        { resourceIds: [salon.id('Bea'), salon.id('Ana')], parts, windows },
        new Date(),
      )
      return { row, entries: (await entriesRead()) - before }
    })
  const day = (number: number) => minute('2030-03-05Z') + number * 1440
  const whole = [{ from: day(0), to: day(1), withEarlier: true }]
  const unknown = await read(whole, [{ parts: [0], fingerprint: null }])
  assert.equal(busySpansOf(unknown.row?.claims as Uint8Array, 2)[1]?.length, 12)
  const fingerprint = unknown.row?.fingerprints?.[0] ?? null
  const known = await read(whole, [{ parts: [0], fingerprint }])
  assert.equal(known.row?.claims, null)
  // two days of claims, since one of the day before may reach into the group's time
  assert.deepEqual([unknown.entries, known.entries], [12, 12])

  const parts = [
    ...[0, 1].map((from) => ({ from: day(from), to: day(from), withEarlier: true })),
    ...[0, 1, 2].map((from) => ({ from: day(from), to: day(from + 1), withEarlier: false })),
  ]
  const divided = (fingerprints: readonly (string | null)[] = [null, null]) =>
    read(parts, [
      { parts: [0, 2, 3], fingerprint: fingerprints[0] ?? null },
      { parts: [1, 3, 4], fingerprint: fingerprints[1] ?? null },
    ])
  const fingerprints = (await divided()).row?.fingerprints ?? []
  const both = await divided(fingerprints)
  // three days, and the one before each window
  assert.deepEqual([both.row?.claims, both.entries], [null, 30])
  const second = await divided([fingerprints[0] ?? null, 'another'])
  assert.deepEqual(second.row?.fingerprints, fingerprints)
  assert.deepEqual([second.row?.readParts, second.entries], [[2, 4, 5], 30 + 18])
})

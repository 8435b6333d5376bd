import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  businessQueries,
  type EventType,
  eventQueries,
  inTransaction,
  openDatabase,
  openPool,
  openTenantDbs,
} from '@silla/db'
import { atEnd } from '../support/at-end.ts'
import { testDatabase } from '../support/database.ts'
import { publishEvents } from '../support/events.ts'
import { patientLimits } from '../support/in-time.ts'
import { runJobs } from '../support/jobs.ts'
import { openRandom } from '../support/random.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import { until } from '../support/until.ts'
import { untilWaiting } from '../support/until-waiting.ts'

const { urls, witness } = await testDatabase()
const database = openDatabase({ url: urls.api, name: 'silla-test-events' })
atEnd(() => database.close())
const tenantDbs = openTenantDbs(database, patientLimits)

const positionsOf = ({ businessId }: TestSalon) => witness`
  select type, position from events
  where business_id = ${businessId} order by position nulls last, id`

test('D31: the worker numbers the events of each salon without gaps', async () => {
  const salons = [
    await openSalon({ professionals: ['Ana'] }),
    await openSalon({ professionals: ['Ana'] }),
  ]
  for (const salon of salons) {
    for (const time of ['10:00', '11:00', '12:00']) await salon.guest.book('Ana', time)
    assert.ok((await positionsOf(salon)).every(({ position }) => position === null))
  }
  for (const salon of salons) await runJobs(salon)
  for (const salon of salons) {
    assert.deepEqual(
      (await positionsOf(salon)).map(({ position }) => position),
      [1, 2, 3],
    )
  }
})

test('D31: an event that commits after others are numbered comes after them, whatever its time', async () => {
  const salon = await openSalon()
  const db = tenantDbs(salon.businessId)
  const record = (type: EventType, at: Date) =>
    db.transaction((tx) => eventQueries.recordEvent(tx, { type, at, payload: {} }))
  const now = salon.clock.now()
  const early = new Date(now.getTime() - 60_000)
  const [written, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow = db.transaction(async (tx) => {
    await eventQueries.recordEvent(tx, { type: 'reserva.creada', at: early, payload: {} })
    written.resolve()
    await commit.promise
  })
  await written.promise
  await record('reserva.cancelada', now)
  await runJobs(salon)
  commit.resolve()
  await slow
  await runJobs(salon)
  assert.deepEqual(
    (await positionsOf(salon)).map(({ type, position }) => [type, position]),
    [
      ['reserva.cancelada', 1],
      ['reserva.creada', 2],
    ],
  )
})

test('D31: concurrent numbering assigns no position twice', async () => {
  const salon = await openSalon()
  const tenantDb = tenantDbs(salon.businessId)
  for (let events = 0; events < 20; events++) {
    await tenantDb.transaction((tx) =>
      eventQueries.recordEvent(tx, { type: 'reserva.creada', at: salon.clock.now(), payload: {} }),
    )
  }
  const number = () =>
    tenantDb.transaction((tx) => eventQueries.positionEvents(tx, 1000)).catch(() => [])
  await Promise.all([number(), number(), number()])
  await runJobs(salon)
  assert.deepEqual(
    (await positionsOf(salon)).map(({ position }) => position),
    Array.from({ length: 20 }, (_, index) => index + 1),
  )
})

test('D42: a position that was given stays, also when two workers number the same events', async () => {
  const salon = await openSalon()
  const db = tenantDbs(salon.businessId)
  const record = (type: EventType, at: Date) =>
    db.transaction((tx) => eventQueries.recordEvent(tx, { type, at, payload: {} }))
  const number = (until?: Promise<void>) =>
    db.transaction(async (tx) => {
      await eventQueries.positionEvents(tx, 1000)
      await until
    })
  const now = salon.clock.now()
  await record('cliente.registrado', now)
  await number()
  await record('reserva.creada', now)
  await record('reserva.cancelada', new Date(now.getTime() + 1))
  const commit = Promise.withResolvers<void>()
  const first = number(commit.promise)
  await untilNumbered()
  await record('pago.completado', new Date(now.getTime() - 1))
  const second = number()
  await untilWaiting(1)
  commit.resolve()
  await Promise.all([first, second])
  assert.deepEqual(
    (await positionsOf(salon)).map(({ type, position }) => [type, position]),
    [
      ['cliente.registrado', 1],
      ['reserva.creada', 2],
      ['reserva.cancelada', 3],
      ['pago.completado', 4],
    ],
  )

  /** The first transaction has locked the row with the last position, or the events. */
  async function untilNumbered(): Promise<void> {
    const isLocked = async () =>
      (
        await witness`
          select id from events where business_id = ${salon.businessId} and position is null
          for update skip locked`
      ).length === 0
    await until(isLocked)
  }
})

test('D42: a reader of the feed gets each event of 50 writers once and in order, however they commit', async () => {
  const salon = await openSalon()
  const writers = 50
  const random = openRandom(42)
  const pool = openPool({ url: urls.api, max: 25, name: 'silla-test-writers' })
  const uncommitted: (() => void)[] = []
  let arrived = Promise.withResolvers<void>()
  const write = () =>
    inTransaction(pool, async (transaction) => {
      const tx = await businessQueries.setTenant(transaction, salon.businessId)
      const at = new Date(salon.clock.now().getTime() - random.integer(0, 60_000))
      const events = random.integer(1, 3)
      for (let written = 0; written < events; written++)
        await eventQueries.recordEvent(tx, {
          type: 'cliente.borrado',
          at,
          payload: { customerId: 1 },
        })
      await new Promise<void>((commit) => {
        uncommitted.push(commit)
        arrived.resolve()
      })
      return events
    })
  const read: { posicion: number; id: string }[] = []
  const follow = async () => {
    const { data } = await salon.backend.get(
      `/eventos/?limite=20&desde=${read.at(-1)?.posicion ?? 0}`,
    )
    read.push(...data.items)
  }
  try {
    const written = Promise.all(Array.from({ length: writers }, write))
    for (let committed = 0; committed < writers; committed++) {
      if (uncommitted.length === 0) await arrived.promise
      arrived = Promise.withResolvers()
      const [commit] = uncommitted.splice(random.integer(0, uncommitted.length - 1), 1)
      commit?.()
      // two workers at once, while the reader reads
      await Promise.all([publishEvents(salon), publishEvents(salon), follow()])
    }
    const total = (await written).reduce((sum, events) => sum + events, 0)
    await publishEvents(salon)
    while (read.length < total) {
      const before = read.length
      await follow()
      assert.ok(read.length > before, `${read.length} of ${total} events`)
    }
    await follow()
    assert.deepEqual(
      read.map(({ posicion }) => posicion),
      Array.from({ length: total }, (_, index) => index + 1),
    )
    assert.equal(new Set(read.map(({ id }) => id)).size, total)
  } finally {
    for (const commit of uncommitted) commit()
    await pool.end({ timeout: 1 })
  }
})

test('D42: positions are not given again after the events that had them are gone', async () => {
  const salon = await openSalon()
  const db = tenantDbs(salon.businessId)
  const record = () =>
    db.transaction((tx) =>
      eventQueries.recordEvent(tx, {
        type: 'reserva.creada',
        at: salon.clock.now(),
        payload: {},
      }),
    )
  for (let events = 0; events < 3; events++) await record()
  await runJobs(salon)
  await witness`delete from events where business_id = ${salon.businessId}`
  await record()
  await runJobs(salon)
  assert.deepEqual(
    (await positionsOf(salon)).map(({ position }) => position),
    [4],
  )
})

test('D42: active endpoints that are behind get a job when positions are given', async () => {
  const salon = await openSalon({ professionals: ['Ana'] })
  const { businessId } = salon
  await salon.guest.book('Ana', '10:00')
  await runJobs(salon)
  const endpoint = {
    business_id: businessId,
    url: 'https://example.com/hook',
    description: '',
    sealed_secret: Buffer.from('secret'),
    created_at: salon.clock.now(),
    updated_at: salon.clock.now(),
  }
  const rows = [
    { ...endpoint, id: 1, is_active: true, position: 0 },
    { ...endpoint, id: 2, is_active: false, position: 0 },
    { ...endpoint, id: 3, is_active: true, position: 100 },
  ]
  await witness`insert into event_endpoints ${witness(rows)}`
  await salon.guest.book('Ana', '11:00')
  await tenantDbs(businessId).transaction((tx) => eventQueries.positionEvents(tx, 1000))
  const waiting = await tenantDbs(businessId).transaction((tx) =>
    eventQueries.listEndpointsBehind(tx),
  )
  assert.deepEqual(
    waiting.map(({ id }) => id),
    [1],
  )
})

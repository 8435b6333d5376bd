import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createCalendarFeed, suspendBusiness } from '@silla/core'
import { businessMoveQueries, openDatabase, openPool, openTenantDbs, type Sql } from '@silla/db'
import { createKey } from '@silla/tenants'
import { sources } from '../architecture/sources.ts'
import { openLivelySalon } from '../archives/lively-salon.ts'
import { restEquivalents } from '../spec/contract/rest-equivalents.ts'
import { testApi } from '../support/api.ts'
import { assertError, dataOf } from '../support/assertions.ts'
import { atEnd } from '../support/at-end.ts'
import type { ApiResponse, Client } from '../support/client.ts'
import { testDatabase } from '../support/database.ts'
import { queryGraphql } from '../support/graphql.ts'
import { patientLimits } from '../support/in-time.ts'
import { jobsDatabase, runJobs } from '../support/jobs.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import { staffOf } from '../support/staff.ts'
import { until } from '../support/until.ts'

const { admin, urls, witness } = await testDatabase()
const { claimMove, closeBusiness, openBusiness } = businessMoveQueries
const lock = openPool({ url: urls.cli, max: 1, name: 'silla-test-lock' })
atEnd(() => lock.end({ timeout: 1 }))

/** Closes a salon for writing for the time of the work. */
async function whileClosed<T>({ businessId }: TestSalon, work: () => Promise<T>): Promise<T> {
  assert.ok(await closeBusiness(lock, businessId, 60_000))
  try {
    return await work()
  } finally {
    await openBusiness(lock, businessId)
  }
}

function assertMoving(answer: ApiResponse): void {
  assertError(answer, 'BUSINESS_MOVING')
  assert.equal(answer.headers.get('retry-after'), '5')
  assert.equal(answer.error.resultado_desconocido, undefined)
}

let salon: TestSalon
let owner: Client

before(async () => {
  salon = await openLivelySalon()
  owner = await salon.staff('owner')
})

test('a closed salon refuses every change, and takes it again when it is open', async () => {
  const note = { tipo: 'nota', texto: 'x' }
  const [known] = await witness<{ id: number }[]>`
    select id from app.customers where business_id = ${salon.businessId} limit 1`
  const hold = { servicio_ids: [salon.id('Corte')], peluquero_id: salon.id('Bea') }
  const changes: (() => Promise<ApiResponse>)[] = [
    () => salon.guest.book('Ana', '19:00'),
    () => salon.guest.post('/retenciones/', { ...hold, fecha: '2030-03-08', hora_inicio: '10:00' }),
    () => salon.backend.post(`/clientes/${known?.id}/notas/`, note),
    () => owner.post(`/clientes/${known?.id}/notas/`, note),
    () => owner.put('/ajustes/reglas/', { antelacion_minima_minutos: 5 }),
    () => salon.backend.post('/calendarios/', {}),
    () =>
      salon.guest.post('/lista-espera/', {
        ...{ servicio_ids: [salon.id('Corte')], desde: '2030-03-06', hasta: '2030-03-06' },
        ...{ nombre: 'Lía', email: 'lia@example.com', telefono: '+34612000000' },
      }),
  ]
  const mutation = `mutation { crear_reserva(entrada: {
    servicio_ids: [${salon.id('Corte')}], peluquero_id: ${salon.id('Ana')}, fecha: "2030-03-08",
    hora_inicio: "11:00", nombre: "Eva", email: "eva@example.com" }) { id } }`
  await whileClosed(salon, async () => {
    for (const change of changes) assertMoving(await change())
    const answer = await queryGraphql(salon.guest, mutation)
    assert.deepEqual(answer.codes, ['BUSINESS_MOVING'])
    await assert.rejects(suspendBusiness(admin, salon.slug), { code: 'BUSINESS_MOVING' })
    await assert.rejects(
      createKey(admin, salon.businessId, { kind: 'secret', name: 'x', origins: [] }),
      { code: 'BUSINESS_MOVING' },
    )
  })
  for (const change of changes) {
    const { status, text } = await change()
    assert.ok(status < 500, text)
  }
})

test('a closed salon is read as before', async () => {
  const [booking] = dataOf(await owner.get('/reservas/')).items
  const reads = [
    ...new Set(Object.values(restEquivalents).filter((route) => /^GET [^{]+$/.test(route))),
  ].map((route) => route.slice('GET '.length))
  const paths = [
    // the processor is called about the account, and what it says is stored
    ...reads.filter((path) => !/^\/cliente\/|^\/ajustes\/pagos\/$/.test(path)),
    `/reservas/${booking.id}/`,
    `/clientes/${booking.cliente.id}/`,
    `/disponibilidad/${salon.id('Ana')}/2030-03-08/?servicio_id=${salon.id('Corte')}`,
  ]
  assert.ok(paths.length > 20, paths.join())
  // one after the other: a busy machine refuses some of so many at once
  const statuses = async () => {
    const answers: Record<string, number> = {}
    for (const path of paths) answers[path] = (await owner.get(path)).status
    return answers
  }
  const code = () => salon.guest.get(`/reservas/codigo/${booking.codigo}/`)
  const { token } = await createCalendarFeed(await staffOf(salon), null)
  const { url } = await testApi()
  const calendar = async () => (await fetch(new URL(`/calendarios/${token}.ics`, url))).status
  const open = await statuses()
  const closed = await whileClosed(salon, async () => {
    dataOf(await code())
    assert.equal(await calendar(), 200)
    return statuses()
  })
  assert.deepEqual(closed, open)
})

test('a write that has begun is awaited, and none begins meanwhile', async (t) => {
  const database = openDatabase({ url: urls.api, name: 'silla-test-writer' })
  t.after(() => database.close())
  const db = openTenantDbs(database, patientLimits)(salon.businessId)
  const begun = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  let isClosed = false
  const writing = db.transaction(async (tx) => {
    await tx`select 1`
    begun.resolve()
    await goOn.promise
    await tx`update app.businesses set name = 'Written' where business_id = ${salon.businessId}`
  })
  await begun.promise
  const closing = closeBusiness(lock, salon.businessId, 60_000).then(async () => {
    isClosed = true
    return witness<{ name: string }[]>`
      select name from app.businesses where business_id = ${salon.businessId}`
  })
  await untilLockIsWanted(witness)
  assertMoving(await salon.guest.book('Ana', '18:00'))
  assert.equal(isClosed, false)
  goOn.resolve()
  const [read] = await closing
  assert.equal(read?.name, 'Written')
  await writing
  await openBusiness(lock, salon.businessId)
})

test('a salon whose mover hangs is open again by itself', async () => {
  assert.ok(await closeBusiness(lock, salon.businessId, 100))
  await until(async () => (await salon.backend.post('/calendarios/', {})).status === 201)
})

async function untilLockIsWanted(sql: Sql): Promise<void> {
  const waiting = () => sql`
    select from pg_locks lock join pg_database database on database.oid = lock.database
    where lock.locktype = 'advisory' and not lock.granted
      and database.datname = current_database()`
  await until(async () => (await waiting()).length > 0)
}

test('jobs of a salon that moves wait, and return when the command that moves it has ended', async () => {
  const moving = await openSalon({ professionals: ['Ana'] })
  dataOf(await moving.guest.book('Ana', '10:00'), 201)
  const jobs = await jobsDatabase()
  const waiting = async () => {
    const [row] = await jobs<{ queued: number; outbox: number; parked: number }[]>`
      select
        (select count(*)::int from jobs._private_jobs
          where (payload ->> 'businessId')::uuid = ${moving.businessId}) as queued,
        (select count(*)::int from jobs.outbox
          where (payload ->> 'businessId')::uuid = ${moving.businessId}) as outbox,
        (select count(*)::int from jobs.parked
          where (job -> 'payload' ->> 'businessId')::uuid = ${moving.businessId}) as parked`
    return row as { queued: number; outbox: number; parked: number }
  }
  const listed = async () =>
    (await jobs`select job from jobs.list_to_archive(${moving.businessId})`)
      .map(({ job }) => {
        const { key, task, payload } = JSON.parse(job)
        return `${key} ${task} ${JSON.stringify(payload)}`
      })
      .sort()
  await jobs`select jobs.relay(1000)`
  const before = await waiting()
  assert.ok(before.queued > 1)
  assert.ok(await claimMove(lock, moving.businessId))
  await witness`
    insert into registry.business_moves (business_id, move_id, phase, url, jobs_parked, started_at)
    values (${moving.businessId}, gen_random_uuid(), 'leaving', 'https://x.example', true, now())`
  const [parked] = await admin<{ running: number }[]>`
    select jobs.park(${moving.businessId}) as running`
  assert.equal(parked?.running, 0)
  dataOf(await moving.guest.book('Ana', '11:00'), 201)
  await jobs`select jobs.relay(1000)`
  const meanwhile = await waiting()
  assert.deepEqual([meanwhile.queued, meanwhile.parked], [0, before.queued])
  assert.ok(meanwhile.outbox > 0)
  const all = await listed()

  await businessMoveQueries.releaseLocks(lock)
  await jobs`select jobs.relay(1000)`
  const after = await waiting()
  assert.deepEqual([after.outbox, after.parked], [0, 0])
  assert.equal(after.queued, all.length)
  assert.deepEqual(await listed(), all)
  await runJobs(moving)
})

test('only what moves salons, or only reads, sets a tenant without holding it open', () => {
  const setters = [...sources('db/functions/*.sql')].filter(({ text }) =>
    /set_config\('app\.business_id'|set local app\.business_id/.test(text),
  )
  assert.deepEqual(setters.map(({ path }) => path.replace(/.*\//, '')).sort(), [
    'app.set_business.sql',
    'app.set_tenant.sql',
    'jobs.collect.sql',
    'jobs.unpark.sql',
  ])
  const users = sources('{db/functions,db/src,packages,services,cli,tenants}/**/*.{ts,sql}').filter(
    ({ path, text }) => /app\.set_tenant\b/.test(text) && !path.endsWith('/app.set_tenant.sql'),
  )
  const writes =
    /\b(insert into|update app|delete from|for (no key )?update|perform app\.(?!set_tenant))/i
  const writing = users.filter(({ text }) => writes.test(text.replace(/--.*/g, '')))
  assert.deepEqual(
    writing.map(({ path }) => path.replace(/.*\//, '')),
    ['business-moves.ts'],
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BookingRequest, createBooking, createHold, type RequestContext } from '@silla/core'
import type { Query, Sql, TenantDb } from '@silla/db'
import { type ApiResponse, type Client, client } from '../../support/client.ts'
import { testDatabase } from '../../support/database.ts'
import { postUntilAvailable } from '../../support/post-until-available.ts'
import { requestContextFor } from '../../support/request-context.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'
import { dayOf } from '../../support/salon-fixture.ts'
import { twoProcesses } from '../../support/two-processes.ts'

test('two guests cannot book the same time', async () => {
  const salon = await openSalon({ professionals: ['Ana'], now: '2030-03-04T08:00' })
  const first = await salon.guest.book('Ana', '10:00')
  assert.equal(first.status, 201, first.text)
  const second = await salon.guest.book('Ana', '10:15', { email: 'otra@example.com' })
  assert.equal(second.status, 400)
  assert.equal(second.error.code, 'SLOT_NOT_AVAILABLE')
  assert.deepEqual(second.error.alternativas, [
    { fecha: '2030-03-04', hora_inicio: '10:30', peluquero_id: salon.id('Ana') },
    { fecha: '2030-03-04', hora_inicio: '10:45', peluquero_id: salon.id('Ana') },
    { fecha: '2030-03-04', hora_inicio: '09:30', peluquero_id: salon.id('Ana') },
  ])
})

for (const [title, times] of [
  ['equal times', ['10:00']],
  ['overlapping times', ['10:00', '10:15', '10:30', '10:45']],
] as const) {
  test(`of 50 simultaneous bookings for ${title} through two processes, one succeeds and 49 get SLOT_NOT_AVAILABLE`, async () => {
    const salon = await openSalon({ timezone: 'UTC', services: [{ name: 'Corte', minutes: 60 }] })
    const answers = await rush(salon, (index) => ({
      peluquero_id: salon.id('Ana'),
      hora_inicio: times[index % times.length] ?? '',
    }))
    const refused = answers.filter((answer) => answer.status !== 201)
    assert.equal(refused.length, 49)
    assert.deepEqual(
      [...new Set(refused.map((answer) => answer.error.code))],
      ['SLOT_NOT_AVAILABLE'],
    )
    assert.deepEqual(await written(salon), { claims: 1, bookings: 1, customers: 1 })
  })
}

test('50 simultaneous bookings of different times all succeed', async () => {
  const professionals = ['Ana', 'Bea', 'Cruz']
  const salon = await openSalon({ timezone: 'UTC', professionals })
  const answers = await rush(salon, (index) => ({
    peluquero_id: salon.id(professionals[index % 3] ?? ''),
    hora_inicio: `${10 + (Math.floor(index / 6) % 9)}:${index % 2 ? '30' : '00'}`,
  }))
  assert.deepEqual([...new Set(answers.map((answer) => answer.status))], [201])
  assert.deepEqual(await written(salon), { claims: 50, bookings: 50, customers: 50 })
})

test('D32: of 50 simultaneous bookings with anyone at a time at which seven are free, seven succeed, each with another one', async () => {
  const salon = await openSalon({ timezone: 'UTC', professionals: seven })
  const answers = await rush(salon, () => ({ hora_inicio: '10:00', peluquero_id: 0 }))
  assertSucceeded(answers, 7)
  assert.equal(professionalsOf(answers).size, 7)
  assert.deepEqual(await written(salon), { claims: 7, bookings: 7, customers: 7 })
})

test('D35: of 50 simultaneous bookings that need one of three units, three succeed', async () => {
  const salon = await openSalon({
    timezone: 'UTC',
    professionals: seven,
    resources: { Lavabo: 3 },
    services: [{ name: 'Corte', needs: ['Lavabo'] }],
  })
  const answers = await rush(salon, () => ({ hora_inicio: '10:00' }))
  assertSucceeded(answers, 3)
  assert.deepEqual(await written(salon), { claims: 6, bookings: 3, customers: 3 })
})

test('D33: 50 simultaneous bookings of two people, of whom several are free, take all of them and nobody twice', async () => {
  const salon = await openSalon({
    timezone: 'UTC',
    services: [{ name: 'Color' }, { name: 'Corte' }],
    professionals: seven.map((name, index) => ({
      name,
      services: [index < 3 ? 'Color' : 'Corte'],
    })),
  })
  const lineas = ['Color', 'Corte'].map((name) => ({ servicio_id: salon.id(name) }))
  const answers = await rush(salon, () => ({ hora_inicio: '10:00', lineas }))
  // three color and four cut
  assertSucceeded(answers, 3)
  assert.deepEqual(await written(salon), { claims: 6, bookings: 3, customers: 3 })
})

test('D33: 50 simultaneous bookings of two people, of whom 50 pairs are free, all succeed', async () => {
  const services = ['Color', 'Corte']
  const salon = await openSalon({
    timezone: 'UTC',
    services: services.map((name) => ({ name })),
    professionals: services.flatMap((name) => people(50, name)),
  })
  const lineas = services.map((name) => ({ servicio_id: salon.id(name) }))
  const answers = await rush(salon, () => ({ hora_inicio: '10:00', lineas }))
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201])
  assert.deepEqual(await written(salon), { claims: 100, bookings: 50, customers: 50 })
})

/** So many who do one service. */
const people = (count: number, service: string) =>
  Array.from({ length: count }, (_, index) => ({
    name: `${service} ${index}`,
    services: [service],
  }))

for (const [what, run] of Object.entries({
  booking: (context: RequestContext, visit: VisitInput) =>
    createBooking(context, {
      ...visit,
      contact: { name: 'Lucía Prado', email: 'lucia@example.com', phone: null },
      language: 'es',
      notes: '',
      usePoints: false,
    }),
  hold: (context: RequestContext, visit: VisitInput) =>
    createHold(context, { ...visit, client: null }),
})) {
  test(`D33: a ${what} that others beat eight times gets what is still free, and is refused when nothing is`, async () => {
    const services = ['Color', 'Corte']
    const salon = await openSalon({
      now: '2030-03-04T08:00',
      services: services.map((name) => ({ name })),
      professionals: services.flatMap((name) => people(9, name)),
    })
    const visit = {
      serviceIds: services.map(salon.id),
      professionalId: null,
      lines: services.map((name) => ({ serviceId: salon.id(name), professionalId: null })),
      day: dayOf('2030-03-05'),
      startMinute: 600,
      byBusiness: false,
    }
    const context = await beaten(salon, 8)
    await run(context, visit)
    await assert.rejects(run(await beaten(salon, 0), visit), { code: 'SLOT_NOT_AVAILABLE' })
  })
}

/** A context in which somebody else takes, this often, what is about to be written. */
async function beaten(salon: TestSalon, times: number): Promise<RequestContext> {
  const context = await requestContextFor(salon)
  const { db } = context.tenant
  let count = 0
  const exec: typeof db.exec = async (write) => {
    if (count++ < times) await take(salon, await claimsOfWrite(db, write))
    return db.exec(write)
  }
  return {
    ...context,
    tenant: { ...context.tenant, db: { ...db, exec } },
    identity: { kind: 'visitor' },
  }
}

/** What a statement would claim; nothing of it stays. */
async function claimsOfWrite<Row extends object>(
  db: TenantDb,
  write: (sql: Sql) => Query<Row>,
): Promise<{ resourceId: number; startsAt: Date; endsAt: Date }[]> {
  const undo = new Error('undo')
  let claims: { resourceId: number; startsAt: Date; endsAt: Date }[] = []
  await db
    .transaction(async (tx) => {
      await write(tx)
      claims = await tx`
        select resource_id, starts_at, ends_at from claims
        where business_id = ${tx.businessId} and kind <> 'block'`
      throw undo
    })
    .catch((error) => assert.equal(error, undo))
  return claims
}

type VisitInput = Pick<
  BookingRequest,
  'serviceIds' | 'professionalId' | 'lines' | 'day' | 'startMinute' | 'byBusiness'
>

async function take(
  { businessId }: TestSalon,
  claims: Awaited<ReturnType<typeof claimsOfWrite>>,
): Promise<void> {
  const { witness } = await testDatabase()
  assert.equal(claims.length, 2, 'one for each line')
  for (const { resourceId, startsAt, endsAt } of claims)
    await witness`
      insert into claims (
        business_id, resource_id, starts_at, ends_at, kind, owner_kind, owner_id)
      values (${businessId}, ${resourceId}, ${startsAt}, ${endsAt}, 'block', 'block', 1)`
}

const seven = ['Ana', 'Bea', 'Cruz', 'Dani', 'Eva', 'Fran', 'Gala']

/** As many got 201, and all others SLOT_NOT_AVAILABLE. */
function assertSucceeded(answers: readonly ApiResponse[], count: number): void {
  const refused = answers.filter(({ status }) => status !== 201)
  assert.equal(answers.length - refused.length, count)
  assert.deepEqual([...new Set(refused.map(({ error }) => error.code))], ['SLOT_NOT_AVAILABLE'])
}

const professionalsOf = (answers: readonly ApiResponse[]) =>
  new Set(
    answers.filter(({ status }) => status === 201).map(({ data }) => data.profesional.id as number),
  )

/**
 * Fifty requests at once, every other one to the second of two API processes; their clock is the
 * real one.
 */
async function rush(
  salon: TestSalon,
  input: (index: number) => { hora_inicio: string; [field: string]: unknown },
): Promise<ApiResponse[]> {
  const guests = (await twoProcesses()).map((url) =>
    client(url, { 'x-api-key': salon.publishableKey }),
  )
  const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
  return Promise.all(
    Array.from({ length: 50 }, (_, index) => {
      const fields = input(index)
      return postUntilAvailable(guests[index % 2] as Client, '/reservas/crear/', {
        ...(fields.lineas === undefined && { servicio_ids: [salon.id('Corte')] }),
        fecha: inAWeek,
        nombre: `Cliente ${index}`,
        email: `cliente-${index}@example.com`,
        ...fields,
      })
    }),
  )
}

async function written(salon: TestSalon) {
  const { witness } = await testDatabase()
  const [row] = await witness`
    select (select count(*)::int from claims where business_id = ${salon.businessId}) as claims,
      (select count(*)::int from bookings where business_id = ${salon.businessId}) as bookings,
      (select count(*)::int from customers where business_id = ${salon.businessId}) as customers`
  return { ...row }
}

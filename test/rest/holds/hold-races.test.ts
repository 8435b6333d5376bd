import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { dataOf } from '../../support/assertions.ts'
import { type ApiResponse, type Client, client } from '../../support/client.ts'
import { testDatabase } from '../../support/database.ts'
import { postUntilAvailable } from '../../support/post-until-available.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'
import { twoProcesses } from '../../support/two-processes.ts'

// Simultaneous requests through two API processes, whose clock is the real one.

const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)

let urls: string[]

before(async () => {
  urls = await twoProcesses()
})

const processes = (salon: TestSalon): [Client, Client] =>
  urls.map((url) => client(url, { 'x-api-key': salon.publishableKey })) as [Client, Client]

const visit = (salon: TestSalon) => ({
  servicio_ids: [salon.id('Corte')],
  peluquero_id: salon.id('Ana'),
  fecha: inAWeek,
  hora_inicio: '10:00',
})

const guest = (index: number) => ({
  nombre: `Cliente ${index}`,
  email: `cliente-${index}@example.com`,
})

const outcomes = (answers: ApiResponse[]) =>
  answers.map(({ status, error }) => error?.code ?? status).sort()

const written = async ({ businessId }: TestSalon) => {
  const { witness } = await testDatabase()
  const [row] = await witness`
    select (select array_agg(kind) from claims where business_id = ${businessId}) as claims,
      (select count(*)::int from bookings where business_id = ${businessId}) as bookings,
      (select count(*)::int from holds
        where business_id = ${businessId} and booking_id is not null) as booked_holds`
  return { ...row }
}

test('D36: of 50 simultaneous holds of one time, one succeeds', async () => {
  const salon = await openSalon({ timezone: 'UTC' })
  const callers = processes(salon)
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      postUntilAvailable(callers[index % 2] as Client, '/retenciones/', visit(salon)),
    ),
  )
  assert.deepEqual(outcomes(answers), [201, ...Array(49).fill('SLOT_NOT_AVAILABLE')])
  assert.deepEqual((await written(salon)).claims, ['hold'])
})

test('D36: while 50 others try, a held time becomes the booking of its holder', async () => {
  const salon = await openSalon({ timezone: 'UTC' })
  const callers = processes(salon)
  const { id, token } = dataOf(await callers[0].post('/retenciones/', visit(salon)), 201)
  const others = Array.from({ length: 50 }, (_, index) => {
    const caller = callers[index % 2] as Client
    return index % 5 === 0
      ? postUntilAvailable(caller, '/retenciones/', visit(salon))
      : postUntilAvailable(caller, '/reservas/crear/', { ...visit(salon), ...guest(index) })
  })
  const retencion = { id, token }
  const body = { ...visit(salon), ...guest(99), retencion }
  others.splice(25, 0, postUntilAvailable(callers[1], '/reservas/crear/', body))
  const answers = await Promise.all(others)
  assert.equal(answers[25]?.status, 201)
  assert.deepEqual(outcomes(answers), [201, ...Array(50).fill('SLOT_NOT_AVAILABLE')])
  assert.deepEqual(await written(salon), { claims: ['booking'], bookings: 1, bookedHolds: 1 })
})

test('D36: a hold that is booked several times at once becomes one booking', async () => {
  const salon = await openSalon({ timezone: 'UTC' })
  const callers = processes(salon)
  const { id, token } = dataOf(await callers[0].post('/retenciones/', visit(salon)), 201)
  const retencion = { id, token }
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      (callers[index % 2] as Client).post('/reservas/crear/', {
        ...visit(salon),
        ...guest(index),
        retencion,
      }),
    ),
  )
  assert.deepEqual(outcomes(answers), [201, ...Array(9).fill('HOLD_ALREADY_BOOKED')])
  assert.deepEqual(await written(salon), { claims: ['booking'], bookings: 1, bookedHolds: 1 })
})

test('D36: of a booking and a release of one hold, and of two extensions, one succeeds', async () => {
  const salon = await openSalon({ timezone: 'UTC' })
  const callers = processes(salon)
  const { id, token } = dataOf(await callers[0].post('/retenciones/', visit(salon)), 201)
  const extensions = await Promise.all(
    [...callers, ...callers].map((caller) =>
      caller.post(`/retenciones/${id}/prolongar/`, { token }),
    ),
  )
  assert.deepEqual(outcomes(extensions), [200, ...Array(3).fill('HOLD_NOT_EXTENDABLE')])

  const retencion = { id, token }
  const [released, booked] = await Promise.all([
    callers[0].delete(`/retenciones/${id}/`, { 'x-retencion-token': token }),
    callers[1].post('/reservas/crear/', { ...visit(salon), ...guest(1), retencion }),
  ])
  // released first, the time is still free for the booking, which the hold becomes all the same
  assert.equal(booked.status, 201, booked.text)
  const isBooked = released.error?.code === 'HOLD_ALREADY_BOOKED'
  assert.ok(isBooked || released.status === 200, released.text)
  assert.deepEqual(await written(salon), { claims: ['booking'], bookings: 1, bookedHolds: 1 })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atEnd, onePerFile } from '../../support/at-end.ts'
import { type ApiResponse, type Client, client } from '../../support/client.ts'
import { testDatabase } from '../../support/database.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'
import { apiSettings, startServer } from '../../support/servers.ts'

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
    client(`${url}/api/v1`, { 'x-api-key': salon.publishableKey }),
  )
  const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
  return Promise.all(
    Array.from({ length: 50 }, (_, index) => {
      const fields = input(index)
      return (guests[index % 2] as Client).post('/reservas/crear/', {
        ...(fields.lineas === undefined && { servicio_ids: [salon.id('Corte')] }),
        fecha: inAWeek,
        nombre: `Cliente ${index}`,
        email: `cliente-${index}@example.com`,
        ...fields,
      })
    }),
  )
}

/** The addresses of two API processes. */
const twoProcesses = onePerFile(async () => {
  const { urls } = await testDatabase()
  const settings = {
    ...apiSettings(urls.api),
    LOG_LEVEL: 'silent',
    // fifty at once exceed the rate limit of one address
    SILLA_RATE_LIMITS: 'off',
  }
  const servers = await Promise.all(
    [1, 2].map(() => startServer('services/api/bin/api.js', settings)),
  )
  atEnd(() => Promise.all(servers.map((server) => server.stop())))
  return servers.map(({ url }) => url)
})

async function written(salon: TestSalon) {
  const { witness } = await testDatabase()
  const [row] = await witness`
    select (select count(*)::int from claims where business_id = ${salon.businessId}) as claims,
      (select count(*)::int from bookings where business_id = ${salon.businessId}) as bookings,
      (select count(*)::int from customers where business_id = ${salon.businessId}) as customers`
  return { ...row }
}

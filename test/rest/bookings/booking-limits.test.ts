import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApi } from '../../support/api.ts'
import { assertError, dataOf } from '../../support/assertions.ts'
import { type ApiResponse, client } from '../../support/client.ts'
import { testDatabase } from '../../support/database.ts'
import { connectTestAccount, payOnline } from '../../support/money.ts'
import { openSalon, type SalonClient, type TestSalon } from '../../support/salon.ts'
import { untilWaiting } from '../../support/until-waiting.ts'
import { assertWritesNothing, countRows } from '../../support/writes.ts'

const fiveTimes = ['10:00', '10:30', '11:00', '11:30', '12:00']

const booksFive = async (salon: TestSalon, more: Record<string, unknown>) => {
  const bookings = []
  for (const time of fiveTimes)
    bookings.push(dataOf(await salon.guest.book('Ana', time, more), 201))
  return bookings
}

test('D15: a guest may have five upcoming bookings per email, in any spelling', async () => {
  const salon = await openSalon()
  await booksFive(salon, { email: 'lucia@example.com' })
  for (const email of ['lucia@example.com', 'LUCIA@Example.com', ' lucia@example.com ']) {
    const answer = await assertWritesNothing(salon, () =>
      salon.guest.book('Ana', '16:00', { email }),
    )
    assertError(answer, 'BOOKING_LIMIT_REACHED')
  }
  dataOf(await salon.guest.book('Ana', '16:00', { email: 'lucia+b@example.com' }), 201)
})

test('D15: a guest may have five upcoming bookings per phone, in any spelling', async () => {
  const salon = await openSalon()
  for (const [index, time] of fiveTimes.entries()) {
    dataOf(
      await salon.guest.book('Ana', time, {
        email: `g${index}@example.com`,
        telefono: '612345678',
      }),
      201,
    )
  }
  const sixth = (telefono: string, email: string) =>
    assertWritesNothing(salon, () => salon.guest.book('Ana', '16:00', { telefono, email }))
  assertError(await sixth('+34 612 34 56 78', 'g9@example.com'), 'BOOKING_LIMIT_REACHED')
  assertError(await sixth('612345678', 'g0@example.com'), 'BOOKING_LIMIT_REACHED')
  dataOf(
    await salon.guest.book('Ana', '16:00', { telefono: '612345679', email: 'g9@example.com' }),
    201,
  )
  dataOf(await salon.guest.book('Ana', '17:00', { email: 'g9@example.com' }), 201)
})

test('D15: cancelled and started bookings do not count', async () => {
  const salon = await openSalon({ settings: { cancellationHours: 0 }, now: '2030-03-04T08:00' })
  const [first] = await booksFive(salon, {})
  assertError(await salon.guest.book('Ana', '16:00'), 'BOOKING_LIMIT_REACHED')
  dataOf(await salon.guest.cancel(first))
  dataOf(await salon.guest.book('Ana', '16:00'), 201)
  assertError(await salon.guest.book('Ana', '16:30'), 'BOOKING_LIMIT_REACHED')
  salon.setTime('2030-03-04T10:29')
  assertError(await salon.guest.book('Ana', '16:30'), 'BOOKING_LIMIT_REACHED')
  salon.setTime('2030-03-04T10:30')
  dataOf(await salon.guest.book('Ana', '16:30'), 201)
})

test('D15: bookings by the salon are not limited', async () => {
  const salon = await openSalon()
  await booksFive(salon, { telefono: '612345678' })
  dataOf(await salon.backend.book('Ana', '16:00', { telefono: '612345678' }), 201)
  dataOf(
    await salon.backend.book('Ana', '16:30', { telefono: '612345678', por_negocio: true }),
    201,
  )
})

test('bookings at another salon do not count', async () => {
  const salon = await openSalon()
  const neighbour = await openSalon()
  await booksFive(neighbour, { telefono: '612345678' })
  dataOf(await salon.guest.book('Ana', '10:00', { telefono: '612345678' }), 201)
})

const twelve = Array.from({ length: 12 }, (_, index) => `Peluquero ${index}`)

for (const [what, contact] of [
  [
    'one e-mail that is new here',
    (index: number) => ({ email: 'raul@example.com', telefono: `6123456${index + 10}` }),
  ],
  ['one phone', (index: number) => ({ email: `raul-${index}@example.com`, telefono: '612345678' })],
  ['one e-mail and one phone', () => ({ email: 'raul@example.com', telefono: '612345678' })],
] as const) {
  test(`D15: of twelve simultaneous requests with ${what}, through three processes, five succeed`, async () => {
    const salon = await openSalon({ professionals: twelve })
    assert.deepEqual(outcomes(await rush(salon, contact)), { 201: 5, BOOKING_LIMIT_REACHED: 7 })
    const { bookings, claims, events, booking_transitions } = await countRows(salon)
    assert.deepEqual([bookings, claims, events, booking_transitions], [5, 5, 5, 5])
  })
}

test('D15: simultaneous bookings of a known guest stop at five', async () => {
  const salon = await openSalon({ professionals: twelve })
  dataOf(await salon.guest.book('Peluquero 0', '09:00'), 201)
  assert.deepEqual(outcomes(await rush(salon, () => ({}))), { 201: 4, BOOKING_LIMIT_REACHED: 8 })
})

test('D15: simultaneous first bookings of a new guest stop at five', async () => {
  const salon = await openSalon({ professionals: twelve })
  const { witness } = await testDatabase()
  const row = {
    business_id: salon.businessId,
    email_key: 'raul@example.com',
    email: '',
    name: '',
    language: 'es',
  }
  let answers: Promise<ApiResponse[]> = Promise.resolve([])
  // somebody is about to write this very customer, so everybody who has counted no visit yet waits
  // behind them
  const change = witness.begin(async (tx) => {
    await tx`insert into customers ${tx({ ...row, created_at: salon.clock.now() })}`
    answers = rush(salon, () => ({ email: 'raul@example.com' }))
    await untilWaiting(6)
    throw new Error('thinks better of it')
  })
  await assert.rejects(change, /thinks better/)
  assert.deepEqual(outcomes(await answers), { 201: 5, BOOKING_LIMIT_REACHED: 7 })
})

/**
 * Twelve simultaneous bookings of twelve professionals, so that only the guest's limit applies.
 */
async function rush(
  salon: TestSalon,
  contact: (index: number) => Record<string, string>,
): Promise<ApiResponse[]> {
  const others = await Promise.all([openApi(), openApi()])
  for (const other of others) other.clock.set(salon.clock.now())
  const clients = [salon.guest, ...others.map(({ url }) => salon.guestAt(url))]
  // each process knows the salon before the rush begins
  await Promise.all(clients.map((client) => client.get('/servicios/')))
  const answers = await Promise.all(
    twelve.map((name, index) =>
      (clients[index % 3] as SalonClient).book(name, '10:00', contact(index)),
    ),
  )
  await Promise.all(others.map((other) => other.close()))
  return answers
}

function outcomes(answers: ApiResponse[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, error } of answers)
    counts[error?.code ?? status] = (counts[error?.code ?? status] ?? 0) + 1
  return counts
}

test('D15: three unpaid bookings per address, and another once one is paid or expired', async (t) => {
  const salon = await openSalon({
    settings: { acceptsOnlinePayments: true, requiresPrepayment: true },
  })
  await connectTestAccount(salon)
  const api = await openApi(undefined, {
    limits: { redisUrl: null, trustedProxies: ['127.0.0.1'] },
  })
  t.after(api.close)
  api.clock.set(salon.clock.now())
  const input = {
    servicio_ids: [salon.id('Corte')],
    peluquero_id: salon.id('Ana'),
    fecha: salon.today,
    nombre: 'Eva',
  }
  let guests = 0
  const inputs = (hora_inicio: string, headers: Record<string, string>, more = {}) =>
    client(api.url, { 'x-api-key': salon.publishableKey, ...headers }).post('/reservas/crear/', {
      ...{ ...input, hora_inicio, email: `g${++guests}@example.com` },
      ...more,
    })
  const [here, there] = [{ 'x-forwarded-for': '203.0.113.7' }, { 'x-forwarded-for': '203.0.113.8' }]

  const [first] = [
    dataOf(await inputs('10:00', here), 201),
    dataOf(await inputs('10:30', here), 201),
    dataOf(await inputs('11:00', here), 201),
  ]
  assertError(
    await assertWritesNothing(salon, () => inputs('12:00', here)),
    'BOOKING_LIMIT_REACHED',
  )
  dataOf(await inputs('12:00', there), 201)
  const server = { 'x-api-key': salon.secretKey }
  dataOf(await inputs('12:30', { ...here, ...server }), 201)
  assert.equal(
    dataOf(await inputs('13:00', { ...here, ...server }, { por_negocio: true }), 201).estado,
    'confirmada',
  )

  await payOnline(salon, { booking: first })
  dataOf(await inputs('13:30', here), 201)
  assertError(await inputs('14:00', here), 'BOOKING_LIMIT_REACHED')
  api.clock.set(new Date(salon.clock.now().getTime() + 15 * 60_000))
  dataOf(await inputs('14:00', here), 201)
})

test('D15: of many simultaneous unpaid bookings from one address three succeed', async (t) => {
  const salon = await openSalon({
    settings: { acceptsOnlinePayments: true, requiresPrepayment: true },
    professionals: ['Ana', 'Bea', 'Eva', 'Zoe', 'Iris', 'Nuria'],
  })
  await connectTestAccount(salon)
  const api = await openApi(undefined, { limits: { redisUrl: null, trustedProxies: [] } })
  t.after(api.close)
  api.clock.set(salon.clock.now())
  const guest = salon.guestAt(api.url)
  const answers = await Promise.all(
    ['Ana', 'Bea', 'Eva', 'Zoe', 'Iris', 'Nuria'].map((who) =>
      guest.book(who, '10:00', { email: `${who}@example.com` }),
    ),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 201, 400, 400, 400])
})

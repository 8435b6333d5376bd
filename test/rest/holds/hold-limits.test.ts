import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openApi, type TestApi } from '../../support/api.ts'
import { assertError, dataOf } from '../../support/assertions.ts'
import { atEnd } from '../../support/at-end.ts'
import { type ApiResponse, client } from '../../support/client.ts'
import { connectTestAccount } from '../../support/money.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'
import { assertWritesNothing } from '../../support/writes.ts'

// Rate limits are on here, because with them the API knows the address of a caller.

let api: TestApi

before(async () => {
  api = await openApi(undefined, { limits: { redisUrl: null, trustedProxies: ['127.0.0.1'] } })
  atEnd(api.close)
})

interface Caller {
  /** The caller's address. */
  from: string
  key?: string
  headers?: Record<string, string>
}

const post = (
  salon: TestSalon,
  path: string,
  body: Record<string, unknown>,
  { from, key = salon.publishableKey, headers }: Caller,
): Promise<ApiResponse> =>
  client(api.url, { 'x-api-key': key, 'x-forwarded-for': from, ...headers }).post(path, {
    servicio_ids: [salon.id('Corte')],
    peluquero_id: salon.id('Ana'),
    fecha: salon.today,
    ...body,
  })

const hold = (salon: TestSalon, hora_inicio: string, caller: Caller, more = {}) =>
  post(salon, '/retenciones/', { hora_inicio, ...more }, caller)

let guests = 0
const book = (salon: TestSalon, hora_inicio: string, caller: Caller, more = {}) => {
  const contact = { nombre: 'Eva', email: `guest${++guests}@example.com` }
  return post(salon, '/reservas/crear/', { hora_inicio, ...contact, ...more }, caller)
}

/** The salon's time passes, and with it that of the API with rate limits. */
const setTime = (salon: TestSalon, time: string) => {
  salon.setTime(time)
  api.clock.set(salon.clock.now())
}

async function openAt(time: string, fixture: Parameters<typeof openSalon>[0] = {}) {
  const salon = await openSalon({ ...fixture, now: time })
  api.clock.set(salon.clock.now())
  return salon
}

/** Two callers at addresses that no other test has, so that no rate limit applies. */
const newCallers = (): [Caller, Caller] => [
  { from: `203.0.113.${++addresses}` },
  { from: `203.0.113.${++addresses}` },
]

let addresses = 0

test('D36: one address holds three times at once; released, expired and booked ones do not count', async () => {
  const salon = await openAt('2030-03-04T08:00')
  const [here, there] = newCallers()
  const holds = []
  for (const time of ['10:00', '11:00', '12:00'])
    holds.push(dataOf(await hold(salon, time, here), 201))
  assertError(
    await assertWritesNothing(salon, () => hold(salon, '13:00', here)),
    'HOLD_LIMIT_REACHED',
  )
  dataOf(await hold(salon, '13:00', there), 201)

  const [first, second] = holds
  const proof = { 'x-api-key': salon.publishableKey, 'x-retencion-token': first.token }
  dataOf(await client(api.url, proof).delete(`/retenciones/${first.id}/`))
  dataOf(await hold(salon, '10:00', here), 201)
  const retencion = { id: second.id, token: second.token }
  dataOf(await book(salon, '11:00', here, { retencion }), 201)
  dataOf(await hold(salon, '14:00', here), 201)
  assertError(await hold(salon, '15:00', here), 'HOLD_LIMIT_REACHED')
  setTime(salon, '2030-03-04T08:10')
  dataOf(await hold(salon, '15:00', here), 201)
})

test('D36: the limit comes before the refusals of the time', async () => {
  const salon = await openAt('2030-03-04T09:30')
  const [here] = newCallers()
  for (const time of ['10:00', '11:00', '12:00']) dataOf(await hold(salon, time, here), 201)
  for (const time of ['09:00', '21:00', '13:07', '10:00'])
    assertError(await hold(salon, time, here), 'HOLD_LIMIT_REACHED')
})

test('D36: a time is not held again within ten minutes after it has expired, but can be booked', async () => {
  const salon = await openAt('2030-03-04T08:00', { professionals: ['Ana', 'Bea'] })
  const [here, there] = newCallers()
  const { id, token } = dataOf(await hold(salon, '10:00', here), 201)
  setTime(salon, '2030-03-04T08:10')
  // to release it now does not help
  const proof = { 'x-api-key': salon.publishableKey, 'x-retencion-token': token }
  dataOf(await client(api.url, proof).delete(`/retenciones/${id}/`))
  for (const [time, name] of [
    ['10:00', 'Ana'],
    ['09:45', 'Ana'],
    ['10:15', 'Bea'],
  ] as const)
    assertError(
      await hold(salon, time, here, { peluquero_id: salon.id(name) }),
      'HOLD_LIMIT_REACHED',
    )
  dataOf(await hold(salon, '10:30', here), 201)
  dataOf(await hold(salon, '09:30', here), 201)
  dataOf(await hold(salon, '10:00', there, { peluquero_id: salon.id('Bea') }), 201)
  dataOf(await book(salon, '10:00', here), 201)
  setTime(salon, '2030-03-04T08:20')
  assertError(await hold(salon, '10:00', here), 'SLOT_NOT_AVAILABLE')
})

test('D36: one address makes twelve holds in an hour', async () => {
  const salon = await openAt('2030-03-04T08:00')
  const [here, there] = newCallers()
  for (let index = 0; index < 12; index++) {
    const { id, token } = dataOf(await hold(salon, '10:00', here), 201)
    const proof = { 'x-api-key': salon.publishableKey, 'x-retencion-token': token }
    dataOf(await client(api.url, proof).delete(`/retenciones/${id}/`))
  }
  assertError(await hold(salon, '10:00', here), 'HOLD_LIMIT_REACHED')
  dataOf(await hold(salon, '10:00', there), 201)
  setTime(salon, '2030-03-04T09:00')
  dataOf(await hold(salon, '11:00', here), 201)
})

test('D36: with a secret key the visitors count, and without their address 30 live holds', async () => {
  const salon = await openAt('2030-03-04T08:00', { settings: { horizonDays: 60 } })
  const [here] = newCallers()
  const server = (visitor?: string): Caller => ({
    ...here,
    key: salon.secretKey,
    headers: visitor ? { 'x-client-ip': visitor } : {},
  })
  for (const time of ['10:00', '11:00', '12:00'])
    dataOf(await hold(salon, time, server('198.51.100.1')), 201)
  assertError(await hold(salon, '13:00', server('198.51.100.1')), 'HOLD_LIMIT_REACHED')
  dataOf(await hold(salon, '13:00', server('198.51.100.2')), 201)

  for (let index = 0; index < 30; index++)
    dataOf(
      await hold(salon, '10:00', server(), {
        fecha: `2030-04-${String(index + 1).padStart(2, '0')}`,
      }),
      201,
    )
  assertError(await hold(salon, '16:00', server()), 'HOLD_LIMIT_REACHED')
})

test('D36: of simultaneous holds from one address three succeed', async () => {
  const salon = await openAt('2030-03-04T08:00')
  const [here] = newCallers()
  const answers = await Promise.all(
    ['10:00', '11:00', '12:00', '13:00', '15:00', '16:00', '17:00'].map((time) =>
      hold(salon, time, here),
    ),
  )
  const codes = answers.map(({ status, error }) => error?.code ?? status)
  assert.deepEqual(codes.sort(), [201, 201, 201, ...Array(4).fill('HOLD_LIMIT_REACHED')])
})

test('D36: unpaid bookings and live holds count together, except the hold that is booked', async () => {
  const salon = await openAt('2030-03-04T08:00', {
    settings: { acceptsOnlinePayments: true, requiresPrepayment: true },
  })
  const [here] = newCallers()
  await connectTestAccount(salon)
  dataOf(await book(salon, '10:00', here), 201)
  const { a_pagar_ahora, ...held } = dataOf(await hold(salon, '11:00', here), 201)
  assert.equal(a_pagar_ahora, 1800)
  dataOf(await hold(salon, '12:00', here), 201)
  assertError(await hold(salon, '13:00', here), 'HOLD_LIMIT_REACHED')
  assertError(await book(salon, '13:00', here), 'BOOKING_LIMIT_REACHED')

  const retencion = { id: held.id, token: held.token }
  const booked = dataOf(await book(salon, '11:00', here, { retencion }), 201)
  assert.equal(booked.pago_pendiente, true)
  assertError(await hold(salon, '13:00', here), 'HOLD_LIMIT_REACHED')
})

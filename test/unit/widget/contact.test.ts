import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Wire } from '@silla/client'
import { CustomerSession } from '../../../packages/widget/src/api/customer-session.ts'
import { Failure } from '../../../packages/widget/src/api/failure.ts'
import type { BookingBody } from '../../../packages/widget/src/booking/booking-body.ts'
import { createBooking } from '../../../packages/widget/src/booking/create-booking.ts'
import { redemptionOf } from '../../../packages/widget/src/booking/points.ts'
import type { Screen } from '../../../packages/widget/src/booking/screen.ts'
import { newState } from '../../../packages/widget/src/booking/state.ts'
import { digitsOf } from '../../../packages/widget/src/customer/digits.ts'
import { screen } from './fixtures.ts'

const body = (nombre: string): BookingBody => ({
  fecha: '2030-03-04',
  hora_inicio: '10:00',
  nombre,
})
const booked = { id: 1 } as Wire['Reserva']
const refusal = (code: string) => new Failure({ code, message: '' } as Wire['Fallo']['error'])

/** Answers each request in turn, and notes what was sent and kept. */
function api(answers: (Wire['Reserva'] | Failure)[], unanswered: BookingBody | null = null) {
  const sent: string[] = []
  const kept: { unanswered: BookingBody | null } = { unanswered }
  const options = {
    unanswered,
    keep: (next: BookingBody | null) => {
      kept.unanswered = next
    },
    send: async (request: BookingBody) => {
      sent.push(request.nombre ?? '')
      const answer = answers.shift() ?? assert.fail('one request too many')
      if (answer instanceof Failure) throw answer
      return answer
    },
  }
  return { options, sent, kept }
}

test('a request without an answer is kept, and sent again as it was before a changed one', async () => {
  const lost = api([new Failure(null)])
  await assert.rejects(createBooking(lost.options, body('Eva')), { code: 'OFFLINE' })
  assert.deepEqual(lost.kept.unanswered, body('Eva'))

  const again = api([booked], lost.kept.unanswered)
  assert.equal(await createBooking(again.options, body('Eva Gil')), booked)
  assert.deepEqual([again.sent, again.kept.unanswered], [['Eva'], null])
})

test('a refused request booked nothing: the changed one is sent', async () => {
  const { options, sent, kept } = api([refusal('PHONE_REQUIRED'), booked], body('Eva'))
  assert.equal(await createBooking(options, body('Eva Gil')), booked)
  assert.deepEqual([sent, kept.unanswered], [['Eva', 'Eva Gil'], null])

  const refused = api([refusal('PHONE_REQUIRED')])
  await assert.rejects(createBooking(refused.options, body('Eva')), { code: 'PHONE_REQUIRED' })
  assert.equal(refused.kept.unanswered, null)
})

test('an unchanged request is sent once', async () => {
  const { options, sent } = api([booked], body('Eva'))
  await createBooking(options, body('Eva'))
  assert.deepEqual(sent, ['Eva'])
})

function tokens(count: number): Wire['Sesion'] {
  return { access_token: `access-${count}`, refresh_token: `refresh-${count}` } as Wire['Sesion']
}

function openStorage() {
  const items = new Map<string, string>()
  return {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  }
}

test('a session survives a reload, is renewed with the last refresh token, and is one of one salon', async () => {
  const storage = openStorage()
  const used: string[] = []
  const open = (key: string) =>
    new CustomerSession({
      key,
      storage: () => storage,
      renew: async (refreshToken) => {
        used.push(refreshToken)
        return tokens(used.length + 1)
      },
    })
  open('a').start(tokens(1))
  const reloaded = open('a')
  assert.deepEqual([reloaded.isSignedIn, reloaded.accessToken], [true, 'access-1'])
  assert.equal(await reloaded.refresh(), 'access-2')
  assert.equal(await reloaded.refresh(), 'access-3')
  assert.deepEqual(used, ['refresh-1', 'refresh-2'])
  assert.equal(open('a').refreshToken, 'refresh-3')
  assert.equal(open('b').isSignedIn, false)
})

test('a refused renewal ends the session, a lost connection does not', async () => {
  const storage = openStorage()
  const answers = [new Failure(null), refusal('INVALID_TOKEN')]
  const session = new CustomerSession({
    key: 'a',
    storage: () => storage,
    renew: () => Promise.reject(answers.shift()),
  })
  session.start(tokens(1))
  await assert.rejects(session.refresh(), { code: 'OFFLINE' })
  assert.equal(session.isSignedIn, true)
  assert.equal(await session.refresh(), null)
  assert.deepEqual([session.isSignedIn, storage.getItem('silla:session:a')], [false, null])
})

test('a browser without storage signs in for as long as the page is open', () => {
  const session = new CustomerSession({
    key: 'a',
    storage: () => {
      throw new DOMException('denied', 'SecurityError')
    },
    renew: () => assert.fail(),
  })
  session.start(tokens(1))
  assert.equal(session.accessToken, 'access-1')
  session.end()
  assert.equal(session.accessToken, null)
})

test('a code is read with spaces, dashes and the digits of other scripts', () => {
  assert.equal(digitsOf(' 123-456 '), '123456')
  assert.equal(digitsOf('١٢٣٤٥٦'), '123456')
  assert.equal(digitsOf('۱۲۳ ۴۵۶'), '123456')
  assert.equal(digitsOf('abc'), '')
})

test('points redeem the services that have a price in points', () => {
  const [cut = assert.fail(), fade = assert.fail(), colour = assert.fail()] = screen.servicios
  const withPoints = (isActive: boolean): Screen => ({
    ...screen,
    negocio: { configuracion: { puntos_activo: isActive } } as Screen['negocio'],
    servicios: [{ ...cut, puntos_canjea: 100 }, { ...fade, puntos_canjea: 150 }, colour],
  })
  const state = (serviceIds: number[]) => newState({ serviceIds })
  assert.deepEqual(redemptionOf(withPoints(true), state([1, 2])), {
    points: 250,
    amount: 37.9,
    coversAll: true,
  })
  assert.deepEqual(redemptionOf(withPoints(true), state([1, 3])), {
    points: 100,
    amount: 18,
    coversAll: false,
  })
  const held = (price: number) => ({
    ...state([2]),
    hold: { servicios: [{ id: 2, precio: price }] } as Wire['Retencion'],
  })
  const amountHeldAt = (price: number) => redemptionOf(withPoints(true), held(price))?.amount
  assert.equal(amountHeldAt(22.5), 19.9, 'the offer for the price of the salon')
  assert.equal(amountHeldAt(25.9), 25.9, 'the price of the person, without the offer')
  assert.equal(redemptionOf(withPoints(true), state([3])), null)
  assert.equal(redemptionOf(withPoints(false), state([1])), null)
})

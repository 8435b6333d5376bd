import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, dataOf } from '../../support/assertions.ts'
import { balanceOf, givePoints, movementsOf } from '../../support/points.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'
import { assertWritesNothing } from '../../support/writes.ts'

const menu = [
  { name: 'Corte', priceCents: 2000, offerPriceCents: 1800, pointsAwarded: 20, pointsPrice: 100 },
  { name: 'Barba', priceCents: 1000, pointsAwarded: 10, pointsPrice: 0 },
]
const lucia = { nombre: 'Lucía Prado', email: 'lucia@example.com' }

async function customerWith(points: number, salon: TestSalon) {
  const customer = await salon.customer(lucia)
  if (points > 0) await givePoints(salon, customer.id, points)
  return customer
}

test('D15: points pay every service that can be redeemed; the others stay due and award points', async () => {
  const salon = await openSalon({ services: menu })
  const customer = await customerWith(150, salon)
  const input = { services: ['Corte', 'Barba'], usar_puntos: true }
  const booking = dataOf(await customer.book('Ana', '10:00', input), 201)
  assert.deepEqual(
    [
      booking.subtotal,
      booking.descuento,
      booking.total,
      booking.total_centimos,
      booking.puntos_ganados,
    ],
    [30, 20, 10, 1000, 10],
  )
  assert.equal(await balanceOf(salon, lucia.email), 50)
  const detail = dataOf(await customer.get(`/reservas/${booking.id}/`))
  assert.equal(detail.puntos_usados, 100)
})

test('D15: points are returned once when a booking is cancelled', async () => {
  const salon = await openSalon({ services: menu, now: '2030-03-04T08:00' })
  const customer = await customerWith(100, salon)
  const booking = dataOf(
    await customer.book('Ana', '10:00', { date: '2030-03-08', usar_puntos: true }),
    201,
  )
  assert.equal(await balanceOf(salon, lucia.email), 0)
  dataOf(await customer.post(`/reservas/${booking.id}/cancelar/`))
  assertError(await customer.post(`/reservas/${booking.id}/cancelar/`), 'CANNOT_CANCEL')
  assert.equal(await balanceOf(salon, lucia.email), 100)
})

test('POINTS_DISABLED, POINTS_NOT_APPLICABLE, INSUFFICIENT_POINTS and AUTHENTICATION_REQUIRED write nothing', async () => {
  const salon = await openSalon({ services: menu })
  const customer = await customerWith(99, salon)
  const refuses = async (
    query: () => ReturnType<typeof customer.book>,
    code: Parameters<typeof assertError>[1],
  ) => assertError(await assertWritesNothing(salon, query), code)
  const points = { usar_puntos: true }
  await refuses(() => salon.guest.book('Ana', '10:00', points), 'AUTHENTICATION_REQUIRED')
  await refuses(() => salon.backend.book('Ana', '10:00', points), 'AUTHENTICATION_REQUIRED')
  await refuses(
    () => customer.book('Ana', '10:00', { ...points, services: ['Barba'] }),
    'POINTS_NOT_APPLICABLE',
  )
  await refuses(() => customer.book('Ana', '10:00', points), 'INSUFFICIENT_POINTS')
  // off the grid and short of points: points come first; not at work and short of points:
  // last
  await refuses(() => customer.book('Ana', '10:07', points), 'INSUFFICIENT_POINTS')
  await refuses(() => customer.book('Ana', '23:00', points), 'BUSINESS_CLOSED')
  await salon.apply({ services: menu, settings: { pointsEnabled: false } })
  await refuses(() => customer.book('Ana', '10:00', points), 'POINTS_DISABLED')
  assert.equal(await balanceOf(salon, lucia.email), 99)
})

test('of many simultaneous bookings with the same points, one succeeds', async () => {
  const salon = await openSalon({ services: menu, professionals: ['Ana', 'Bea', 'Cruz'] })
  const customer = await customerWith(150, salon)
  const inputs = ['Ana', 'Bea', 'Cruz'].flatMap((who) =>
    ['10:00', '11:00', '12:00'].map((time) => customer.book(who, time, { usar_puntos: true })),
  )
  const answers = await Promise.all(inputs)
  assert.equal(answers.filter(({ status }) => status === 201).length, 1)
  for (const answer of answers.filter(({ status }) => status !== 201))
    assertError(answer, 'INSUFFICIENT_POINTS')
  assert.equal(await balanceOf(salon, lucia.email), 50)
})

test('a completed booking awards its points once, also under concurrency', async () => {
  const salon = await openSalon({ services: menu, now: '2030-03-04T08:00' })
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  salon.setTime('2030-03-04T10:30')
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => salon.backend.post(`/reservas/${booking.id}/completar/`)),
  )
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  assert.equal(await balanceOf(salon, lucia.email), 20)
})

test('a no-show reverses points down to zero, and a correction awards them again', async () => {
  const salon = await openSalon({ services: menu, now: '2030-03-04T08:00' })
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  salon.setTime('2030-03-04T10:30')
  const path = `/reservas/${booking.id}`
  dataOf(await salon.backend.post(`${path}/completar/`))
  dataOf(await salon.backend.post(`${path}/no-show/`))
  assert.equal(await balanceOf(salon, lucia.email), 0)
  dataOf(await salon.backend.post(`${path}/completar/`))
  assert.equal(await balanceOf(salon, lucia.email), 20)

  // fifteen of the twenty are spent in the meantime
  await givePoints(salon, booking.cliente.id, -15)
  dataOf(await salon.backend.post(`${path}/no-show/`))
  assert.equal(await balanceOf(salon, lucia.email), 0)
  const moved = await movementsOf(salon, lucia.email)
  assert.deepEqual([...moved].sort(), [
    'adjusted -15',
    'earned 20',
    'earned 20',
    'reverted -20',
    'reverted -5',
  ])
})

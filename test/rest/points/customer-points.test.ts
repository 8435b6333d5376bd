import assert from 'node:assert/strict'
import { test } from 'node:test'
import { awardPoints, reversePoints } from '@silla/core'
import { assertError, dataOf } from '../../support/assertions.ts'
import { givePoints } from '../../support/points.ts'
import { requestContextFor } from '../../support/request-context.ts'
import { openSalon } from '../../support/salon.ts'

const lucia = { nombre: 'Lucía Prado', email: 'lucia@example.com' }
const packages = [{ name: 'Bono', points: 200, priceCents: 1800 }]

test('D12: a customer sees the balance, the last twenty movements and the points packages', async () => {
  const salon = await openSalon({ pointsPackages: packages })
  const customer = await salon.customer(lucia)
  assert.deepEqual(dataOf(await customer.get('/cliente/puntos/')), {
    saldo: 0,
    puntos_activo: true,
    movimientos: [],
    paquetes: [{ id: salon.id('Bono'), nombre: 'Bono', puntos: 200, precio: 18 }],
  })
  for (let points = 1; points <= 22; points++) await givePoints(salon, customer.id, points)
  const { saldo, movimientos } = dataOf(await customer.get('/cliente/puntos/'))
  assert.equal(saldo, 253)
  assert.equal(movimientos.length, 20)
  const [latest] = movimientos
  assert.deepEqual(
    { ...latest, id: 0 },
    {
      id: 0,
      tipo: 'ajuste',
      puntos: 22,
      saldo_posterior: 253,
      concepto: '',
      reserva_id: null,
      created_at: salon.clock.now().toISOString(),
    },
  )
})

test('D12: movements are paginated, latest first, with the balance after each', async () => {
  const salon = await openSalon()
  const customer = await salon.customer(lucia)
  for (let points = 1; points <= 22; points++) await givePoints(salon, customer.id, points)
  const { items, pagination } = dataOf(await customer.get('/cliente/puntos/movimientos/?page=2'))
  assert.deepEqual(
    items.map((item: { puntos: number; saldo_posterior: number }) => [
      item.puntos,
      item.saldo_posterior,
    ]),
    [
      [2, 3],
      [1, 1],
    ],
  )
  assert.deepEqual(
    [pagination.total_items, pagination.has_next, pagination.has_prev],
    [22, false, true],
  )
})

test('D15: the concept of a movement is in the caller’s language and names a partial reversal', async () => {
  const salon = await openSalon()
  const context = await requestContextFor(salon)
  const customer = await salon.customer(lucia)
  const booking = dataOf(await customer.book('Ana', '10:00'), 201)
  const of = {
    bookingId: booking.id,
    bookingCode: booking.codigo,
    customerId: customer.id,
    at: salon.clock.now(),
  }
  await context.tenant.db.transaction((tx) => awardPoints(tx, { ...of, points: 10 }))
  await context.tenant.db.transaction((tx) => reversePoints(tx, { ...of, points: 25 }))
  const observation = async (headers = {}) =>
    dataOf(await customer.get('/cliente/puntos/movimientos/', headers)).items.map(
      (item: { tipo: string; concepto: string; reserva_id: number }) => [
        item.tipo,
        item.concepto,
        item.reserva_id,
      ],
    )
  assert.deepEqual(await observation(), [
    [
      'revertido',
      `Retirados 10 de los 25 de la visita ${booking.codigo}, hasta donde llegaba el saldo`,
      booking.id,
    ],
    ['ganado', `Visita ${booking.codigo}`, booking.id],
  ])
  assert.equal((await observation({ 'accept-language': 'en' }))[1][1], `Visit ${booking.codigo}`)
  assert.equal((await observation({ 'accept-language': 'ar' }))[1][1], `زيارة ${booking.codigo}`)
})

test('points are visible only to their customer', async () => {
  const salon = await openSalon()
  const customer = await salon.customer(lucia)
  const other = await salon.customer({ nombre: 'Marta Olmedo', email: 'marta@example.com' })
  await givePoints(salon, customer.id, 40)
  assert.equal(dataOf(await other.get('/cliente/puntos/')).saldo, 0)
  assert.deepEqual(dataOf(await other.get('/cliente/puntos/movimientos/')).items, [])
  for (const who of [salon.guest, salon.backend]) {
    assertError(await who.get('/cliente/puntos/'), 'AUTHENTICATION_REQUIRED')
    assertError(await who.get('/cliente/puntos/movimientos/'), 'AUTHENTICATION_REQUIRED')
  }
  assertError(await customer.get('/cliente/puntos/movimientos/?page=x'), 'INVALID_PAGINATION')
})

test('D25: points packages are public and cached, and empty where points are off', async () => {
  const salon = await openSalon({ pointsPackages: packages })
  const answer = await salon.guest.get('/puntos/paquetes/')
  assert.deepEqual(dataOf(answer), {
    paquetes: [{ id: salon.id('Bono'), nombre: 'Bono', puntos: 200, precio: 18 }],
    total: 1,
    moneda: 'EUR',
    simbolo_moneda: '€',
  })
  const again = await salon.guest.get('/puntos/paquetes/', {
    'if-none-match': answer.headers.get('etag') ?? '',
  })
  assert.equal(again.status, 304)
  assert.equal(dataOf(await salon.guest.get('/puntos/paquetes/?page=2')).pagination.has_prev, true)

  const without = await openSalon({ pointsPackages: packages, settings: { pointsEnabled: false } })
  const customer = await without.customer(lucia)
  assert.deepEqual(dataOf(await without.guest.get('/puntos/paquetes/')).paquetes, [])
  const own = dataOf(await customer.get('/cliente/puntos/'))
  assert.deepEqual([own.puntos_activo, own.paquetes], [false, []])
})

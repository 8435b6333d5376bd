import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openApi } from '../support/api.ts'
import { assertError, dataOf } from '../support/assertions.ts'
import { atEnd } from '../support/at-end.ts'
import { type Client, client } from '../support/client.ts'
import { testDatabase } from '../support/database.ts'
import { givePoints } from '../support/points.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'

// With the policy out of the way, as in filters.test.ts: what is sold, kept and earned at one salon
// is nobody else's.

let mine: TestSalon
let theirs: TestSalon
let owner: Client
let customer: Client
let theirGuest: Client
let theirOrder: { id: number }
const lucia = { nombre: 'Lucía Prado', email: 'lucia@example.com' }

before(async () => {
  theirs = await openSalon({
    products: [{ name: 'Taza', stock: 5 }],
    pointsPackages: [{ name: 'Suyo', points: 50, priceCents: 500 }],
  })
  mine = await openSalon({ products: [{ name: 'Cera', stock: 7 }], now: '2030-03-04T08:00' })
  const stranger = await theirs.customer(lucia)
  theirOrder = dataOf(
    await stranger.post('/pedidos/', { items: [{ producto_id: theirs.id('Taza'), cantidad: 2 }] }),
    201,
  )
  await givePoints(theirs, stranger.id, 500)

  const { urls } = await testDatabase()
  const api = await openApi(urls.migrator)
  atEnd(api.close)
  api.clock.set(mine.clock.now())
  const { token } = await mine.customer(lucia)
  theirGuest = client(api.url, { 'x-api-key': theirs.publishableKey })
  owner = client(api.url, { 'x-api-key': mine.secretKey })
  customer = client(api.url, { 'x-api-key': mine.publishableKey, authorization: `Bearer ${token}` })
})

test('the shop of one salon holds nothing of the other', async () => {
  const { productos } = dataOf(await customer.get('/productos/'))
  assert.deepEqual(
    productos.map((product: { nombre: string; stock_disponible: number }) => [
      product.nombre,
      product.stock_disponible,
    ]),
    [['Cera', 7]],
  )
  assert.deepEqual(dataOf(await customer.get('/puntos/paquetes/')).paquetes, [])
})

test('a product of the other salon under the same number leaves the count of this one alone', async () => {
  await twinOf(mine.id('Cera'), theirs.id('Taza'))
  const leftOf = async (who: Client, name: string) =>
    dataOf(await who.get('/productos/')).productos.find(
      (product: { nombre: string }) => product.nombre === name,
    ).stock_disponible
  assert.deepEqual([await leftOf(customer, 'Cera'), await leftOf(theirGuest, 'Gemela')], [7, 1])
})

/** Inserts a product with an id of ours at the other salon: ids are unique per business only. */
async function twinOf(id: number, likeId: number) {
  const { witness } = await testDatabase()
  await witness`
    insert into products (business_id, id, handle, category_id, name, price_cents, stock)
      overriding system value
    select business_id, ${id}, 'gemela', category_id, '{"es": "Gemela"}', 500, 1
    from products where business_id = ${theirs.businessId} and id = ${likeId}`
}

test('orders of the other salon are neither listed nor shown, and its products not sold', async () => {
  for (const who of [owner, customer]) {
    assert.deepEqual(dataOf(await who.get('/pedidos/')).items, [])
    assertError(await who.get(`/pedidos/${theirOrder.id}/`), 'ORDER_NOT_FOUND')
  }
  const items = [{ producto_id: theirs.id('Taza'), cantidad: 1 }]
  assertError(await customer.post('/pedidos/', { items }), 'PRODUCT_NOT_FOUND')
  const { productos } = dataOf(await theirs.guest.get('/productos/'))
  assert.equal(
    productos.find((product: { nombre: string }) => product.nombre === 'Taza').stock_disponible,
    3,
  )
})

test('points earned at the other salon, with the same e-mail, are no points here', async () => {
  const points = dataOf(await customer.get('/cliente/puntos/'))
  assert.deepEqual([points.saldo, points.movimientos], [0, []])
})

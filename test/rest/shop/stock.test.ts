import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expireOrder } from '@silla/core'
import { assertError, dataOf } from '../../support/assertions.ts'
import { testDatabase } from '../../support/database.ts'
import { runJobs } from '../../support/jobs.ts'
import { noProcessors, requestContextFor } from '../../support/request-context.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'

const lucia = { nombre: 'Lucía Prado', email: 'lucia@example.com' }
const line = (salon: TestSalon, name: string, cantidad: number) => ({
  producto_id: salon.id(name),
  cantidad,
})

async function left(salon: TestSalon): Promise<Record<string, number | null>> {
  const { productos } = dataOf(await salon.guest.get('/productos/'))
  return Object.fromEntries(
    productos.map((product: { nombre: string; stock_disponible: number | null }) => [
      product.nombre,
      product.stock_disponible,
    ]),
  )
}

test('D25: of twenty simultaneous orders for seven items in stock, seven succeed', async () => {
  const salon = await openSalon({ products: [{ name: 'Cera', stock: 7 }] })
  const customers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      salon.customer({ nombre: 'Ana', email: `ana${index}@example.com` }),
    ),
  )
  const answers = await Promise.all(
    customers.map((customer) => customer.post('/pedidos/', { items: [line(salon, 'Cera', 1)] })),
  )
  assert.equal(answers.filter(({ status }) => status === 201).length, 7)
  for (const answer of answers.filter(({ status }) => status !== 201))
    assertError(answer, 'OUT_OF_STOCK')
  assert.deepEqual(await left(salon), { Cera: 0 })
})

test('an order that is partly out of stock reserves nothing', async () => {
  const salon = await openSalon({
    products: [
      { name: 'Cera', stock: 7 },
      { name: 'Taza', stock: 1 },
    ],
  })
  const customer = await salon.customer(lucia)
  const items = [line(salon, 'Cera', 2), line(salon, 'Taza', 2)]
  assertError(await customer.post('/pedidos/', { items }), 'OUT_OF_STOCK')
  assert.deepEqual(await left(salon), { Cera: 7, Taza: 1 })
  assert.equal(dataOf(await customer.get('/pedidos/')).pagination.total_items, 0)
})

test('orders of two products in opposite order do not deadlock', async () => {
  const salon = await openSalon({
    products: [
      { name: 'Cera', stock: 100 },
      { name: 'Taza', stock: 100 },
    ],
  })
  const customer = await salon.customer(lucia)
  const there = [line(salon, 'Cera', 1), line(salon, 'Taza', 1)]
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      customer.post('/pedidos/', { items: index % 2 ? there : [...there].reverse() }),
    ),
  )
  for (const answer of answers) dataOf(answer, 201)
  assert.deepEqual(await left(salon), { Cera: 80, Taza: 80 })
})

test('D25: an order unpaid after 30 minutes expires, its stock is returned and the customer gets an email', async () => {
  const salon = await openSalon({
    products: [{ name: 'Cera', stock: 5 }, { name: 'Peine' }],
    now: '2030-03-04T08:00',
  })
  const customer = await salon.customer({ ...lucia, idioma: 'en' })
  const items = [line(salon, 'Cera', 4), line(salon, 'Peine', 1)]
  const order = dataOf(await customer.post('/pedidos/', { items }), 201)

  salon.setTime('2030-03-04T08:29')
  await runJobs(salon)
  assert.equal(dataOf(await salon.backend.get(`/pedidos/${order.id}/`)).estado, 'pendiente')
  assert.deepEqual(await left(salon), { Cera: 1, Peine: null })

  salon.setTime('2030-03-04T08:30')
  await runJobs(salon)
  const expired = dataOf(await salon.backend.get(`/pedidos/${order.id}/`))
  assert.deepEqual([expired.estado, expired.expira_en, expired.version], ['cancelado', null, 2])
  assert.deepEqual(await left(salon), { Cera: 5, Peine: null })

  const { witness } = await testDatabase()
  const mails = await witness<{ line: string }[]>`
    select format('%s %s %s', kind, to_email, language) as line from mails
    where business_id = ${salon.businessId} order by created_at`
  assert.deepEqual(
    mails.map((mail) => mail.line),
    ['order_received lucia@example.com en', 'order_expired lucia@example.com en'],
  )
})

test('an order expires once, however often the job runs', async () => {
  const salon = await openSalon({ products: [{ name: 'Cera', stock: 5 }], now: '2030-03-04T08:00' })
  const context = await requestContextFor(salon)
  const customer = await salon.customer(lucia)
  const order = dataOf(await customer.post('/pedidos/', { items: [line(salon, 'Cera', 4)] }), 201)
  salon.setTime('2030-03-04T08:30')
  await Promise.all(Array.from({ length: 4 }, () => expireOrder(context, noProcessors, order.id)))
  assert.deepEqual(await left(salon), { Cera: 5 })
})

test('an order of an erased customer expires without an email', async () => {
  const salon = await openSalon({ products: [{ name: 'Cera', stock: 5 }], now: '2030-03-04T08:00' })
  const customer = await salon.customer(lucia)
  const order = dataOf(await customer.post('/pedidos/', { items: [line(salon, 'Cera', 4)] }), 201)
  dataOf(await customer.delete('/cliente/perfil/'))
  assertError(
    await customer.post('/pedidos/', { items: [line(salon, 'Cera', 1)] }),
    'INVALID_TOKEN',
  )
  assertError(await customer.get('/cliente/puntos/'), 'INVALID_TOKEN')

  salon.setTime('2030-03-04T08:30')
  await runJobs(salon)
  const expired = dataOf(await salon.backend.get(`/pedidos/${order.id}/`))
  assert.deepEqual([expired.estado, expired.cliente.email, expired.notas], ['cancelado', '', ''])
  assert.deepEqual(await left(salon), { Cera: 5 })
  const { witness } = await testDatabase()
  const mails =
    await witness`select from mails where business_id = ${salon.businessId} and kind like 'order%'`
  assert.equal(mails.length, 0)
})

test('a paid order does not expire, and a missing order is ignored', async () => {
  const salon = await openSalon({ products: [{ name: 'Cera', stock: 5 }], now: '2030-03-04T08:00' })
  const tenantContext = await requestContextFor(salon)
  const customer = await salon.customer(lucia)
  const order = dataOf(await customer.post('/pedidos/', { items: [line(salon, 'Cera', 4)] }), 201)
  const { witness } = await testDatabase()
  await witness`update orders set state = 'paid' where business_id = ${salon.businessId} and id = ${order.id}`
  salon.setTime('2030-03-04T09:00')
  await expireOrder(tenantContext, noProcessors, order.id)
  await expireOrder(tenantContext, noProcessors, 987654)
  assert.equal(dataOf(await salon.backend.get(`/pedidos/${order.id}/`)).estado, 'pagado')
  assert.deepEqual(await left(salon), { Cera: 1 })
})

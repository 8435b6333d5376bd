import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, assertInvalid, dataOf } from '../../support/assertions.ts'
import { testDatabase } from '../../support/database.ts'
import { type Customer, openSalon, type TestSalon } from '../../support/salon.ts'

const collection = [
  { name: 'Cera', priceCents: 1400, offerPriceCents: 1250, pointsAwarded: 12, stock: 8 },
  { name: 'Peine', priceCents: 320 },
]
const lucia = { nombre: 'Lucía Prado', email: 'lucia@example.com', telefono: '+34600111222' }

const wants = (
  salon: TestSalon,
  pieces: Record<string, number>,
  more: Record<string, unknown> = {},
) => ({
  items: Object.entries(pieces).map(([name, cantidad]) => ({
    producto_id: salon.id(name),
    cantidad,
  })),
  ...more,
})

test('D25: an order reserves products at current prices for 30 minutes', async () => {
  const salon = await openSalon({ products: collection, now: '2030-03-04T08:00' })
  const customer = await salon.customer(lucia)
  const order = dataOf(
    await customer.post('/pedidos/', wants(salon, { Cera: 2, Peine: 1 }, { notas: ' Envuelto ' })),
    201,
  )
  assert.match(order.codigo, /^[0-9A-HJKMNP-TV-Z]{10}$/)
  const { id, codigo, ...rest } = order
  assert.deepEqual(rest, {
    estado: 'pendiente',
    cliente: {
      id: customer.id,
      nombre: 'Lucía Prado',
      email: 'lucia@example.com',
      telefono: '+34600111222',
    },
    items: [
      {
        producto_id: salon.id('Cera'),
        nombre: 'Cera',
        cantidad: 2,
        precio: 14,
        precio_oferta: 12.5,
        total: 25,
      },
      {
        producto_id: salon.id('Peine'),
        nombre: 'Peine',
        cantidad: 1,
        precio: 3.2,
        precio_oferta: null,
        total: 3.2,
      },
    ],
    subtotal: 31.2,
    descuento: 3,
    total: 28.2,
    total_centimos: 2820,
    moneda: 'EUR',
    pago: null,
    a_pagar_ahora: 0,
    caja: { cobrado: 0, propinas: 0, por_cobrar: 28.2, por_devolver: 0 },
    reembolso: null,
    puntos_ganados: 24,
    notas: 'Envuelto',
    expira_en: '2030-03-04T07:30:00.000Z',
    version: 1,
    created_at: '2030-03-04T07:00:00.000Z',
    updated_at: '2030-03-04T07:00:00.000Z',
  })

  await salon.apply({ products: [{ name: 'Cera', priceCents: 9900 }] })
  assert.deepEqual(
    dataOf(await customer.get(`/pedidos/${id}/`)),
    order,
    'what was agreed stays as it was',
  )
})

test('only its customer and the business can read an order', async () => {
  const salon = await openSalon({ products: collection })
  const neighbour = await openSalon({ products: collection })
  const customer = await salon.customer(lucia)
  const other = await salon.customer({ nombre: 'Marta Olmedo', email: 'marta@example.com' })
  const order = dataOf(await customer.post('/pedidos/', wants(salon, { Peine: 1 })), 201)
  assert.deepEqual(dataOf(await salon.backend.get(`/pedidos/${order.id}/`)), order)
  assertError(await other.get(`/pedidos/${order.id}/`), 'ORDER_NOT_FOUND')
  assertError(await neighbour.backend.get(`/pedidos/${order.id}/`), 'ORDER_NOT_FOUND')
  assertError(await salon.guest.get(`/pedidos/${order.id}/`), 'AUTHENTICATION_REQUIRED')
  for (const id of ['0', '-1', '987654', 'x', '9'.repeat(30)])
    assertError(await customer.get(`/pedidos/${id}/`), 'ORDER_NOT_FOUND')
})

test('orders are paginated, latest first: the customer’s own, or all for the business', async () => {
  const salon = await openSalon({ products: collection, now: '2030-03-04T08:00' })
  const customer = await salon.customer(lucia)
  const other = await salon.customer({ nombre: 'Marta Olmedo', email: 'marta@example.com' })
  const made: number[] = []
  for (const [who, time] of [
    [customer, '08:00'],
    [other, '08:05'],
    [customer, '08:10'],
  ] as const) {
    salon.setTime(`2030-03-04T${time}`)
    made.push(dataOf(await who.post('/pedidos/', wants(salon, { Peine: 1 })), 201).id)
  }
  const [first, second, third] = made
  const listed = async (who: Pick<Customer, 'get'>, query = '') => {
    const { items, pagination } = dataOf(await who.get(`/pedidos/${query}`))
    return [items.map(({ id }: { id: number }) => id), pagination.total_items]
  }
  assert.deepEqual(await listed(customer), [[third, first], 2])
  assert.deepEqual(await listed(other), [[second], 1])
  assert.deepEqual(await listed(salon.backend), [[third, second, first], 3])
  assert.deepEqual(await listed(salon.backend, '?page=2&page_size=2'), [[first], 3])
  assertError(await salon.guest.get('/pedidos/'), 'AUTHENTICATION_REQUIRED')
  assertError(await customer.get('/pedidos/?page_size=101'), 'INVALID_PAGINATION')
})

test('only a signed-in customer can order', async () => {
  const salon = await openSalon({ products: collection })
  for (const who of [salon.guest, salon.backend])
    assertError(await who.post('/pedidos/', wants(salon, { Peine: 1 })), 'AUTHENTICATION_REQUIRED')
})

test('a blocked customer cannot order', async () => {
  const salon = await openSalon({ products: collection })
  const customer = await salon.customer(lucia)
  const { witness } = await testDatabase()
  await witness`update customers set blocked_at = now() where business_id = ${salon.businessId}`
  assertError(await customer.post('/pedidos/', wants(salon, { Peine: 1 })), 'CUSTOMER_BLOCKED')
})

test('an unknown, inactive or foreign product cannot be ordered', async () => {
  const salon = await openSalon({ products: collection })
  const neighbour = await openSalon({ products: [{ name: 'Taza' }] })
  const customer = await salon.customer(lucia)
  const peine = salon.id('Peine')
  for (const producto_id of [987654, neighbour.id('Taza')]) {
    const items = [{ producto_id, cantidad: 1 }]
    assertError(await customer.post('/pedidos/', { items }), 'PRODUCT_NOT_FOUND')
  }
  await salon.apply({ products: collection.slice(0, 1) })
  assertError(
    await customer.post('/pedidos/', { items: [{ producto_id: peine, cantidad: 1 }] }),
    'PRODUCT_NOT_FOUND',
  )
})

test('empty, too large or duplicate items are rejected with the field name', async () => {
  const salon = await openSalon({ products: collection })
  const customer = await salon.customer(lucia)
  const producto_id = salon.id('Peine')
  const one = { producto_id, cantidad: 1 }
  const requested = (body: unknown) => customer.post('/pedidos/', body)
  assertInvalid(await requested({}), 'items')
  assertInvalid(await requested({ items: [] }), 'items')
  assertInvalid(await requested({ items: 'cera' }), 'items')
  assertInvalid(await requested({ items: [{ producto_id }] }), 'items[0].cantidad')
  for (const cantidad of [0, 21, -1, 1.5, '2'])
    assertInvalid(await requested({ items: [{ producto_id, cantidad }] }), 'items[0].cantidad')
  assertInvalid(await requested({ items: [one, one] }), 'items[1].producto_id')
  assertInvalid(await requested({ items: [{ ...one, precio: 0 }] }), 'items[0].precio')
  assertInvalid(await requested({ items: [one], total: 1 }), 'total')
  assertInvalid(await requested({ items: [one], notas: 'x'.repeat(1001) }), 'notas')
  assertInvalid(
    await requested({
      items: Array.from({ length: 51 }, (_, index) => ({ producto_id: index + 1, cantidad: 1 })),
    }),
    'items',
  )
})

test('D19: an order sent twice with one Idempotency-Key is one order', async () => {
  const salon = await openSalon({ products: collection })
  const customer = await salon.customer(lucia)
  const send = (pieces = 2) =>
    customer.post('/pedidos/', wants(salon, { Cera: pieces }), { 'idempotency-key': 'compra-1' })
  const [first, second] = [await send(), await send()]
  assert.deepEqual(dataOf(second, 201), dataOf(first, 201))
  assert.equal(second.headers.get('idempotent-replayed'), 'true')
  assertError(await send(3), 'IDEMPOTENCY_KEY_REUSED')
  assert.equal(dataOf(await salon.guest.get('/productos/')).productos[0].stock_disponible, 6)

  const together = await Promise.all(
    Array.from({ length: 5 }, () =>
      customer.post('/pedidos/', wants(salon, { Cera: 1 }), { 'idempotency-key': 'compra-2' }),
    ),
  )
  assert.equal(new Set(together.map((answer) => dataOf(answer, 201).id)).size, 1)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, assertInvalid, dataOf } from '../../support/assertions.ts'
import { openSalon } from '../../support/salon.ts'

const collection = [
  {
    name: 'Cera',
    priceCents: 1400,
    offerPriceCents: 1250,
    pointsAwarded: 12,
    stock: 8,
    featured: true,
  },
  { name: 'Peine', priceCents: 320 },
  { name: 'Taza', priceCents: 900, category: 'Regalos', stock: 0 },
]
const names = (data: { productos: { nombre: string }[] }) =>
  data.productos.map(({ nombre }) => nombre)

test('D25: products have prices, category and stock', async () => {
  const salon = await openSalon({ products: collection })
  const data = dataOf(await salon.guest.get('/productos/'))
  assert.deepEqual([data.total, data.moneda, data.simbolo_moneda], [3, 'EUR', '€'])
  assert.deepEqual(data.productos[0], {
    id: salon.id('Cera'),
    nombre: 'Cera',
    descripcion: 'Cera de la casa',
    precio: 14,
    precio_oferta: 12.5,
    imagen_url: null,
    categoria: { id: salon.id('Tienda'), nombre: 'Tienda' },
    stock_disponible: 8,
    destacado: true,
    puntos_otorga: 12,
  })
  assert.deepEqual(
    data.productos.map((product: { stock_disponible: number | null }) => product.stock_disponible),
    [8, null, 0],
  )
})

test('products can be filtered by category and featured, and paginated', async () => {
  const salon = await openSalon({ products: collection })
  assert.deepEqual(
    names(dataOf(await salon.guest.get(`/productos/?categoria_id=${salon.id('Regalos')}`))),
    ['Taza'],
  )
  assert.deepEqual(names(dataOf(await salon.guest.get('/productos/?categoria_id=987654'))), [])
  assert.deepEqual(names(dataOf(await salon.guest.get('/productos/?destacado=true'))), ['Cera'])
  assert.deepEqual(names(dataOf(await salon.guest.get('/productos/?destacado=0'))), [
    'Peine',
    'Taza',
  ])
  const paged = dataOf(await salon.guest.get('/productos/?page=2&page_size=2'))
  assert.deepEqual([names(paged), paged.total, paged.pagination.total_pages], [['Taza'], 3, 2])

  assertInvalid(await salon.guest.get('/productos/?destacado=quizas'), 'destacado')
  assertInvalid(await salon.guest.get('/productos/?categoria_id=cera'), 'categoria_id')
  assertError(await salon.guest.get('/productos/?page=0'), 'INVALID_PAGINATION')
})

test('stock changes with every order without a catalogue change', async () => {
  const salon = await openSalon({ products: collection })
  const customer = await salon.customer({ nombre: 'Lucía Prado', email: 'lucia@example.com' })
  const left = async () =>
    dataOf(await salon.guest.get('/productos/')).productos[0].stock_disponible
  assert.equal(await left(), 8)
  dataOf(
    await customer.post('/pedidos/', { items: [{ producto_id: salon.id('Cera'), cantidad: 3 }] }),
    201,
  )
  assert.equal(await left(), 5)
})

test('a shop without stock counts is served from the cache, with an ETag', async () => {
  const salon = await openSalon({ products: [{ name: 'Peine' }] })
  const first = await salon.guest.get('/productos/')
  const again = await salon.guest.get('/productos/', {
    'if-none-match': first.headers.get('etag') ?? '',
  })
  assert.equal(again.status, 304)
})

test('inactive products are not listed, and a salon without products has an empty list', async () => {
  const salon = await openSalon({ products: collection })
  await salon.apply({ products: collection.slice(1) })
  assert.deepEqual(names(dataOf(await salon.guest.get('/productos/'))), ['Peine', 'Taza'])
  const bare = await openSalon()
  assert.deepEqual(dataOf(await bare.guest.get('/productos/')).productos, [])
})

test('product categories count products', async () => {
  const salon = await openSalon({ products: collection })
  const { categorias } = dataOf(await salon.guest.get('/categorias/?tipo=producto'))
  assert.deepEqual(
    categorias.map(({ nombre, servicios_count }: { nombre: string; servicios_count: number }) => [
      nombre,
      servicios_count,
    ]),
    [
      ['Tienda', 2],
      ['Regalos', 1],
    ],
  )
})

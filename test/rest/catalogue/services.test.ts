import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertInvalid, dataOf } from '../../support/assertions.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'
import type { SalonFixture } from '../../support/salon-fixture.ts'

const menu: SalonFixture = {
  services: [
    { name: 'Corte', minutes: 30, priceCents: 1850, featured: true },
    { name: 'Barba', minutes: 20, priceCents: 1200, offerPriceCents: 999, pointsAwarded: 5 },
    {
      name: 'Tinte',
      minutes: 90,
      priceCents: 5500,
      category: 'Color',
      featured: true,
      bookableOnline: false,
    },
    { name: 'Mechas', minutes: 120, priceCents: 8000, category: 'Color' },
  ],
  professionals: [
    'Ana',
    { name: 'Bea', services: ['Tinte', 'Corte'] },
    { name: 'Cruz', services: ['Corte'] },
  ],
}

const namesIn = async (salon: TestSalon, query = ''): Promise<string[]> => {
  const { servicios, total } = dataOf(await salon.guest.get(`/servicios/${query}`))
  assert.equal(total, servicios.length)
  return servicios.map((service: { nombre: string }) => service.nombre)
}

test('a listed service has all its fields', async () => {
  const salon = await openSalon({
    ...menu,
    editFile: (file) => ({
      ...file,
      services: file.services.map((service) => ({
        ...service,
        imageUrl: `/images/${service.handle}.svg`,
      })),
    }),
  })
  const { servicios, total, moneda, simbolo_moneda, pagination } = dataOf(
    await salon.guest.get('/servicios/'),
  )
  assert.deepEqual([total, moneda, simbolo_moneda, pagination], [4, 'EUR', '€', undefined])
  assert.deepEqual(servicios[1], {
    id: salon.id('Barba'),
    nombre: 'Barba',
    descripcion: 'Barba de la casa',
    duracion_minutos: 20,
    fases: [{ tipo: 'trabajo', minutos: 20 }],
    recursos: [],
    precio: 12,
    precio_oferta: 9.99,
    puntos_otorga: 5,
    puntos_canjea: 0,
    imagen_url: 'https://assets.example/images/barba.svg',
    categoria: { id: salon.id('Cabello'), nombre: 'Cabello' },
    reservable_online: true,
    destacado: false,
    profesionales_ids: [salon.id('Ana')],
  })
  assert.equal(servicios[0].precio_oferta, null)
  assert.deepEqual(servicios[0].profesionales_ids, ['Ana', 'Bea', 'Cruz'].map(salon.id))
})

test('filters work alone and combined', async () => {
  const salon = await openSalon(menu)
  const color = salon.id('Color')
  for (const [query, expected] of [
    ['', ['Corte', 'Barba', 'Tinte', 'Mechas']],
    [`?categoria_id=${color}`, ['Tinte', 'Mechas']],
    ['?reservable_online=true', ['Corte', 'Barba', 'Mechas']],
    ['?reservable_online=false', ['Tinte']],
    ['?reservable_online=1', ['Corte', 'Barba', 'Mechas']],
    ['?reservable_online=0', ['Tinte']],
    ['?destacado=true', ['Corte', 'Tinte']],
    ['?destacado=1', ['Corte', 'Tinte']],
    ['?destacado=false', ['Barba', 'Mechas']],
    ['?destacado=0', ['Barba', 'Mechas']],
    [`?categoria_id=${color}&destacado=1`, ['Tinte']],
    [`?categoria_id=${color}&destacado=1&reservable_online=1`, []],
    ['?no_such_filter=1&destacadoo=x', ['Corte', 'Barba', 'Tinte', 'Mechas']],
  ] as const) {
    assert.deepEqual(await namesIn(salon, query), expected, query)
  }
})

for (const [query, field] of [
  ['?destacado=yes', 'destacado'],
  ['?destacado=TRUE', 'destacado'],
  ['?destacado=2', 'destacado'],
  ['?destacado=', 'destacado'],
  ['?destacado=true&destacado=true', 'destacado'],
  ['?reservable_online=si', 'reservable_online'],
  ['?reservable_online=null', 'reservable_online'],
  ['?categoria_id=cabello', 'categoria_id'],
  ['?categoria_id=1.5', 'categoria_id'],
  ['?categoria_id=', 'categoria_id'],
  ['?categoria_id=1e3', 'categoria_id'],
  ['?categoria_id[]=1&categoria_id=x', 'categoria_id'],
] as const) {
  test(`D3: ${query} is rejected by name`, async () => {
    const salon = await openSalon()
    assertInvalid(await salon.guest.get(`/servicios/${query}`), field)
  })
}

test('D7b: an unknown category gives an empty list', async () => {
  const salon = await openSalon(menu)
  const neighbour = await openSalon({ services: [{ name: 'Uñas', category: 'Manos' }] })
  for (const id of [0, -1, 999_999, '9007199254740993', '9'.repeat(40), neighbour.id('Manos')]) {
    assert.deepEqual(await namesIn(salon, `?categoria_id=${id}`), [], String(id))
  }
})

test('removed services are not listed, and new ones are, at once', async () => {
  const salon = await openSalon(menu)
  await salon.apply({
    ...menu,
    services: [{ name: 'Corte' }, { name: 'Afeitado' }],
    professionals: ['Ana'],
  })
  assert.deepEqual(await namesIn(salon), ['Corte', 'Afeitado'])
})

test('an inactive professional is not listed on services', async () => {
  const salon = await openSalon(menu)
  await salon.apply({ ...menu, professionals: ['Ana'] })
  for (const { profesionales_ids } of dataOf(await salon.guest.get('/servicios/')).servicios) {
    assert.deepEqual(profesionales_ids, [salon.id('Ana')])
  }
})

test('a salon without services has an empty list', async () => {
  const salon = await openSalon({ services: [], professionals: [] })
  assert.deepEqual(await namesIn(salon), [])
})

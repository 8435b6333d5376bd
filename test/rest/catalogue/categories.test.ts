import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertInvalid, dataOf } from '../../support/assertions.ts'
import { openSalon } from '../../support/salon.ts'
import type { SalonFixture } from '../../support/salon-fixture.ts'

const menu: SalonFixture = {
  services: [
    { name: 'Tinte', category: 'Color' },
    { name: 'Corte' },
    { name: 'Barba' },
    { name: 'Mechas', category: 'Color', bookableOnline: false },
    { name: 'Uñas', category: 'Manos' },
  ],
  editFile: (file) => ({
    ...file,
    categories: [
      ...file.categories.map((category) => ({
        ...category,
        description: { es: `Todo de ${category.handle}` },
        imageUrl: category.handle === 'color' ? '/color.svg' : '',
      })),
      { handle: 'cremas', kind: 'product', name: { es: 'Cremas' }, description: {}, imageUrl: '' },
    ],
  }),
}

test('categories are in order, with their number of active services', async () => {
  const salon = await openSalon(menu)
  const category = (
    nombre: string,
    orden: number,
    servicios_count: number,
    imagen_url: string | null = null,
  ) => ({
    id: salon.id(nombre),
    nombre,
    descripcion: `Todo de ${nombre.toLowerCase()}`,
    imagen_url,
    orden,
    servicios_count,
  })
  const expected = [
    category('Color', 1, 2, 'https://assets.example/color.svg'),
    category('Cabello', 2, 2),
    category('Manos', 3, 1),
  ]
  assert.deepEqual(dataOf(await salon.guest.get('/categorias/')), { categorias: expected })
  assert.deepEqual(dataOf(await salon.guest.get('/categorias/?tipo=servicio')), {
    categorias: expected,
  })
})

test('D7b: product categories are a separate list, with a count of 0 without products', async () => {
  const salon = await openSalon(menu)
  const { categorias } = dataOf(await salon.guest.get('/categorias/?tipo=producto'))
  assert.deepEqual(categorias, [
    {
      id: salon.id('Cremas'),
      nombre: 'Cremas',
      descripcion: '',
      imagen_url: null,
      orden: 1,
      servicios_count: 0,
    },
  ])
})

test('inactive services are not counted, and inactive categories not listed', async () => {
  const salon = await openSalon(menu)
  await salon.apply({ services: [{ name: 'Tinte', category: 'Color' }, { name: 'Corte' }] })
  const { categorias } = dataOf(await salon.guest.get('/categorias/'))
  assert.deepEqual(
    categorias.map((one: { nombre: string; servicios_count: number }) => [
      one.nombre,
      one.servicios_count,
    ]),
    [
      ['Color', 1],
      ['Cabello', 1],
    ],
  )
})

for (const tipo of ['services', 'Servicio', '', 'servicio&tipo=producto']) {
  test(`tipo=${tipo} is rejected`, async () => {
    const salon = await openSalon()
    assertInvalid(await salon.guest.get(`/categorias/?tipo=${tipo}`), 'tipo')
  })
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, dataOf } from '../../support/assertions.ts'
import { openSalon } from '../../support/salon.ts'
import type { SalonFixture } from '../../support/salon-fixture.ts'

const menu: SalonFixture = {
  services: [
    { name: 'Corte', priceCents: 1850, offerPriceCents: 1500, pointsAwarded: 18 },
    ...['Barba', 'Afeitado', 'Flequillo', 'Lavado', 'Peinado'].map((name) => ({
      name,
      priceCents: 1000,
    })),
    { name: 'Tinte', category: 'Color' },
  ],
  professionals: ['Ana', { name: 'Bea', services: ['Barba'] }, 'Cruz'],
  editFile: (file) => ({
    ...file,
    categories: file.categories.map((category) => ({
      ...category,
      description: { es: 'Lo de siempre' },
    })),
    services: file.services.map((service) => ({
      ...service,
      pointsPrice: 100,
      imageUrl: '/images/corte.svg',
      galleryUrls: ['/images/1.svg', 'https://cdn.example/2.jpg'],
    })),
    professionals: file.professionals.map((one) => ({
      ...one,
      imageUrl: one.handle === 'ana' ? '/ana.svg' : '',
    })),
  }),
}

test('the detail of a service has gallery, professionals and related services', async () => {
  const salon = await openSalon(menu)
  const related = (name: string) => ({ id: salon.id(name), nombre: name, precio: 10 })
  assert.deepEqual(dataOf(await salon.guest.get(`/servicios/${salon.id('Corte')}/`)), {
    id: salon.id('Corte'),
    nombre: 'Corte',
    descripcion: 'Corte de la casa',
    duracion_minutos: 30,
    fases: [{ tipo: 'trabajo', minutos: 30 }],
    recursos: [],
    precio: 18.5,
    precio_oferta: 15,
    puntos_otorga: 18,
    puntos_canjea: 100,
    imagen_url: 'https://assets.example/images/corte.svg',
    categoria: { id: salon.id('Cabello'), nombre: 'Cabello', descripcion: 'Lo de siempre' },
    reservable_online: true,
    destacado: false,
    galeria: ['https://assets.example/images/1.svg', 'https://cdn.example/2.jpg'],
    profesionales: [
      { id: salon.id('Ana'), nombre: 'Ana', imagen_url: 'https://assets.example/ana.svg' },
      { id: salon.id('Cruz'), nombre: 'Cruz', imagen_url: null },
    ],
    servicios_relacionados: ['Barba', 'Afeitado', 'Flequillo', 'Lavado'].map(related),
  })
})

test('a service alone in its category has no related services', async () => {
  const salon = await openSalon(menu)
  const { servicios_relacionados } = dataOf(
    await salon.guest.get(`/servicios/${salon.id('Tinte')}/`),
  )
  assert.deepEqual(servicios_relacionados, [])
})

test('D3: an unknown, inactive or invalid id is the same SERVICE_NOT_FOUND', async () => {
  const salon = await openSalon(menu)
  const neighbour = await openSalon(menu)
  const gone = salon.id('Tinte')
  await salon.apply({ ...menu, services: menu.services?.slice(0, 6) ?? [] })
  const unknown = await salon.guest.get('/servicios/987654321/')
  assertError(unknown, 'SERVICE_NOT_FOUND')
  for (const id of [
    gone,
    neighbour.id('Corte'),
    '0',
    '-1',
    '1.5',
    '01',
    '1e3',
    '0x1',
    'corte',
    '%00',
    '%F0%9F%92%88',
    '9007199254740992',
    '9'.repeat(300),
    `${salon.id('Corte')}%20`,
    'null',
  ]) {
    const answer = await salon.guest.get(`/servicios/${id}/`)
    assertError(answer, 'SERVICE_NOT_FOUND')
    assert.equal(answer.text, unknown.text, String(id))
  }
})

test('a service that is not bookable online can be read', async () => {
  const salon = await openSalon({ services: [{ name: 'Mechas', bookableOnline: false }] })
  assert.equal(
    dataOf(await salon.guest.get(`/servicios/${salon.id('Mechas')}/`)).reservable_online,
    false,
  )
})

test('a service that becomes active again keeps its id', async () => {
  const salon = await openSalon({ services: [{ name: 'Corte' }, { name: 'Barba' }] })
  const id = salon.id('Barba')
  await salon.apply({ services: [{ name: 'Corte' }] })
  assertError(await salon.guest.get(`/servicios/${id}/`), 'SERVICE_NOT_FOUND')
  await salon.apply({ services: [{ name: 'Corte' }, { name: 'Barba', minutes: 45 }] })
  assert.equal(dataOf(await salon.guest.get(`/servicios/${id}/`)).duracion_minutos, 45)
})

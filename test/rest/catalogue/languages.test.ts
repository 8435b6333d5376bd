import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertInvalid, dataOf } from '../../support/assertions.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'
import type { SalonFixture } from '../../support/salon-fixture.ts'

/** A salon that mainly speaks Arabic and did not translate everything. */
const dubai: SalonFixture = {
  services: [{ name: 'Full' }, { name: 'No Spanish' }, { name: 'Only English' }],
  settings: { mainLanguage: 'ar' },
  editFile: (file) => ({
    ...file,
    services: file.services.map((service) => ({
      ...service,
      name: {
        full: { es: 'Corte', en: 'Haircut', ar: 'قص' },
        'no-spanish': { en: 'Shave', ar: 'حلاقة' },
      }[service.handle] ?? { en: 'Massage' },
      description: service.handle === 'full' ? { en: 'With scissors' } : {},
    })),
    categories: file.categories.map((category) => ({
      ...category,
      name: { es: 'Cabello', en: 'Hair' },
    })),
    professionals: file.professionals.map((one) => ({
      ...one,
      title: { es: 'Barbera', ar: 'حلاقة' },
      bio: { en: 'Since 2010' },
      specialties: [{ es: 'Degradado', en: 'Fade' }, { en: 'Beard' }, {}],
    })),
  }),
}

const namesIn = async (salon: TestSalon, query: string, headers: Record<string, string> = {}) =>
  dataOf(await salon.guest.get(`/servicios/${query}`, headers)).servicios.map(
    (one: { nombre: string }) => one.nombre,
  )

test('D7: a name is in the requested language, else the salon’s main language, else any', async () => {
  const salon = await openSalon(dubai)
  assert.deepEqual(await namesIn(salon, '?lang=es'), ['Corte', 'حلاقة', 'Massage'])
  assert.deepEqual(await namesIn(salon, '?lang=en'), ['Haircut', 'Shave', 'Massage'])
  assert.deepEqual(await namesIn(salon, '?lang=ar'), ['قص', 'حلاقة', 'Massage'])
})

test('D7: without lang, catalogue texts are Spanish, regardless of Accept-Language', async () => {
  const salon = await openSalon(dubai)
  assert.deepEqual(await namesIn(salon, ''), ['Corte', 'حلاقة', 'Massage'])
  assert.deepEqual(await namesIn(salon, '', { 'accept-language': 'en' }), [
    'Corte',
    'حلاقة',
    'Massage',
  ])
})

test('D4: a missing description is an empty string', async () => {
  const salon = await openSalon(dubai)
  const { servicios } = dataOf(await salon.guest.get('/servicios/?lang=es'))
  assert.deepEqual(
    servicios.map((one: { descripcion: string }) => one.descripcion),
    ['With scissors', '', ''],
  )
})

test('D7: texts of details, categories and professionals follow the same rule', async () => {
  const salon = await openSalon(dubai)
  const detail = dataOf(await salon.guest.get(`/servicios/${salon.id('Full')}/?lang=en`))
  assert.equal(detail.categoria.nombre, 'Hair')
  assert.deepEqual(
    detail.servicios_relacionados.map((one: { nombre: string }) => one.nombre),
    ['Shave', 'Massage'],
  )
  assert.equal(
    dataOf(await salon.guest.get('/categorias/?lang=ar')).categorias[0].nombre,
    'Cabello',
  )

  const path = `/peluqueros/${salon.id('Ana')}/`
  const [spanish, english] = [
    dataOf(await salon.guest.get(path)),
    dataOf(await salon.guest.get(`${path}?lang=en`)),
  ]
  assert.deepEqual(
    [spanish.cargo, spanish.bio, spanish.especialidades],
    ['Barbera', 'Since 2010', ['Degradado', 'Beard']],
  )
  assert.deepEqual([english.cargo, english.especialidades], ['حلاقة', ['Fade', 'Beard']])
  assert.equal(english.servicios[0].nombre, 'Haircut')
})

test('D7: an unknown language is rejected on every path', async () => {
  const salon = await openSalon(dubai)
  const ana = salon.id('Ana')
  for (const path of [
    '/negocio/',
    '/negocio/horarios/',
    '/negocio/festivos/',
    '/servicios/',
    `/servicios/${salon.id('Full')}/`,
    '/categorias/',
    '/peluqueros/',
    `/peluqueros/${ana}/`,
    `/peluqueros/${ana}/horario/`,
    `/disponibilidad/${ana}/${salon.today}/`,
    '/disponibilidad/dias/',
    '/reservas/codigo/0123456789/',
  ]) {
    for (const lang of ['fr', 'ES', '', 'es&lang=en']) {
      assertInvalid(await salon.guest.get(`${path}?lang=${lang}`), 'lang')
    }
  }
  assertInvalid(await salon.guest.post('/reservas/crear/?lang=fr', { servicio_ids: [1] }), 'lang')
  assertInvalid(await salon.guest.post('/reservas/1/cancelar/?lang=fr'), 'lang')
})

test('D2: error messages follow lang, else Accept-Language, else the salon’s main language', async () => {
  const salon = await openSalon(dubai)
  const messageFor = async (query: string, headers = {}) =>
    (await salon.guest.get(`/servicios/0/${query}`, headers)).error.message
  const said = {
    es: await messageFor('?lang=es'),
    en: await messageFor('?lang=en'),
    ar: await messageFor('?lang=ar'),
  }
  assert.equal(new Set(Object.values(said)).size, 3)
  assert.match(said.ar, /[\u0600-\u06ff]/)
  assert.equal(await messageFor('?lang=es', { 'accept-language': 'en' }), said.es)
  assert.equal(await messageFor('', { 'accept-language': 'de, en;q=0.7, es;q=0.3' }), said.en)
  assert.equal(await messageFor('', { 'accept-language': 'de' }), said.ar)
  assert.equal(await messageFor(''), said.ar)
})

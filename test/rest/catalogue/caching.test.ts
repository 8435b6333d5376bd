import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf } from '../../support/assertions.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'

const vary = 'X-API-Key, Authorization, Accept-Language, Origin'

const catalogue = (salon: TestSalon) => [
  '/negocio/',
  '/negocio/horarios/',
  '/negocio/festivos/',
  '/servicios/',
  `/servicios/${salon.id('Corte')}/`,
  '/categorias/',
  '/peluqueros/',
  `/peluqueros/${salon.id('Ana')}/`,
  `/peluqueros/${salon.id('Ana')}/horario/`,
]

test('D2: catalogue responses are private, no-cache, with a strong ETag and 304', async () => {
  const salon = await openSalon()
  for (const path of catalogue(salon)) {
    const answer = await salon.guest.get(path)
    assert.equal(answer.headers.get('cache-control'), 'private, no-cache', path)
    assert.equal(answer.headers.get('vary'), vary, path)
    const etag = answer.headers.get('etag') ?? ''
    assert.match(etag, /^"[\w-]+"$/, path)
    const again = await salon.guest.get(path, { 'if-none-match': etag })
    assert.deepEqual([again.status, again.text], [304, ''], path)
    assert.equal(again.headers.get('vary'), vary, path)
  }
})

test('D2: responses that depend on bookings are no-store', async () => {
  const salon = await openSalon()
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  for (const path of [
    '/peluqueros/?disponible_hoy=true',
    `/disponibilidad/${salon.id('Ana')}/${salon.today}/`,
    '/disponibilidad/dias/',
    `/reservas/codigo/${booking.codigo}/`,
  ]) {
    const answer = await salon.guest.get(path)
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('cache-control'), 'no-store', path)
    assert.equal(answer.headers.get('etag'), null, path)
    assert.equal(answer.headers.get('vary'), vary, path)
  }
})

test('an ETag is stable until the salon changes', async () => {
  const salon = await openSalon({ services: [{ name: 'Corte', priceCents: 1800 }] })
  const etag = (await salon.guest.get('/servicios/')).headers.get('etag') ?? ''
  const hours = (await salon.guest.get('/negocio/horarios/')).headers.get('etag') ?? ''

  await salon.apply({ services: [{ name: 'Corte', priceCents: 1900 }] })
  const changed = await salon.guest.get('/servicios/', { 'if-none-match': etag })
  assert.equal(dataOf(changed).servicios[0].precio, 19)
  assert.equal(
    (await salon.guest.get('/negocio/horarios/', { 'if-none-match': hours })).status,
    304,
  )

  await salon.apply({ services: [{ name: 'Corte', priceCents: 1800 }] })
  assert.equal((await salon.guest.get('/servicios/', { 'if-none-match': etag })).status, 304)
})

test('ETags differ by language and filter', async () => {
  const salon = await openSalon({
    services: [{ name: 'Corte' }, { name: 'Barba', featured: true }],
  })
  const paths = [
    '/servicios/',
    '/servicios/?destacado=1',
    '/servicios/?page=1',
    '/negocio/horarios/?lang=en',
  ]
  const tags = await Promise.all(
    paths.map(async (path) => (await salon.guest.get(path)).headers.get('etag')),
  )
  assert.equal(new Set(tags).size, paths.length)
})

test('another salon’s ETag does not match', async () => {
  const salon = await openSalon()
  const neighbour = await openSalon()
  const etag = (await neighbour.guest.get('/negocio/')).headers.get('etag') ?? ''
  assert.equal((await salon.guest.get('/negocio/', { 'if-none-match': etag })).status, 200)
})

test('a long list is cached like a short one, with the text that its services have alone', async () => {
  const names = Array.from({ length: 45 }, (_, index) => `Corte ${index}`)
  const salon = await openSalon({ services: names.map((name) => ({ name })) })
  const [first, second] = await Promise.all([
    salon.guest.get('/servicios/'),
    salon.guest.get('/servicios/'),
  ])
  assert.deepEqual(
    dataOf(first).servicios.map(({ nombre }: { nombre: string }) => nombre),
    names,
  )
  assert.equal(first.text, JSON.stringify(JSON.parse(first.text)))
  const short = await salon.guest.get('/servicios/?page=1&page_size=20')
  assert.deepEqual(dataOf(first).servicios.slice(0, 20), dataOf(short).servicios)
  const etag = first.headers.get('etag') ?? ''
  assert.match(etag, /^"[\w-]+"$/)
  assert.deepEqual([second.text, second.headers.get('etag')], [first.text, etag])
  const unchanged = await salon.guest.get('/servicios/', { 'if-none-match': etag })
  assert.deepEqual([unchanged.status, unchanged.text], [304, ''])
  await salon.apply({ services: [{ name: 'Barba' }] })
  const changed = await salon.guest.get('/servicios/', { 'if-none-match': etag })
  assert.equal(dataOf(changed).servicios.length, 1)
})

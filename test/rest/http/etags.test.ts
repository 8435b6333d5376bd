import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApi } from '../../support/api.ts'
import { client } from '../../support/client.ts'
import { openSalon } from '../../support/salon.ts'
import { until } from '../../support/until.ts'

const catalogue = [
  '/negocio/',
  '/negocio/horarios/',
  '/negocio/festivos/',
  '/servicios/',
  '/categorias/',
  '/peluqueros/',
]

test('a catalogue response has an ETag and is revalidated with If-None-Match', async () => {
  const { guest } = await openSalon()
  for (const path of catalogue) {
    const answer = await guest.get(path)
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('cache-control'), 'private, no-cache')
    const etag = answer.headers.get('etag') ?? ''
    assert.match(etag, /^"[\w-]+"$/)

    const again = await guest.get(path, { 'if-none-match': etag })
    assert.equal(again.status, 304)
    assert.equal(again.text, '')
    assert.equal(again.headers.get('etag'), etag)
    assert.equal(again.headers.get('cache-control'), 'private, no-cache')
    assert.equal(again.headers.get('vary'), 'X-API-Key, Authorization, Accept-Language, Origin')
  }
})

test('If-None-Match may be a list, *, or a weak tag', async () => {
  const { guest } = await openSalon()
  const etag = (await guest.get('/servicios/')).headers.get('etag') ?? ''
  const statusFor = async (header: string) =>
    (await guest.get('/servicios/', { 'if-none-match': header })).status
  for (const header of [`W/${etag}`, `"a", ${etag} , "b"`, `"a",W/${etag}`, '*'])
    assert.equal(await statusFor(header), 304, header)
  for (const header of ['"other"', etag.slice(1, -1), '', `${etag}x`])
    assert.equal(await statusFor(header), 200, header)
})

test('a catalogue change changes the affected responses and ETags at once', async () => {
  const plan = { services: [{ name: 'Corte' }] }
  const salon = await openSalon(plan)
  const services = await salon.guest.get('/servicios/')
  const hours = await salon.guest.get('/negocio/horarios/')

  await salon.apply({ services: [{ name: 'Corte' }, { name: 'Barba' }] })
  // a notice travels through the database
  await until(async () => (await salon.guest.get('/servicios/')).data.total === 2)
  const changed = await salon.guest.get('/servicios/', {
    'if-none-match': services.headers.get('etag') ?? '',
  })
  assert.equal(changed.status, 200)
  assert.notEqual(changed.headers.get('etag'), services.headers.get('etag'))
  assert.equal(
    (await salon.guest.get('/negocio/horarios/')).headers.get('etag'),
    hours.headers.get('etag'),
  )
})

test('another process computes the same ETag', async () => {
  const salon = await openSalon()
  const second = await openApi()
  try {
    const here = await salon.guest.get('/servicios/')
    const there = await client(second.url, { 'x-api-key': salon.publishableKey }).get('/servicios/')
    assert.equal(there.headers.get('etag'), here.headers.get('etag'))
    assert.equal(there.text, here.text)
  } finally {
    await second.close()
  }
})

test('cached responses are separate per salon, language and filter', async () => {
  const one = await openSalon({ services: [{ name: 'Corte' }, { name: 'Barba', featured: true }] })
  const other = await openSalon({ services: [{ name: 'Tinte' }] })
  const names = async (salon: typeof one, query = '') =>
    (await salon.guest.get(`/servicios/${query}`)).data.servicios.map(
      (service: { nombre: string }) => service.nombre,
    )

  assert.deepEqual(await names(one), ['Corte', 'Barba'])
  assert.deepEqual(await names(other), ['Tinte'])
  assert.deepEqual(await names(one, '?destacado=true'), ['Barba'])
  assert.deepEqual(await names(one, '?destacado=0'), ['Corte'])

  const dayName = async (lang: string) =>
    (await one.guest.get(`/negocio/horarios/?lang=${lang}`)).data.horarios[0].dia_nombre
  assert.equal((await dayName('es')).toLowerCase(), 'lunes')
  assert.equal((await dayName('en')).toLowerCase(), 'monday')
})

test('an error on a catalogue path is not cacheable', async () => {
  const { guest } = await openSalon()
  const refused = await guest.get('/servicios/0/', { 'if-none-match': '*' })
  assert.equal(refused.status, 404)
  assert.equal(refused.headers.get('cache-control'), 'no-store')
  assert.equal(refused.headers.get('etag'), null)
})

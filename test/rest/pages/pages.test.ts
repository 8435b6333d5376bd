import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteBusiness, suspendBusiness } from '@silla/core'
import { listKeys, revokeKey, rotateKey } from '@silla/tenants'
import { openApi, testApi } from '../../support/api.ts'
import { assertError } from '../../support/assertions.ts'
import { atEnd } from '../../support/at-end.ts'
import { client } from '../../support/client.ts'
import { testDatabase } from '../../support/database.ts'
import { openSalon } from '../../support/salon.ts'
import { tapWire } from '../../support/wire-tap.ts'
import { browser, keyIn, openSalonPage, textOf } from './open-page.ts'

const { admin, urls } = await testDatabase()

test('an unknown, a malformed and a closed page are not found, in the language of the visitor', async () => {
  const closed = await openSalon()
  const deleted = await openSalonPage()
  await deleteBusiness(admin, deleted.slug)
  const { open } = await browser()
  const answers = []
  for (const path of [
    '/s/unknown',
    `/s/${closed.slug}`,
    `/s/${closed.slug}/r/ABCDEFGHJK`,
    `/s/${deleted.slug}`,
    '/s/',
    '/s',
    '/s/..%2Fadmin',
    '/s/%00',
    '/s/%E0%A4%A',
    `/s/${'x'.repeat(500)}`,
    `/s/${closed.slug}/more/and/more`,
  ]) {
    const page = await open(path, { 'accept-language': 'en' })
    assert.equal(page.status, 404, path)
    answers.push(page.html)
  }
  assert.equal(new Set(answers).size, 1, 'nothing shows which of them exists')
  const page = await open('/s/unknown?lang=ar')
  assert.match(page.html, /<html lang="ar" dir="rtl">[\s\S]*هذه الصفحة غير موجودة/)
  assert.equal(page.headers.get('content-language'), 'ar')
  assert.equal(page.headers.get('cache-control'), 'no-store')
  assert.match((await open('/s/unknown')).html, /Esta página no existe/)
})

test('a slug has no case, and a slash at the end changes nothing', async () => {
  const salon = await openSalonPage()
  const { html } = await salon.open(salon.path)
  assert.equal((await salon.open(`/s/${salon.slug.toUpperCase()}`)).html, html)
  assert.equal((await salon.open(`${salon.path}/`)).html, html)
})

test('without PUBLIC_URL there are no pages', async (t) => {
  const salon = await openSalonPage()
  const api = await openApi(undefined, { publicUrl: null })
  t.after(api.close)
  assert.equal((await (await browser(api.url)).open(salon.path)).status, 404)
})

test('HEAD has the headers of GET; other methods are not allowed', async () => {
  const salon = await openSalonPage()
  const get = await salon.open(salon.path)
  const head = await salon.open(salon.path, {}, { method: 'HEAD' })
  assert.deepEqual([head.status, head.html], [200, ''])
  for (const name of ['etag', 'content-type', 'content-security-policy', 'content-language'])
    assert.equal(head.headers.get(name), get.headers.get(name), name)
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const refused = await salon.open(salon.path, {}, { method, body: 'a=b' })
    assert.equal(refused.status, 405, method)
    assert.equal(refused.headers.get('allow'), 'GET, HEAD')
    assert.match(refused.headers.get('content-type') ?? '', /^text\/html/)
  }
})

test('the page of a suspended salon names its phone and takes no bookings', async (t) => {
  const salon = await openSalonPage()
  await suspendBusiness(admin, salon.slug)
  const api = await openApi()
  t.after(api.close)
  const page = await (await browser(api.url)).open(salon.path)
  assert.equal(page.status, 403)
  const text = textOf(page)
  assert.match(text, /No se puede reservar en línea/)
  assert.match(text, /\+34 912 34 56 78/)
  assert.doesNotMatch(page.html, /<silla-booking/)
})

test('the key of a page books from the platform itself and from no other site', async () => {
  const salon = await openSalonPage()
  const key = keyIn(await salon.open(salon.path))
  const api = await testApi()
  const from = (origin: string) => client(api.url, { 'x-api-key': key, origin })
  const booking = {
    servicio_ids: [salon.id('Corte')],
    peluquero_id: salon.id('Ana'),
    fecha: salon.today,
    nombre: 'Lucía Prado',
    email: 'lucia@example.com',
  }
  const book = (origin: string, time: string) =>
    from(origin).post('/reservas/crear/', { ...booking, hora_inicio: time })
  assertError(await book('https://copied.example', '10:00'), 'ORIGIN_NOT_ALLOWED')
  assertError(await book('null', '10:00'), 'ORIGIN_NOT_ALLOWED')
  assert.equal((await book('https://book.example', '10:00')).status, 201)
  assert.equal((await book(new URL(api.url).origin, '11:00')).status, 201, 'the address itself')
  // also where a response is ready before the router
  for (let times = 0; times < 2; times++)
    assertError(await from('https://copied.example').get('/servicios/'), 'ORIGIN_NOT_ALLOWED')
  assert.equal((await from('https://book.example').get('/servicios/')).status, 200)
})

test('a rotated key is replaced in the page, and without a key the page shows the phone', async () => {
  const salon = await openSalonPage()
  const first = keyIn(await salon.open(salon.path))
  const now = () => salon.clock.now().getTime()
  const pageKeys = async () =>
    (await listKeys(admin, salon.businessId, now)).filter(
      ({ forPage, state }) => forPage && state === 'active',
    )
  const [key] = await pageKeys()
  const { created } = await rotateKey(admin, salon.businessId, key?.keyId ?? '', now)
  // a look-up is cached for a second at most
  let seconds = 0
  const later = () => salon.clock.set(new Date(now() + ++seconds * 1000))
  later()
  const second = keyIn(await salon.open(salon.path))
  assert.equal(second, created.key)
  assert.notEqual(second, first)
  for (const { keyId } of await pageKeys()) await revokeKey(admin, salon.businessId, keyId, now)
  later()
  const page = await salon.open(salon.path)
  assert.equal(page.status, 200)
  assert.doesNotMatch(page.html, /<silla-booking|silla_pub_/)
  assert.match(textOf(page), /Ahora mismo no se puede reservar en línea.*\+34 912 34 56 78/)
})

test('D27: pages can be opened 120 times a minute from one address, whatever they are', async (t) => {
  const salon = await openSalonPage()
  const api = await openApi(undefined, {
    limits: { redisUrl: null, trustedProxies: ['127.0.0.1'] },
  })
  t.after(api.close)
  const { open } = await browser(api.url)
  const from = (address: string) => ({ 'x-forwarded-for': address, 'accept-language': 'en' })
  for (let times = 0; times < 60; times++) {
    const statuses = await Promise.all([
      open(salon.path, from('192.0.2.1')),
      open('/s/unknown', from('192.0.2.1')),
    ])
    assert.deepEqual(
      statuses.map(({ status }) => status),
      [200, 404],
    )
  }
  const refused = await open(salon.path, from('192.0.2.1'))
  assert.equal(refused.status, 429)
  assert.match(textOf(refused), /Too many requests/)
  assert.match(refused.headers.get('ratelimit-policy') ?? '', /"pages";q=120;w=60/)
  assert.equal((await open(salon.path, from('192.0.2.2'))).status, 200)
})

test('while the database is down, a page says that it will be back', async (t) => {
  const salon = await openSalonPage()
  const tap = await tapWire(urls.api)
  atEnd(tap.close)
  const api = await openApi(tap.url, { databaseLimits: {} })
  t.after(api.close)
  const { open } = await browser(api.url)
  assert.equal((await open(salon.path)).status, 200)
  tap.goDown()
  api.clock.set(new Date(api.clock.now().getTime() + 60_000))
  const page = await open(`${salon.path}?lang=en`)
  assert.equal(page.status, 503)
  assert.equal(page.headers.get('retry-after'), '1')
  assert.match(textOf(page), /Back in a moment/)
})

test('a request for a page is one log line with its salon and without the code', async (t) => {
  const salon = await openSalonPage()
  const { data: booking } = await salon.guest.book('Ana', '10:00')
  const written: string[] = []
  const api = await openApi(undefined, { logTarget: { write: (line) => written.push(line) } })
  t.after(api.close)
  const { open } = await browser(api.url)
  written.length = 0
  await open(`${salon.path}/r/${booking.codigo}`)
  await open(`${salon.path}/r/ABCDEFGHJK`)
  await open(salon.path)
  while (written.length < 3) await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual(
    written.map((line) => {
      const { route, status, businessId } = JSON.parse(line)
      return `${route} ${status} ${businessId === salon.businessId}`
    }),
    ['/s/:slug/r/:codigo 200 true', '/s/:slug/r/:codigo 404 true', '/s/:slug 200 true'],
  )
  assert.ok(!written.join().includes(booking.codigo))
})

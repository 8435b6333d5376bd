import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteBusiness, eraseCustomerAsStaff, resumeBusiness, suspendBusiness } from '@silla/core'
import { openApi, testApi } from '../../support/api.ts'
import { assertError, dataOf } from '../../support/assertions.ts'
import { testDatabase } from '../../support/database.ts'
import { queryGraphql } from '../../support/graphql.ts'
import { openSalon } from '../../support/salon.ts'
import { staffOf } from '../../support/staff.ts'
import { openLimited } from '../rate-limits/limited.ts'
import { entriesOf, fetchCalendar, newFeed } from './calendar-app.ts'

test('D43: the response is a private calendar that web pages cannot read', async () => {
  const salon = await openSalon()
  const { path } = await newFeed(salon)
  const { status, headers, text } = await fetchCalendar(path, {
    headers: { origin: 'https://evil.example' },
  })
  assert.equal(status, 200)
  const shown = (name: string) => headers.get(name)
  assert.equal(shown('content-type'), 'text/calendar; charset=utf-8')
  assert.equal(shown('cache-control'), 'private, no-cache')
  assert.equal(shown('referrer-policy'), 'no-referrer')
  assert.equal(shown('x-robots-tag'), 'noindex, nofollow')
  assert.equal(shown('x-content-type-options'), 'nosniff')
  assert.equal(shown('access-control-allow-origin'), null)
  assert.match(shown('etag') ?? '', /^W\/"[\w-]{27}"$/)

  const head = await fetchCalendar(path, { method: 'HEAD' })
  assert.equal(head.status, 200)
  assert.equal(head.text, '')
  assert.equal(head.headers.get('content-length'), String(Buffer.byteLength(text)))
  assert.equal(head.headers.get('etag'), shown('etag'))
})

test('D43: an app that has the calendar gets 304 until something in it changes', async () => {
  const salon = await openSalon({ professionals: ['Ana', 'Luis'] })
  const { path } = await newFeed(salon)
  let etag = (await fetchCalendar(path)).headers.get('etag') ?? ''
  const again = () => fetchCalendar(path, { headers: { 'if-none-match': etag } })
  const assertChangedBy = async (what: string, change: () => Promise<unknown>) => {
    const same = await again()
    assert.equal(same.status, 304, `before ${what}`)
    assert.equal(same.text, '')
    assert.equal(same.headers.get('etag'), etag)
    await change()
    const changed = await again()
    assert.equal(changed.status, 200, what)
    etag = changed.headers.get('etag') ?? ''
  }
  let booking = { id: 0, codigo: '' }
  await assertChangedBy('a booking', async () => {
    booking = dataOf(await salon.guest.book('Ana', '10:00', { date: '2030-03-20' }), 201)
  })
  await assertChangedBy('a reschedule', async () => {
    const time = { fecha: '2030-03-21', hora_inicio: '12:00' }
    dataOf(await salon.backend.post(`/reservas/${booking.id}/reprogramar/`, time))
  })
  await assertChangedBy('a cancellation', async () =>
    dataOf(await salon.backend.post(`/reservas/${booking.id}/cancelar/`)),
  )
  await assertChangedBy('a block', async () =>
    dataOf(
      await salon.backend.post('/bloqueos/', {
        ...{ peluquero_id: salon.id('Ana'), motivo: 'Curso' },
        ...{ desde: '2030-03-06T09:00', hasta: '2030-03-06T10:00' },
      }),
      201,
    ),
  )
  await assertChangedBy('the salon file', () =>
    salon.apply({ professionals: ['Ana', 'Luis'], settings: { calendarNames: 'full' } }),
  )
  await assertChangedBy('an erasure', async () => {
    const { cliente } = dataOf(await salon.backend.get(`/reservas/${booking.id}/`))
    await eraseCustomerAsStaff(await staffOf(salon), cliente.id)
  })
  await assertChangedBy('midnight', async () => salon.setTime('2030-03-05T00:00'))

  assert.equal((await fetchCalendar(path, { headers: { 'if-none-match': '*' } })).status, 304)
  assert.equal((await fetchCalendar(path, { headers: { 'if-none-match': '"x"' } })).status, 200)
})

const malformed = [
  '/calendarios/',
  '/calendarios/.ics',
  '/calendarios/abc.ics',
  `/calendarios/${'a'.repeat(32)}`,
  `/calendarios/${'a'.repeat(32)}.html`,
  `/calendarios/${'a'.repeat(31)}.ics`,
  `/calendarios/${'a'.repeat(33)}.ics`,
  `/calendarios/${'a'.repeat(5000)}.ics`,
  `/calendarios/${'1'.repeat(32)}.ics`,
  `/calendarios/${'a'.repeat(32)}.ics/more`,
  `/calendarios/a/b/${'a'.repeat(32)}.ics`,
  '/calendarios/%E0%A4%A.ics',
  "/calendarios/'or'1'='1.ics",
  '/calendarios/..%2f..%2fetc.ics',
  '/calendarios/\u{1f600}.ics',
]

test('D43: unknown, malformed and revoked addresses, and those of a suspended business, get the same 404', async () => {
  const { admin } = await testDatabase()
  const salon = await openSalon()
  const { id, path } = await newFeed(salon)
  const other = await newFeed(salon)
  const seen = async (address: string, init?: RequestInit) => {
    const { status, text, headers } = await fetchCalendar(address, init)
    const own = ['date', 'x-request-id', 'ratelimit', 'connection', 'keep-alive']
    const shown = [...headers].filter(([name]) => !own.includes(name))
    return { status, text, headers: Object.fromEntries(shown) }
  }
  const unknown = await seen(`/calendarios/${'a'.repeat(32)}.ics`)
  assert.equal(unknown.status, 404)
  assert.equal(JSON.parse(unknown.text).error.code, 'NOT_FOUND')
  assert.equal(unknown.headers['access-control-allow-origin'], undefined)
  assert.equal(unknown.headers['cache-control'], 'no-store')

  dataOf(await salon.backend.delete(`/calendarios/${id}/`))
  assert.deepEqual(await seen(path), unknown)
  assert.deepEqual(await seen(path, { headers: { 'if-none-match': '*' } }), unknown)

  assert.equal((await fetchCalendar(other.path)).status, 200)
  await suspendBusiness(admin, salon.slug)
  assert.deepEqual(await seen(other.path), unknown)
  await resumeBusiness(admin, salon.slug)
  assert.equal((await fetchCalendar(other.path)).status, 200)
  await deleteBusiness(admin, salon.slug)
  assert.deepEqual(await seen(other.path), unknown)

  for (const address of malformed) {
    const { status, text, headers } = await fetchCalendar(address)
    assert.deepEqual([address, status, text], [address, 404, unknown.text])
    assert.equal(headers.get('access-control-allow-origin'), null, address)
    assert.equal(headers.get('x-robots-tag'), 'noindex, nofollow', address)
  }
})

test('D43: an address works in capital letters, and with a query', async () => {
  const salon = await openSalon()
  const { path } = await newFeed(salon)
  const token = path.slice('/calendarios/'.length, -'.ics'.length)
  assert.equal((await fetchCalendar(`/calendarios/${token.toUpperCase()}.ICS`)).status, 200)
  assert.equal((await fetchCalendar(`${path}?x=1`)).status, 200)
})

test('D43: a calendar is only read', async () => {
  const salon = await openSalon()
  const { path } = await newFeed(salon)
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
    assert.equal((await fetchCalendar(path, { method })).status, 404, method)
  assert.equal((await fetchCalendar(path)).status, 200)
})

test('D43: a revoked feed is unknown at once to another process', async (t) => {
  const other = await openApi()
  t.after(other.close)
  const salon = await openSalon()
  const { id, path } = await newFeed(salon)
  other.clock.set(salon.clock.now())
  assert.equal((await fetchCalendar(path, {}, other.url)).status, 200)
  dataOf(await salon.backend.delete(`/calendarios/${id}/`))
  assert.equal((await fetchCalendar(path, {}, other.url)).status, 404)
})

test('D43: a revoked feed leaves no token, and a token without its feed gives access to nothing', async () => {
  const { witness } = await testDatabase()
  const salon = await openSalon()
  const [revoked, lost] = [await newFeed(salon), await newFeed(salon)]
  dataOf(await salon.backend.delete(`/calendarios/${revoked.id}/`))
  const tokens = await witness<{ feedId: number }[]>`
    select feed_id from registry.calendar_tokens where business_id = ${salon.businessId}`
  assert.deepEqual([...tokens], [{ feedId: lost.id }])
  await witness`
    delete from calendar_feeds where business_id = ${salon.businessId} and id = ${lost.id}`
  assert.equal((await fetchCalendar(lost.path)).status, 404)
})

test('D43: the feed of a professional who leaves is revoked, and stays so when they return', async () => {
  const salon = await openSalon({ professionals: ['Ana', 'Luis'] })
  const [all, ana, luis] = [
    await newFeed(salon),
    await newFeed(salon, 'Ana'),
    await newFeed(salon, 'Luis'),
  ]
  await salon.apply({ professionals: ['Ana'] })
  assert.equal((await fetchCalendar(luis.path)).status, 404)
  assert.equal((await fetchCalendar(ana.path)).status, 200)
  const { items } = dataOf(await salon.backend.get('/calendarios/'))
  assert.deepEqual(new Set(items.map(({ id }: { id: number }) => id)), new Set([all.id, ana.id]))
  await salon.apply({ professionals: ['Ana', 'Luis'] })
  assert.equal((await fetchCalendar(luis.path)).status, 404)
  assertError(await salon.backend.delete(`/calendarios/${luis.id}/`), 'CALENDAR_NOT_FOUND')
})

test('D43: feeds are created, listed and revoked with the secret key only', async () => {
  const salon = await openSalon({ professionals: ['Ana', 'Luis'] })
  const customer = await salon.customer({ nombre: 'Teo', email: 'teo@example.com' })
  for (const who of [salon.guest, customer]) {
    assertError(await who.post('/calendarios/', {}), 'INSUFFICIENT_SCOPE')
    assertError(await who.get('/calendarios/'), 'INSUFFICIENT_SCOPE')
    assertError(await who.delete('/calendarios/1/'), 'INSUFFICIENT_SCOPE')
  }
  assert.deepEqual(dataOf(await salon.backend.get('/calendarios/')), { items: [] })
  const { url, ...created } = dataOf(
    await salon.backend.post('/calendarios/', { peluquero_id: salon.id('Ana') }),
    201,
  )
  assert.deepEqual(created, {
    id: created.id,
    profesional: { id: salon.id('Ana'), nombre: 'Ana' },
    created_at: '2030-03-04T07:00:00.000Z',
  })
  const listed = await salon.backend.get('/calendarios/')
  assert.deepEqual(dataOf(listed), { items: [created] })
  assert.ok(!listed.text.includes(url.slice(-36, -4)))
  assert.deepEqual(dataOf(await salon.backend.delete(`/calendarios/${created.id}/`)), {
    id: created.id,
    revocado_en: '2030-03-04T07:00:00.000Z',
  })
  assertError(await salon.backend.delete(`/calendarios/${created.id}/`), 'CALENDAR_NOT_FOUND')
  assertError(await salon.backend.delete('/calendarios/abc/'), 'CALENDAR_NOT_FOUND')
  assertError(
    await salon.backend.post('/calendarios/', { peluquero_id: 987654321 }),
    'PROFESSIONAL_NOT_FOUND',
  )
  assertError(
    await salon.backend.post('/calendarios/', { peluquero_id: 'Ana' }),
    'VALIDATION_ERROR',
  )
})

test('D43: the same over GraphQL', async () => {
  const salon = await openSalon()
  const { data } = await queryGraphql(
    salon.backend,
    'mutation { crear_calendario(entrada: {}) { id url profesional { id } created_at } }',
  )
  const { id, url } = data.crear_calendario
  assert.deepEqual(await entriesOf(new URL(url).pathname), [])
  const list = await queryGraphql(salon.backend, '{ calendarios { items { id } } }')
  assert.deepEqual(list.data.calendarios.items, [{ id }])
  const revoke = `mutation { revocar_calendario(id: ${id}) { id } }`
  assert.deepEqual((await queryGraphql(salon.guest, revoke)).codes, ['INSUFFICIENT_SCOPE'])
  assert.equal((await queryGraphql(salon.backend, revoke)).data.revocar_calendario.id, id)
  assert.deepEqual((await queryGraphql(salon.backend, revoke)).codes, ['CALENDAR_NOT_FOUND'])
  assert.equal((await fetchCalendar(new URL(url).pathname)).status, 404)
})

test('D43: a salon has at most 100 feeds, however many are created at once', async () => {
  const salon = await openSalon()
  const { witness } = await testDatabase()
  await witness`
    insert into calendar_feeds (business_id, created_at)
    select ${salon.businessId}, now() from generate_series(1, 98)`
  const created = await Promise.all(
    Array.from({ length: 5 }, () => salon.backend.post('/calendarios/', {})),
  )
  const codes = created.map(({ status, error }) => (status === 201 ? 'created' : error.code))
  assert.deepEqual(codes.sort(), [...Array(3).fill('CALENDAR_LIMIT_REACHED'), 'created', 'created'])
})

test('D43: without PUBLIC_URL an address is relative to the server', async (t) => {
  const api = await openApi(undefined, { publicUrl: null })
  t.after(api.close)
  const salon = await openSalon()
  api.clock.set(salon.clock.now())
  const response = await fetch(`${api.url}/calendarios/`, {
    method: 'POST',
    headers: { 'x-api-key': salon.secretKey, 'content-type': 'application/json' },
    body: '{}',
  })
  const { data } = (await response.json()) as { data: { url: string } }
  assert.match(data.url, /^\/calendarios\/[a-z2-7]{32}\.ics$/)
  assert.equal((await fetchCalendar(data.url, {}, api.url)).status, 200)
})

test('D43: nothing but the hash of a token is stored, and it is in no log', async (t) => {
  const lines: string[] = []
  const api = await openApi(undefined, { logTarget: { write: (line) => void lines.push(line) } })
  t.after(api.close)
  const salon = await openSalon()
  api.clock.set(salon.clock.now())
  const { path } = await newFeed(salon)
  const token = path.slice('/calendarios/'.length, -'.ics'.length)
  for (const address of [path, `${path}/more`, `${path}%E0`, path.toUpperCase()])
    await fetchCalendar(address, {}, api.url)
  await fetchCalendar(path, { method: 'POST' }, api.url)
  await api.close()
  const log = lines.join('')
  assert.match(log, /"route":"\/calendarios\/:file","status":200/)
  assert.doesNotMatch(log, new RegExp(token, 'i'))

  const { witness } = await testDatabase()
  const [row] = await witness<{ text: string }[]>`
    select string_agg(token::text, ' ') as text from registry.calendar_tokens token`
  assert.ok(row?.text && !row.text.includes(token))
  assert.ok((await testApi()).url !== api.url)
})

test('D43: calendars are read 60 times a minute from one address, with whatever tokens', async (t) => {
  const { salon, api, later } = await openLimited(t)
  const { path } = await newFeed(salon)
  const readFrom = (address: string, calendar: string) =>
    fetchCalendar(calendar, { headers: { 'x-forwarded-for': address } }, api.url)
  for (let count = 0; count < 59; count++)
    assert.equal((await readFrom('192.0.2.1', `/calendarios/${count}.ics`)).status, 404)
  assert.equal((await readFrom('192.0.2.1', path)).status, 200)
  const refused = await readFrom('192.0.2.1', path)
  assert.equal(refused.status, 429)
  assert.equal(refused.headers.get('retry-after'), '1')
  assert.equal(refused.headers.get('ratelimit-policy'), '"calendars";q=60;w=60')
  assert.equal((await readFrom('192.0.2.2', path)).status, 200)
  later(1)
  assert.equal((await readFrom('192.0.2.1', path)).status, 200)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languages } from '@silla/locale'
import { createKey } from '@silla/tenants'
import { openApi, testApi } from '../../support/api.ts'
import { assertError } from '../../support/assertions.ts'
import { client } from '../../support/client.ts'
import { testDatabase } from '../../support/database.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'
import { openBothPaths } from './both-paths.ts'

const origin = 'https://salon.example'
const anyone = async () => client((await testApi()).url, {})

/** A read of each kind: from the catalogue, of free times, of a booking. */
async function readsOf(salon: TestSalon): Promise<string[]> {
  const booked = await salon.guest.book('Ana', '10:00')
  return [
    '/negocio/?',
    '/servicios/?lang=en&page=1&',
    `/servicios/${salon.id('Corte')}/?`,
    `/peluqueros/${salon.id('Ana')}/?`,
    `/disponibilidad/${salon.id('Ana')}/${salon.today}/?`,
    '/disponibilidad/dias/?lang=ar&',
    `/disponibilidad/dias/?peluquero_id=${salon.id('Ana')}&`,
    `/reservas/codigo/${booked.data.codigo}/?`,
    `/reservas/${booked.data.id}/?codigo=${booked.data.codigo}&`,
  ]
}

test('D8b: a GET with a publishable key in the URL gets the response of one with the header', async () => {
  const salon = await openSalon()
  const browser = await anyone()
  for (const path of await readsOf(salon)) {
    const expected = await salon.guest.get(path, { origin })
    const actual = await browser.get(`${path}key=${salon.publishableKey}`, { origin })
    assert.equal(actual.text, expected.text, path)
    assert.equal(actual.status, expected.status, path)
    assert.equal(actual.headers.get('access-control-allow-origin'), '*')
    const etag = actual.headers.get('etag')
    assert.equal(etag, expected.headers.get('etag'))
    if (etag === null) continue
    const again = await browser.get(`${path}key=${salon.publishableKey}`, { 'if-none-match': etag })
    assert.equal(again.status, 304, path)
  }
  const url = `${(await testApi()).url}/negocio/?key=${salon.publishableKey}`
  const head = await fetch(url, { method: 'HEAD' })
  assert.equal(head.status, 200)
})

test('D8b: a key in the URL has the rules of one in the header', async () => {
  const salon = await openSalon()
  const { admin } = await testDatabase()
  const { key } = await createKey(admin, salon.businessId, {
    kind: 'publishable',
    name: 'page',
    origins: [origin],
  })
  const browser = await anyone()
  assert.equal((await browser.get(`/negocio/?key=${key}`, { origin })).status, 200)
  const elsewhere = await browser.get(`/negocio/?key=${key}`, { origin: 'https://other.example' })
  assertError(elsewhere, 'ORIGIN_NOT_ALLOWED')
  assertError(await browser.get('/negocio/?key='), 'API_KEY_REQUIRED')
  for (const wrong of ['nonsense', `${salon.publishableKey}0`, '%zz', '%00', 'x'.repeat(5000)])
    assertError(await browser.get(`/negocio/?key=${wrong}`), 'INVALID_API_KEY')
  assertError(await browser.get(`/negocio/?key=${'x'.repeat(9000)}`), 'URI_TOO_LONG')
  assertError(await browser.get(`/nothing/?key=${key}`), 'NOT_FOUND')
  // the parameter is only `key`
  const others = `/negocio/?monkey=${key}&Key=${key}&a=b?key=${key}`
  assertError(await browser.get(others), 'API_KEY_REQUIRED')
})

test('D8b: a secret key in a URL is refused alike, whether it is valid or not, on every method', async () => {
  const salon = await openSalon()
  const valid = salon.secretKey
  const invalid = valid.replace(/.{5}$/, 'aaaaa')
  const headers = { 'x-request-id': 'the-same-id' }
  for (const language of languages) {
    const answers = []
    for (const key of [valid, invalid, 'silla_sec_', `%73illa_sec_${valid.slice(10)}`]) {
      for (const who of [await anyone(), salon.guest, salon.backend]) {
        const answer = await who.get(`/negocio/?lang=${language}&key=${key}`, headers)
        assertError(answer, 'SECRET_KEY_IN_URL')
        assert.ok(!answer.text.includes(key.slice(-8)))
        const lasting = [...answer.headers].filter(([name]) => name !== 'date')
        answers.push(JSON.stringify([answer.text, lasting]))
      }
    }
    assert.equal(new Set(answers).size, 1)
  }
  const cancel = await salon.backend.post(`/reservas/1/cancelar/?key=${valid}`, {})
  assertError(cancel, 'SECRET_KEY_IN_URL')
})

test('D8b: two keys in the URL are refused, and one in the URL that is not the one in the header', async () => {
  const [salon, other] = [await openSalon(), await openSalon()]
  const key = `key=${salon.publishableKey}`
  assert.equal((await salon.guest.get(`/negocio/?${key}`)).status, 200)
  assert.equal((await salon.guest.get('/negocio/?key=')).status, 200)
  for (const [who, query] of [
    [other.guest, key],
    [salon.backend, key],
    [salon.guest, `${key}&${key}`],
    [salon.guest, `key=&${key}`],
  ] as const) {
    const refused = await who.get(`/negocio/?${query}`)
    assertError(refused, 'VALIDATION_ERROR')
    assert.equal(refused.error.detalles[0].campo, 'key')
  }
})

test('D8b: a write needs the header', async () => {
  const salon = await openSalon()
  const body = { servicio_ids: [salon.id('Corte')], fecha: salon.today, hora_inicio: '10:00' }
  const path = `/reservas/crear/?key=${salon.publishableKey}`
  assertError(await (await anyone()).post(path, body), 'API_KEY_REQUIRED')
  assertError(await salon.guest.post(path, body), 'VALIDATION_ERROR')
})

test('ready responses and fast operations are those of the header, and no log line has the key', async (t) => {
  const salon = await openSalon()
  const both = await openBothPaths(t, { limits: { redisUrl: null, trustedProxies: [] } })
  both.setTime(salon.clock.now())
  const send = async (path: string, ...lines: string[]) => {
    const head = [`GET /api/v1${path} HTTP/1.1`, 'Host: salon.example', ...lines]
    const { ready, routed } = await both.send(`${head.join('\r\n')}\r\n\r\n`)
    assert.equal(ready[0]?.text, routed[0]?.text, path)
    return ready[0]
  }
  const header = `X-API-Key: ${salon.publishableKey}`
  const inUrl = `key=${salon.publishableKey}`
  for (const path of ['/negocio/?', '/servicios/?lang=en&', `/servicios/${salon.id('Corte')}/?`]) {
    // what a request with the header has made ready serves one with the parameter
    assert.equal((await send(path.slice(0, -1), header))?.isHandled, true)
    const ready = await send(path + inUrl)
    assert.equal(ready?.status, 200)
    assert.equal(ready?.isHandled, false, path)
  }
  const day = `/disponibilidad/${salon.id('Ana')}/${salon.today}/`
  const fast = await send(`${day}?${inUrl}`)
  assert.equal(fast?.status, 200)
  assert.equal(fast?.isHandled, false)
  // a ready response may not hide that the keys differ
  assert.equal((await send(`/negocio/?key=${salon.secretKey}`, header))?.status, 401)
  assert.equal((await send(`${day}?key=nonsense`, header))?.status, 400)
  assert.equal((await send(`/servicios/?${inUrl}&${inUrl}`))?.status, 400)
  assert.equal((await send(`/nothing/?key=${salon.secretKey}`))?.status, 404)
  const logged = await both.log()
  assert.deepEqual(logged.ready, logged.routed)
  assert.doesNotMatch(logged.ready.join(), /silla_|key=/)
})

test('rate limits count a key in the URL like one in the header', async (t) => {
  const salon = await openSalon({
    editFile: (file) => ({ ...file, rates: { publishablePerAddress: 3 } }),
  })
  const api = await openApi(undefined, { limits: { redisUrl: null, trustedProxies: [] } })
  t.after(api.close)
  const path = `/negocio/?key=${salon.publishableKey}`
  const left = async () => {
    const answer = await client(api.url, {}).get(path)
    return [answer.status, /r=\d+/.exec(answer.headers.get('ratelimit') ?? '')?.[0]]
  }
  const counted = [await left(), await left(), await left(), await left()]
  assert.deepEqual(counted, [
    [200, 'r=2'],
    [200, 'r=1'],
    [200, 'r=0'],
    [429, 'r=0'],
  ])
})

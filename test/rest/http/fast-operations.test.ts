import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { openApi } from '../../support/api.ts'
import { queryGate } from '../../support/query-gate.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'
import { openBothPaths } from './both-paths.ts'

const requestFor = (path: string, key: string, more: Record<string, string> = {}): string =>
  [
    `GET /api/v1${path} HTTP/1.1`,
    'Host: salon.example',
    `X-API-Key: ${key}`,
    ...Object.entries(more).map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ].join('\r\n')

const monday = '2030-03-04'

const open = () =>
  openSalon({
    services: [{ name: 'Corte' }, { name: 'Barba' }],
    professionals: [
      { name: 'Íñigo Ñu', services: ['Corte'] },
      { name: 'Ana', services: ['Corte', 'Barba'] },
    ],
    closings: { '2030-03-19': null },
    now: `${monday}T08:00`,
  })

/** Requests that are handled without the router, and the status of their responses. */
function directRequests(salon: TestSalon): [path: string, status: number][] {
  const [ana, inigo] = [salon.id('Ana'), salon.id('Íñigo Ñu')]
  const [cut, beard] = [salon.id('Corte'), salon.id('Barba')]
  return [
    [`/disponibilidad/${ana}/${monday}/`, 200],
    [`/disponibilidad/${inigo}/2030-03-05/?servicio_id=${cut}`, 200],
    [`/disponibilidad/${ana}/2030-03-05/?servicios=${cut},${beard}&lang=en`, 200],
    [`/disponibilidad/${ana}/2030-03-05/?duracion=45&unknown=1`, 200],
    [`/disponibilidad/${inigo}/2030-03-10/?lang=ar`, 200],
    [`/disponibilidad/${ana}/2030-03-19/`, 200],
    [`/disponibilidad/0/${monday}/?servicio_id=${cut}`, 200],
    [`/disponibilidad/dias/?peluquero_id=${ana}&servicio_id=${cut}`, 200],
    [`/disponibilidad/dias/?peluquero_id=${ana}&desde=2030-03-10&hasta=2030-04-09`, 200],
    [`/disponibilidad/dias/?peluquero_id=${ana}&page=2&page_size=5&lang=en`, 200],
    [`/disponibilidad/${ana}/2030-03-03/`, 400],
    [`/disponibilidad/${ana}/2032-03-03/?lang=ar`, 400],
    [`/disponibilidad/${ana}/2030-03-05/?servicio_id=0`, 404],
    [`/disponibilidad/999999/2030-03-05/`, 404],
    [`/disponibilidad/${inigo}/2030-03-05/?servicio_id=${beard}`, 400],
    [`/disponibilidad/dias/?peluquero_id=${ana}&desde=2030-03-10&hasta=2030-03-01`, 400],
  ]
}

/** Requests for the same routes that only the router handles. */
function routedRequests(salon: TestSalon): string[] {
  const ana = salon.id('Ana')
  return [
    '/disponibilidad/dias/',
    '/disponibilidad/dias/?peluquero_id=',
    `/disponibilidad/01/${monday}/`,
    `/disponibilidad/0/${monday}/?lineas=${salon.id('Corte')}:0`,
    `/disponibilidad/${ana}/${monday}/?reserva_id=1`,
    `/disponibilidad/${ana}/${monday}`,
    `/disponibilidad/${ana}/${monday}//`,
    `/disponibilidad/${ana}/2030-02-30/`,
    `/disponibilidad/${ana}/tomorrow/`,
    `/disponibilidad/${ana}/2030%2D03-04/`,
    `/disponibilidad/${ana}/${monday}/?`,
    `/disponibilidad/${ana}/${monday}/?lang=xx`,
    `/disponibilidad/${ana}/${monday}/?lang=en&lang=es`,
    `/disponibilidad/${ana}/${monday}/?duracion=30&duracion=45`,
    `/disponibilidad/${ana}/${monday}/?duracion=1`,
    `/disponibilidad/${ana}/${monday}/?servicio_id=%31`,
    `/disponibilidad/${ana}/${monday}/?servicio_id`,
    `/disponibilidad/dias/?peluquero_id=${ana}&page=0`,
    `/disponibilidad/dias/?peluquero_id=${ana}&unknown=${'a'.repeat(300)}`,
  ]
}

test('an ordinary request for free times is not routed, and gets the same response and log line', async (t) => {
  const salon = await open()
  const both = await openBothPaths(t, { limits: { redisUrl: null, trustedProxies: [] } })
  both.setTime(salon.clock.now())
  const keys = [salon.publishableKey, salon.secretKey]
  // the key and the catalogue are looked up once
  for (const key of keys) await both.send(requestFor('/disponibilidad/dias/', key))
  for (const key of keys) {
    for (const [path, status] of directRequests(salon)) {
      const { fast, routed } = await send(path, key, { 'Accept-Language': 'ar' })
      assert.equal(fast?.text, routed?.text)
      assert.equal(fast?.isHandled, false, path)
      assert.equal(routed?.isHandled, true, path)
      // the salon itself has no last day
      if (key === salon.publishableKey) assert.equal(fast?.status, status, path)
    }
    for (const path of routedRequests(salon)) {
      const { fast, routed } = await send(path, key)
      assert.equal(fast?.text, routed?.text)
      assert.equal(fast?.isHandled, routed?.isHandled, path)
    }
  }
  const logged = await both.log()
  assert.deepEqual(logged.ready, logged.routed)

  async function send(path: string, key: string, more: Record<string, string> = {}) {
    const { ready, routed } = await both.send(requestFor(path, key, more))
    return { fast: ready[0], routed: routed[0] }
  }
})

test('a request that finds no free slot fails alike, whether it is routed or not', async (t) => {
  const salon = await open()
  const requestSlots = { slots: 0, maxWaiting: 0 }
  const both = await openBothPaths(t, { requestSlots })
  both.setTime(salon.clock.now())
  const [[path] = ['']] = directRequests(salon)
  await both.send(requestFor('/negocio/', salon.publishableKey))
  const { ready, routed } = await both.send(requestFor(path, salon.publishableKey))
  assert.equal(ready[0]?.text, routed[0]?.text)
  assert.equal(ready[0]?.status, 503)
  assert.equal(ready[0]?.isHandled, false)
  const logged = await both.log()
  assert.deepEqual(logged.ready, logged.routed)
  assert.match(logged.ready.join(), /SERVICE_UNAVAILABLE/)
})

test('a client that leaves is not answered; the others are, also while the server closes', async (t) => {
  const salon = await open()
  const gate = queryGate()
  const lines: string[] = []
  const api = await openApi(undefined, {
    wrapDatabase: gate.wrapDatabase,
    logTarget: { write: (line) => void lines.push(line) },
  })
  t.after(api.close)
  api.clock.set(salon.clock.now())
  const [[path] = ['']] = directRequests(salon)
  const send = (id: string) => {
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1')
    socket.write(requestFor(path, salon.publishableKey, { 'X-Request-Id': id }))
    return socket
  }
  await once(send('to-fill-the-caches'), 'data')
  gate.hold(salon.businessId)
  const leaving = send('client-that-leaves')
  await gate.untilHeld(1)
  leaving.destroy()
  const waiting = send('client-that-waits')
  await gate.untilHeld(2)
  const closed = api.close()
  gate.open()
  const [bytes] = await once(waiting, 'data')
  assert.match(String(bytes), /^HTTP\/1\.1 200 OK\r\n/)
  waiting.destroy()
  await closed
  assert.deepEqual(
    lines.flatMap((line) => /client-that-\w+/.exec(line) ?? []),
    ['client-that-waits'],
  )
})

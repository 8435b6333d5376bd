import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { createSillaClient, type SillaClient, type Wire } from '@silla/client'
import { testApi } from '../support/api.ts'
import { type FlakyProxy, openFlakyProxy } from '../support/flaky-proxy.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'

let salon: TestSalon
let baseUrl: string
let silla: SillaClient
let proxy: FlakyProxy
/** Its requests go through the proxy. */
let unlucky: SillaClient

before(async () => {
  salon = await openSalon({ services: [{ name: 'Corte', minutes: 30 }] })
  baseUrl = new URL((await testApi()).url).origin
  silla = createSillaClient({ baseUrl, apiKey: salon.publishableKey })
  proxy = await openFlakyProxy(baseUrl)
  unlucky = createSillaClient({ baseUrl: proxy.url, apiKey: salon.publishableKey })
})

after(() => proxy.close())

const visit = (hora_inicio: string) => ({
  servicio_ids: [salon.id('Corte')],
  peluquero_id: salon.id('Ana'),
  fecha: salon.today,
  hora_inicio,
  nombre: 'Lucía Prado',
  email: 'lucia@example.com',
})

const unavailable = (more: object = {}) => ({
  status: 503,
  body: {
    success: false,
    error: { code: 'SERVICE_UNAVAILABLE', message: 'Inténtalo de nuevo.', ...more },
  },
})

test('the typed client finds a service and a free time, books it, and looks the booking up by its code', async () => {
  const services = await silla.GET('/api/v1/servicios/')
  const service: Wire['Servicio'] | undefined = services.data?.data.servicios[0]
  assert.equal(service?.id, salon.id('Corte'))

  const day = await silla.GET('/api/v1/disponibilidad/{peluquero_id}/{fecha}/', {
    params: {
      path: { peluquero_id: salon.id('Ana'), fecha: salon.today },
      query: { servicio_id: service.id },
    },
  })
  const slot = day.data?.data.slots.find(({ disponible }) => disponible)
  assert.ok(slot)

  const booked = await silla.POST('/api/v1/reservas/crear/', {
    body: {
      servicio_ids: [service.id],
      peluquero_id: salon.id('Ana'),
      fecha: salon.today,
      hora_inicio: slot.hora_inicio,
      nombre: 'Lucía Prado',
      email: 'lucia@example.com',
    },
  })
  const booking: Wire['Reserva'] | undefined = booked.data?.data
  assert.equal(booked.response.status, 201)
  assert.ok(booking)

  const found = await silla.GET('/api/v1/reservas/codigo/{codigo}/', {
    params: { path: { codigo: booking.codigo } },
  })
  assert.equal(found.data?.data.id, booking.id)
  assert.equal(found.data?.data.hora_inicio, slot.hora_inicio)
})

test('an error is returned as a value, in the client’s language', async () => {
  const english = createSillaClient({ baseUrl, apiKey: salon.publishableKey, language: 'en' })
  const requested = { params: { path: { codigo: 'AAAAAAAAAA' } } }
  const [spanish, refused] = [
    await silla.GET('/api/v1/reservas/codigo/{codigo}/', requested),
    await english.GET('/api/v1/reservas/codigo/{codigo}/', requested),
  ]
  assert.equal(refused.data, undefined)
  assert.equal(refused.response.status, 404)
  assert.equal(refused.error?.error.code, 'BOOKING_NOT_FOUND')
  assert.notEqual(refused.error.error.message, spanish.error?.error.message)
})

test('an access token makes requests as the customer', async () => {
  const { token, email } = await salon.customer({ nombre: 'Lucía Prado', email: 'own@example.com' })
  const own = createSillaClient({
    baseUrl,
    apiKey: salon.publishableKey,
    auth: { accessToken: token, refresh: async () => null },
  })
  const profile = await own.GET('/api/v1/cliente/perfil/')
  assert.equal(profile.data?.data.email, email)
  assert.equal(
    (await silla.GET('/api/v1/cliente/perfil/')).error?.error.code,
    'AUTHENTICATION_REQUIRED',
  )
})

test('D19: a booking whose response is lost is repeated with its key, and returned', async () => {
  proxy.fail('lose response', unavailable({ resultado_desconocido: true }))
  const booked = await unlucky.POST('/api/v1/reservas/crear/', { body: visit('16:00') })
  assert.equal(booked.response.status, 201, JSON.stringify(booked.error))
  const [first, ...others] = proxy.keys()
  assert.match(first ?? '', /^[0-9a-f]{32}$/)
  assert.deepEqual(others, [first, first])

  const next = await unlucky.POST('/api/v1/reservas/crear/', { body: visit('17:00') })
  assert.equal(next.response.status, 201)
  assert.notEqual(proxy.keys()[0], first)
})

test('D19: after the last retry the caller gets the failure, and can repeat with a key of its own', async () => {
  const request = { params: { header: { 'idempotency-key': 'own' } }, body: visit('18:00') }
  proxy.fail('lose response', { status: 502, body: '<html>' }, 'lose response')
  await assert.rejects(unlucky.POST('/api/v1/reservas/crear/', request))
  const once = createSillaClient({
    baseUrl: proxy.url,
    apiKey: salon.publishableKey,
    maxRetries: 0,
  })
  proxy.fail(unavailable())
  assert.equal((await once.POST('/api/v1/reservas/crear/', request)).response.status, 503)
  assert.equal((await once.POST('/api/v1/reservas/crear/', request)).response.status, 201)
  assert.deepEqual(proxy.keys(), ['own', 'own', 'own', 'own', 'own'])
})

test('a longer wait than the caller allows is not waited for: the response is returned', async () => {
  const impatient = createSillaClient({
    baseUrl: proxy.url,
    apiKey: salon.publishableKey,
    maxRetryAfterSeconds: 2,
  })
  proxy.fail({ ...unavailable(), retryAfterSeconds: 3 })
  const request = { params: { header: { 'idempotency-key': 'waits' } }, body: visit('12:00') }
  const refused = await impatient.POST('/api/v1/reservas/crear/', request)
  assert.deepEqual([refused.response.status, proxy.keys()], [503, ['waits']])
})

test('a signal ends the wait before a retry', async () => {
  const abort = new AbortController()
  proxy.fail(unavailable())
  const request = unlucky.GET('/api/v1/servicios/', { signal: abort.signal })
  setImmediate(function abortOnceSent() {
    if (proxy.keys().length > 0) abort.abort(new Error('no longer needed'))
    else setImmediate(abortOnceSent)
  })
  await assert.rejects(request)
  assert.deepEqual(proxy.keys(), [])
})

test('D19: signing in is repeated only when the API states that nothing has happened', async () => {
  const body = { email: 'lucia@example.com' }
  for (const code of ['SERVICE_UNAVAILABLE', 'BUSINESS_MOVING']) {
    proxy.fail(unavailable({ code }))
    const login = await unlucky.POST('/api/v1/auth/login/', { body })
    assert.deepEqual([login.response.status, proxy.keys().length], [200, 2])
  }
  for (const fault of [
    unavailable({ resultado_desconocido: true }),
    { status: 503, body: '<html>' },
    'lose response',
  ] as const) {
    proxy.fail(fault)
    await unlucky.POST('/api/v1/auth/login/', { body }).catch(() => {})
    assert.equal(proxy.keys().length, 1)
  }
})

test('D42, D43: creating an endpoint or a calendar is not repeated: its secret is not stored', async () => {
  const body = { url: 'https://till.example/' }
  proxy.fail('lose response')
  await assert.rejects(unlucky.POST('/api/v1/webhooks/endpoints/', { body }))
  proxy.fail('lose response')
  await assert.rejects(unlucky.POST('/api/v1/calendarios/', { body: {} }))
  assert.equal(proxy.keys().length, 2)
})

test('D19: every other POST honours the key, or is documented as idempotent', async () => {
  const text = await readFile(new URL('../../docs/openapi.json', import.meta.url), 'utf8')
  const { paths } = JSON.parse(text) as {
    paths: Record<string, { post?: { parameters?: { name: string }[] } }>
  }
  const withoutKey = Object.entries(paths)
    .filter(([, { post }]) => post && !post.parameters?.some(isKey))
    .map(([path]) => path)
    .filter((path) => !path.startsWith('/api/v1/auth/'))
    .filter(
      (path) =>
        !/^\/api\/v1\/(webhooks\/endpoints|calendarios|soporte|ajustes\/pagos)\//.test(path),
    )
  assert.deepEqual(withoutKey, [
    '/api/v1/pagos/tarjeta/',
    '/api/v1/pagos/tarjeta/confirmar/',
    '/api/v1/pagos/confirmar/',
    '/api/v1/webhooks/processor/',
  ])
})

const isKey = ({ name }: { name: string }) => name.toLowerCase() === 'idempotency-key'

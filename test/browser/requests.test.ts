import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { openApi } from '../support/api.ts'
import { openSalon } from '../support/salon.ts'
import { testBrowser } from './bed/chromium.ts'
import { inBrowser } from './bed/in-browser.ts'
import { openSite } from './bed/site.ts'

// The requests and preflights of a booking, on a page of another origin than the API.

const root = fileURLToPath(new URL('../../', import.meta.url))

/** A page that offers a day with anyone and books its first time. It defines both ways to do that. */
const script = `
import { createSillaClient, createSillaGraphqlClient, graphql } from '@silla/client'

const guest = { nombre: 'Eva Gil', email: 'eva@example.com', telefono: '612345678' }

window.bookWithClient = async (baseUrl, apiKey, date) => {
  const options = { baseUrl, apiKey, language: 'en' }
  const silla = createSillaClient(options)
  const screen = graphql(\`{
    negocio { nombre configuracion { moneda timezone } } categorias { id nombre }
    servicios { items { id nombre precio } } peluqueros { items { id nombre } }
  }\`)
  const { data } = await createSillaGraphqlClient(options)(screen)
  const servicio_id = data.servicios.items[0].id
  const query = { servicio_id }
  await silla.GET('/api/v1/disponibilidad/dias/', { params: { query } })
  const day = await silla.GET('/api/v1/disponibilidad/{peluquero_id}/{fecha}/', {
    params: { path: { peluquero_id: 0, fecha: date }, query },
  })
  const hora_inicio = day.data.data.proximo_disponible
  const visit = { servicio_ids: [servicio_id], fecha: date, hora_inicio }
  const held = await silla.POST('/api/v1/retenciones/', { body: visit })
  const { id, token } = held.data.data
  const body = { ...visit, ...guest, retencion: { id, token } }
  return (await silla.POST('/api/v1/reservas/crear/', { body })).response.status
}

window.bookWithHeaders = async (baseUrl, apiKey, date) => {
  const send = async (path, body) => {
    const response = await fetch(baseUrl + '/api/v1' + path, {
      method: body ? 'POST' : 'GET',
      headers: { 'X-API-Key': apiKey, ...(body && { 'Content-Type': 'application/json' }) },
      body: body && JSON.stringify(body),
    })
    const { data } = await response.json()
    return data
  }
  const reads = ['/negocio/', '/categorias/', '/servicios/', '/peluqueros/']
  const [, , { servicios }] = await Promise.all(reads.map((path) => send(path)))
  const servicio_id = servicios[0].id
  await send('/disponibilidad/dias/?servicio_id=' + servicio_id)
  const day = await send('/disponibilidad/0/' + date + '/?servicio_id=' + servicio_id)
  const visit = { servicio_ids: [servicio_id], fecha: date, hora_inicio: day.proximo_disponible }
  const { id, token } = await send('/retenciones/', visit)
  const { codigo } = await send('/reservas/crear/', { ...visit, ...guest, retencion: { id, token } })
  return codigo ? 201 : 0
}
`

test('a booking with the client takes three reads and two preflights', (t) =>
  countedBooking(t, 'bookWithClient', { GET: 3, POST: 2, OPTIONS: 2 }))

test('with the key in a header, every read of a booking has a preflight', (t) =>
  countedBooking(t, 'bookWithHeaders', { GET: 6, POST: 2, OPTIONS: 8 }))

function countedBooking(t: TestContext, way: string, expected: Record<string, number>) {
  const run = inBrowser(async () => {
    const salon = await openSalon()
    const counts: Record<string, number> = {}
    const last = Promise.withResolvers<void>()
    const logTarget = {
      write(line: string) {
        const { method, route } = JSON.parse(line)
        if (route === '/healthz') last.resolve()
        else if (route) counts[method] = (counts[method] ?? 0) + 1
      },
    }
    const api = await openApi(undefined, { logTarget })
    t.after(api.close)
    api.clock.set(salon.clock.now())
    const site = await openSite(t, () => ({
      policy: `default-src 'none'; script-src 'nonce-n1'; connect-src ${new URL(api.url).origin}`,
      html: '<!doctype html><html lang="en"><title>Site</title>',
    }))
    // where a visitor of the test bed is watched, Playwright answers the preflights itself
    const page = await (await testBrowser()).newPage()
    await page.goto(site)
    const bundled = await bundle()
    await page.evaluate(bundled)
    const status = await page.evaluate<number>(
      `${way}(${JSON.stringify([new URL(api.url).origin, salon.publishableKey, '2030-03-06']).slice(1, -1)})`,
    )
    assert.equal(status, 201)
    // a request is logged when its response has been sent, which may be after it was received
    await fetch(new URL('/healthz', api.url))
    await last.promise
    await page.close()
    assert.deepEqual(counts, expected)
  })
  return run(t)
}

async function bundle(): Promise<string> {
  const options = ['--bundle', '--format=iife', '--conditions=@silla/source', '--loader=ts']
  const running = promisify(execFile)(`${root}node_modules/.bin/esbuild`, options, { cwd: root })
  running.child.stdin?.end(script)
  return (await running).stdout
}

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Answer } from '../support/client.ts'
import { dataOf } from '../support/refused.ts'
import { areReviewed } from '../support/reviews.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import { type OpenApi, readOpenApi, resolver } from './facts/open-api.ts'
import { type Path, paths } from './facts/paths.ts'
import { differences, documentDifferences } from './facts/shape.ts'

/** A salon that has something of everything, so that no list is empty and no optional field is missing. */
let salon: TestSalon
let document: OpenApi

before(async () => {
  salon = await openSalon({
    services: [
      { name: 'Corte', priceCents: 1999, offerPriceCents: 1450 },
      { name: 'Barba', featured: true },
    ],
    professionals: ['Ana', { name: 'Bea', exceptions: { '2030-03-05': null, '2030-03-06': ['10:00-12:00'] } }],
    hours: { 1: '09:00-20:00', 2: '09:00-20:00', 3: '09:00-20:00', 4: '09:00-20:00', 5: '09:00-20:00' },
    break: '14:00-15:30',
    closings: { '2030-03-07': null, '2030-03-08': '09:00-11:00' },
    now: '2030-03-04T10:00',
    written: (file) => ({
      ...file,
      professionals: file.professionals.map((one) => ({
        ...one,
        specialties: [{ es: 'Degradado' }],
        imageUrl: '/ana.svg',
        galleryUrls: ['/1.svg'],
      })),
      services: file.services.map((service) => ({ ...service, galleryUrls: ['/1.svg'] })),
    }),
  })
  await areReviewed(salon, 'Ana', [{ rating: 5, day: '2030-03-01', comment: 'Muy bien' }])
  document = await readOpenApi()
})

/** How a path is asked, once, so that it works. */
const asks: Record<string, () => Promise<Answer>> = {
  '/servicios/{id}/': () => salon.guest.get(`/servicios/${salon.id('Corte')}/`),
  '/peluqueros/{id}/': () => salon.guest.get(`/peluqueros/${salon.id('Ana')}/`),
  '/peluqueros/{id}/horario/': () => salon.guest.get(`/peluqueros/${salon.id('Bea')}/horario/`),
  '/disponibilidad/{peluquero_id}/{fecha}/': async () => {
    dataOf(await salon.guest.books('Ana', '13:00'), 201)
    return salon.guest.get(`/disponibilidad/${salon.id('Ana')}/2030-03-04/?servicio_id=${salon.id('Corte')}`)
  },
  '/reservas/crear/': () => salon.guest.books('Ana', '11:00', { telefono: '612345678', notas: 'Sin prisa' }),
  '/reservas/codigo/{codigo}/': async () => {
    const { codigo } = dataOf(await salon.guest.books('Ana', '12:00'), 201)
    return salon.guest.get(`/reservas/codigo/${codigo}/`)
  },
  '/reservas/{id}/cancelar/': async () => {
    const booking = dataOf(await salon.guest.books('Ana', '16:00', { date: '2030-03-06' }), 201)
    return salon.guest.cancels(booking)
  },
}

const ask = ({ path }: Path) => (asks[path] ?? (() => salon.guest.get(path)))()

for (const path of paths) {
  const name = `${path.method} ${path.path}`

  test(`${name} answers ${path.status} with every field that the contract names, and none that no table names`, async () => {
    const answer = await ask(path)
    assert.equal(answer.status, path.status, answer.text)
    assert.deepEqual(Object.keys(JSON.parse(answer.text)), ['success', 'data'])
    assert.deepEqual(differences(path.answer, answer.data), [])
  })

  test(`${name} is documented with the same fields, its query and its body`, () => {
    const operation = document.paths[`/api/v1${path.path}`]?.[path.method.toLowerCase()]
    assert.ok(operation, `${name} is not in the document`)
    const { data } = operation.responses[path.status]?.content?.['application/json']?.schema?.properties ?? {}
    assert.deepEqual(documentDifferences(path.answer, data ?? {}, resolver(document)), [])

    const named = (kind: string) => operation.parameters?.filter((one) => one.in === kind).map((one) => one.name) ?? []
    assert.deepEqual(named('query').sort(), [...path.query, 'lang'].sort())
    assert.deepEqual(named('path').sort(), [...path.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort())

    const body = operation.requestBody?.content['application/json']?.schema
    assert.equal(body === undefined, path.body === undefined)
    if (!path.body || !body) return
    assert.deepEqual(Object.keys(body.properties ?? {}), [...path.body.required, ...path.body.optional])
    assert.deepEqual(body.required ?? [], path.body.required)
    assert.equal(operation.requestBody?.required, path.body.required.length > 0)
  })

  test(`${name} answers refusals in the one shape, and the document says so`, async () => {
    const operation = document.paths[`/api/v1${path.path}`]?.[path.method.toLowerCase()]
    for (const status of [400, 401, 403, 404, 500, 503]) {
      const schema = operation?.responses[status]?.content?.['application/json']?.schema
      assert.equal(schema?.$ref, '#/components/schemas/Fallo', String(status))
    }
    const concrete = path.path.replace(/\{\w+\}/g, '1')
    const refused = await salon.guest.send(concrete, { method: path.method, headers: { 'x-api-key': '' } })
    assert.equal(refused.status, 401)
    assert.deepEqual(Object.keys(JSON.parse(refused.text)), ['success', 'error'])
    assert.deepEqual(Object.keys(refused.error), ['code', 'message'])
  })

  test(`D1: ${name} is the only way: other methods are 404 and hear so in Allow`, async () => {
    const concrete = path.path.replace(/\{\w+\}/g, '1')
    for (const method of ['PUT', 'PATCH', 'DELETE', path.method === 'GET' ? 'POST' : 'GET']) {
      const answer = await salon.guest.send(concrete, { method })
      assert.equal(answer.status, 404, method)
      assert.equal(answer.error.code, 'NOT_FOUND')
      const allowed = answer.headers.get('allow')?.split(', ') ?? []
      assert.ok(allowed.includes(path.method) && !allowed.includes(method), `${method}: ${allowed}`)
    }
  })
}

test('the document names no path under the prefix that is in no table', () => {
  const documented = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const known = paths.map(({ method, path }) => `${method} /api/v1${path}`)
  assert.deepEqual(documented.filter((one) => one.includes('/api/v1/')).sort(), known.sort())
})

test('D3: every path answers without its last slash too, with the same bytes', async () => {
  for (const path of paths.filter(({ method }) => method === 'GET')) {
    const concrete = path.path
      .replace('{fecha}', '2030-03-04')
      .replace('{codigo}', '0000000000')
      .replace(/\{\w+\}/, String(salon.id('Ana')))
    const [one, other] = [await salon.guest.get(concrete), await salon.guest.get(concrete.replace(/\/$/, ''))]
    assert.deepEqual([other.status, other.text], [one.status, one.text], concrete)
  }
})

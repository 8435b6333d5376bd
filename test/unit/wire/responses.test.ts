import assert from 'node:assert/strict'
import test from 'node:test'
import { openCredentials, type RequestContext } from '@silla/core'
import {
  BookingDetailWire,
  BookingWire,
  components,
  ref,
  serializeBooking,
  serializeBookingDetail,
} from '@silla/wire'
import { Ajv } from 'ajv'
import { type FastifyInstance, fastify } from 'fastify'
import { openDerivedCache } from '../../../services/api/src/derived-cache.ts'
import { addEnvelope } from '../../../services/api/src/http/envelope.ts'
import { addErrorHandler } from '../../../services/api/src/http/error-handler.ts'
import { openRequestSlots } from '../../../services/api/src/limits/request-slots.ts'
import { openResponseCache } from '../../../services/api/src/ready-responses/response-cache.ts'
import { addSendCached } from '../../../services/api/src/ready-responses/send-cached.ts'
import { operationRoutes } from '../../../services/api/src/rest/operation-routes.ts'
import { createRecentBusinesses } from '../../../services/api/src/scheduling/recent-businesses.ts'
import { createTurns } from '../../../services/api/src/scheduling/turns.ts'
import { atEnd } from '../../support/at-end.ts'
import { testSecrets } from '../../support/secrets.ts'
import { aBooking, aView } from './booking-fixture.ts'
import { aSalon, inSpanish } from './salon-fixture.ts'

/** The routes with a catalogue in memory, without database and keys. */
async function openRoutes(): Promise<FastifyInstance> {
  const catalog = aSalon()
  const context = {
    tenant: { businessId: catalog.business.id, slug: 'navaja', catalog: async () => catalog },
    identity: { kind: 'visitor' },
    clock: { now: () => new Date('2030-03-04T09:00:00Z') },
  } as unknown as RequestContext
  const app = fastify({ routerOptions: { ignoreTrailingSlash: true } })
  app.setValidatorCompiler(() => () => true)
  for (const component of components) app.addSchema(component)
  app.addHook('onRequest', async (request) => {
    Object.assign(request, { context, languages: { text: 'es', message: 'es' } })
  })
  app.addHook('onRoute', (route) => {
    schemas.set(route.url, route.schema?.response as Responses)
  })
  addErrorHandler(app)
  addSendCached(app, openResponseCache(openDerivedCache()))
  addEnvelope(app)
  const turns = createTurns()
  await app.register(operationRoutes, {
    turns,
    slots: openRequestSlots({ turns, recent: createRecentBusinesses() }),
    assetsBaseUrl: inSpanish.assetsBaseUrl,
    credentials: await openCredentials(testSecrets),
    processors: () => null,
    publicUrl: null,
    staffUrl: null,
    endpoints: { secretsKeys: null, resolve: async () => ({ problem: 'not_found' }) },
  })
  atEnd(async () => app.close())
  return app
}

type Responses = Record<string, object>
const schemas = new Map<string, Responses>()
// one for all tests, because building the routes takes a third of a second
const app = await openRoutes()

const validator = new Ajv({ strict: false, validateFormats: false, schemas: components })

const catalogueReads: [path: string, route: string][] = [
  ['/negocio/', '/negocio/'],
  ['/negocio/horarios/', '/negocio/horarios/'],
  ['/negocio/festivos/', '/negocio/festivos/'],
  ['/servicios/?page=1', '/servicios/'],
  ['/servicios/21/', '/servicios/:id/'],
  ['/categorias/', '/categorias/'],
  ['/peluqueros/', '/peluqueros/'],
  ['/peluqueros/31/', '/peluqueros/:id/'],
  ['/peluqueros/31/horario/', '/peluqueros/:id/horario/'],
]
for (const [path, route] of catalogueReads) {
  test(`${path} responds exactly as its schema declares`, async () => {
    const answer = await app.inject(path)
    assert.equal(answer.statusCode, 200, answer.body)
    const check = validator.compile(schemas.get(route)?.[200] ?? {})
    assert.ok(check(answer.json()), JSON.stringify(check.errors))
    assert.ok(answer.headers.etag)
  })
}

test('the serializer keeps every declared field of a booking, also null ones', async (t) => {
  const app = fastify()
  for (const component of components) app.addSchema(component)
  const cancellation = {
    at: new Date('2030-06-25T09:00:00Z'),
    by: 'customer',
    reason: null,
  } as const
  const views = [
    aView(),
    aView({
      contactVisible: false,
      notesVisible: false,
      booking: aBooking({ state: 'cancelled', cancellation }),
    }),
  ]
  app.get(
    '/detail/:n',
    { schema: { response: { 200: ref(BookingDetailWire) } } },
    async (request) =>
      serializeBookingDetail(
        views[Number((request.params as { n: string }).n)] ?? aView(),
        inSpanish,
      ),
  )
  app.get('/created', { schema: { response: { 200: ref(BookingWire) } } }, async () =>
    serializeBooking(aView(), inSpanish),
  )
  t.after(() => app.close())

  for (const [n, view] of views.entries()) {
    assert.deepEqual(
      (await app.inject(`/detail/${n}`)).json(),
      serializeBookingDetail(view, inSpanish),
    )
  }
  assert.deepEqual((await app.inject('/created')).json(), serializeBooking(aView(), inSpanish))
})

const missing: [path: string, code: string][] = [
  ['/servicios/999/', 'SERVICE_NOT_FOUND'],
  ['/servicios/0/', 'SERVICE_NOT_FOUND'],
  ['/servicios/9007199254740993/', 'SERVICE_NOT_FOUND'],
  ['/servicios/corte/', 'SERVICE_NOT_FOUND'],
  ['/peluqueros/999/', 'PROFESSIONAL_NOT_FOUND'],
  ['/peluqueros/-1/', 'PROFESSIONAL_NOT_FOUND'],
  ['/peluqueros/1.0/horario/', 'PROFESSIONAL_NOT_FOUND'],
  ['/reservas/codigo/nada/', 'BOOKING_NOT_FOUND'],
]
for (const [path, code] of missing) {
  test(`${path} is ${code}`, async () => {
    const answer = await app.inject(path)
    assert.deepEqual([answer.statusCode, answer.json().error.code], [404, code])
  })
}

test('an impossible id has the same response as an unknown one, byte for byte', async () => {
  const [unknown, impossible] = await Promise.all([
    app.inject('/servicios/999/'),
    app.inject('/servicios/corte/'),
  ])
  assert.equal(unknown.body, impossible.body)
})

const refused: [path: string, code: string][] = [
  ['/servicios/?page=0', 'INVALID_PAGINATION'],
  ['/servicios/?destacado=si', 'VALIDATION_ERROR'],
  ['/servicios/?categoria_id=1&categoria_id=2', 'VALIDATION_ERROR'],
  ['/categorias/?tipo=otro', 'VALIDATION_ERROR'],
  ['/peluqueros/?servicio_id=x', 'VALIDATION_ERROR'],
  ['/negocio/festivos/?desde=2030-02-30', 'INVALID_DATE'],
  ['/negocio/festivos/?desde=2030-03-01&hasta=2031-03-03', 'INVALID_RANGE'],
  ['/disponibilidad/31/manana/', 'INVALID_DATE'],
  ['/disponibilidad/dias/?duracion=1', 'VALIDATION_ERROR'],
]
for (const [path, code] of refused) {
  test(`${path} is ${code}`, async () => {
    const answer = await app.inject(path)
    assert.deepEqual([answer.statusCode, answer.json().error.code], [400, code])
  })
}

test('unknown parameters are ignored', async () => {
  const [plain, odd] = await Promise.all([
    app.inject('/servicios/'),
    app.inject('/servicios/?utm=1&utm=2'),
  ])
  assert.equal(plain.body, odd.body)
})

test('without dates, closures are those of three months from today', async () => {
  const { festivos } = (await app.inject('/negocio/festivos/')).json().data
  assert.deepEqual(
    festivos.map(({ fecha }: { fecha: string }) => fecha),
    ['2030-05-02', '2030-05-10'],
  )
})

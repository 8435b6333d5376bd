import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { OpenApi } from './contract/openapi-document.ts'
import { breakingChanges } from './published/breaking-changes.ts'
import { currentDocument, readDocumentFile } from './published/openapi.ts'

let checkedIn: OpenApi
let current: OpenApi

before(async () => {
  checkedIn = await readDocumentFile()
  current = await currentDocument()
})

test('D28: the document has no breaking changes against docs/openapi.json', () => {
  assert.deepEqual(breakingChanges(checkedIn, current), [])
})

test('docs/openapi.json is the current document of the API', () => {
  assert.ok(
    JSON.stringify(current) === JSON.stringify(checkedIn),
    'npm run openapi, and commit docs/openapi.json',
  )
})

const cancelling = '/api/v1/reservas/{id}/cancelar/'
const business = '/api/v1/negocio/'
// biome-ignore lint/suspicious/noExplicitAny: a document to change in a test
type Change = (document: any) => void

const responseOf = (document: Parameters<Change>[0], path: string) =>
  Object.values<Parameters<Change>[0]>(document.paths[path])[0].responses[200].content[
    'application/json'
  ].schema
const bodyOf = (document: Parameters<Change>[0], type: string) =>
  document.webhooks[type].post.requestBody.content['application/json'].schema
const schemas = (document: Parameters<Change>[0]) => document.components.schemas

const endpoints = '/api/v1/webhooks/endpoints/'

/** Where a client names types of events. */
const typesOfRequests = (document: Parameters<Change>[0]) =>
  [document.paths[endpoints].post, document.paths[`${endpoints}{id}/`].put].map(
    ({ requestBody }) => requestBody.content['application/json'].schema.properties.tipos,
  )

/** Where a response names them. */
const typesOfResponses = (document: Parameters<Change>[0]) => ({
  feed: schemas(document).Evento.properties.tipo,
  delivery: schemas(document).Entrega.properties.tipo,
  endpoint: schemas(document).Endpoint.properties.tipos.items,
  newEndpoint: schemas(document).EndpointCreado.properties.tipos.items,
})

const breaking: Record<string, Change> = {
  'a path that is gone': (it) => delete it.paths[business],
  'a method that is gone': (it) => delete it.paths[cancelling].post,
  'a status that is gone': (it) => delete it.paths[business].get.responses[200],
  'a parameter that is gone': (it) => it.paths['/api/v1/servicios/'].get.parameters.shift(),
  'a parameter that has become required': (it) => {
    it.paths['/api/v1/servicios/'].get.parameters[0].required = true
  },
  'a response without required fields': (it) => {
    responseOf(it, business).required = []
  },
  'a field of a failure that is gone': (it) =>
    delete schemas(it).Fallo.properties.error.properties.code,
  'a field of a failure of another type': (it) => {
    schemas(it).Fallo.properties.error.properties.code.type = 'integer'
  },
  'a field that may now be null': (it) => {
    schemas(it).Fallo.properties.error.properties.message.type = ['string', 'null']
  },
  'a field of a body that is gone': (it) =>
    delete it.paths[cancelling].post.requestBody.content['application/json'].schema.properties
      .motivo,
  'a field of a body that has become required': (it) => {
    it.paths[cancelling].post.requestBody.content['application/json'].schema.required = ['motivo']
  },
  'a field of a body of another type': (it) => {
    it.paths[cancelling].post.requestBody.content[
      'application/json'
    ].schema.properties.motivo.type = 'integer'
  },
  'a type of events that is gone': (it) => delete it.webhooks['reserva.creada'],
  'a type of events that is no longer accepted': (it) => typesOfRequests(it)[0].items.enum.pop(),
  'a field of an event that is gone': (it) =>
    delete bodyOf(it, 'pago.completado').properties.posicion,
  'a field of the data of an event that is gone': (it) =>
    delete schemas(it).EventoPago.properties.moneda,
  'a field of the data of an event that may now be null': (it) => {
    schemas(it).EventoPago.properties.moneda.type = ['string', 'null']
  },
  'a field of the data of an event that may be absent': (it) =>
    schemas(it).EventoReembolso.required.pop(),
  'events of another shape': (it) => {
    bodyOf(it, 'pago.completado').properties.datos.anyOf[0].$ref = '#/components/schemas/Perfil'
  },
  'an operation of another name': (it) => {
    it.paths[business].get.operationId = 'getElNegocio'
  },
  'a code that is gone': (it) => schemas(it).Fallo.properties.error.properties.code.enum.pop(),
  'codes that may be anything': (it) =>
    delete schemas(it).Fallo.properties.error.properties.code.enum,
  'an enum value of a response that is gone': (it) =>
    schemas(it).Reserva.properties.estado.enum.pop(),
  'a new enum value in a response': (it) =>
    schemas(it).Reserva.properties.estado.enum.push('aplazada'),
  'a token that has become required': (it) => {
    it.paths[cancelling].post.security = [{ clave: [], cliente: [] }]
  },
  'an enum value of a parameter that is gone': (it) => {
    it.paths['/api/v1/servicios/'].get.parameters.find(
      (one: { name: string }) => one.name === 'lang',
    ).schema.enum = ['es']
  },
}

for (const [what, change] of Object.entries(breaking)) {
  test(`${what} is a breaking change`, () => {
    const changed = structuredClone(current)
    change(changed)
    assert.notDeepEqual(breakingChanges(current, changed), [])
  })
}

test('additions are not breaking changes', () => {
  const grown = structuredClone(current) as Parameters<Change>[0]
  grown.paths['/api/v1/nuevo/'] = grown.paths[business]
  grown.webhooks['cita.nueva'] = grown.webhooks['reserva.creada']
  for (const { items } of typesOfRequests(grown)) items.enum.push('cita.nueva')
  for (const type of Object.values(typesOfResponses(grown))) type.examples.push('cita.nueva')
  schemas(grown).EventoPago.properties.comision = { type: 'number' }
  schemas(grown).EventoPago.required.push('comision')
  schemas(grown).Fallo.properties.error.properties.pista = { type: 'string' }
  schemas(grown).Fallo.properties.error.properties.code.enum.push('CHAIR_TAKEN')
  grown.paths['/api/v1/pedidos/'].post.security.push({ clave: [] })
  grown.paths['/api/v1/servicios/'].get.parameters.push({
    name: 'orden',
    in: 'query',
    schema: { type: 'string' },
  })
  grown.paths[cancelling].post.requestBody.content['application/json'].schema.properties.tono = {
    type: 'string',
  }
  assert.deepEqual(breakingChanges(current, grown), [])
})

test('D42: a request names types of events from a list, a response any type, with the known ones', () => {
  const known = Object.keys(current.webhooks)
  for (const { items } of typesOfRequests(current)) assert.deepEqual(items.enum, known)
  const { delivery, ...others } = typesOfResponses(current)
  for (const [where, type] of Object.entries(others)) {
    assert.deepEqual([type.type, type.enum, type.const], ['string', undefined, undefined], where)
    assert.deepEqual(type.examples, known, where)
  }
  assert.deepEqual(delivery.examples, [...known, 'webhook.prueba'])
  assert.equal(delivery.enum, undefined)
})

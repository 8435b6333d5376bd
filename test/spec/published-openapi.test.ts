import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { OpenApi } from './facts/open-api.ts'
import { breakingChanges } from './published/breaking-changes.ts'
import { currentDocument, readDocumentFile } from './published/openapi.ts'

let checkedIn: OpenApi
let own: OpenApi

before(async () => {
  checkedIn = await readDocumentFile()
  own = await currentDocument()
})

test('D28: nothing that docs/openapi.json promises is gone or of another kind', () => {
  assert.deepEqual(breakingChanges(checkedIn, own), [])
})

test('docs/openapi.json is what the API publishes', () => {
  assert.ok(
    JSON.stringify(own) === JSON.stringify(checkedIn),
    'npm run openapi, and commit docs/openapi.json',
  )
})

const cancelling = '/api/v1/reservas/{id}/cancelar/'
const business = '/api/v1/negocio/'
// biome-ignore lint/suspicious/noExplicitAny: a document that is about to be damaged
type Damage = (document: any) => void

const answerTo = (document: Parameters<Damage>[0], path: string) =>
  Object.values<Parameters<Damage>[0]>(document.paths[path])[0].responses[200].content[
    'application/json'
  ].schema
const schemas = (document: Parameters<Damage>[0]) => document.components.schemas

const breaking: Record<string, Damage> = {
  'a path that is gone': (it) => delete it.paths[business],
  'a method that is gone': (it) => delete it.paths[cancelling].post,
  'a status that is gone': (it) => delete it.paths[business].get.responses[200],
  'a parameter that is gone': (it) => it.paths['/api/v1/servicios/'].get.parameters.shift(),
  'a parameter that has become required': (it) => {
    it.paths['/api/v1/servicios/'].get.parameters[0].required = true
  },
  'an answer that holds nothing certain any more': (it) => {
    answerTo(it, business).required = []
  },
  'a field of a refusal that is gone': (it) =>
    delete schemas(it).Fallo.properties.error.properties.code,
  'a field of a refusal of another type': (it) => {
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
  'an operation of another name': (it) => {
    it.paths[business].get.operationId = 'getElNegocio'
  },
  'a code that is gone': (it) => schemas(it).Fallo.properties.error.properties.code.enum.pop(),
  'codes that may be anything': (it) =>
    delete schemas(it).Fallo.properties.error.properties.code.enum,
  'a word of an answer that is gone': (it) => schemas(it).Reserva.properties.estado.enum.pop(),
  'a word more in an answer': (it) => schemas(it).Reserva.properties.estado.enum.push('aplazada'),
  'a token that has become required': (it) => {
    it.paths[cancelling].post.security = [{ clave: [], cliente: [] }]
  },
  'a word less to choose from': (it) => {
    it.paths['/api/v1/servicios/'].get.parameters.find(
      (one: { name: string }) => one.name === 'lang',
    ).schema.enum = ['es']
  },
}

for (const [what, damage] of Object.entries(breaking)) {
  test(`${what} is a breaking difference`, () => {
    const damaged = structuredClone(own)
    damage(damaged)
    assert.notDeepEqual(breakingChanges(own, damaged), [])
  })
}

test('what is only added breaks nobody', () => {
  const grown = structuredClone(own) as Parameters<Damage>[0]
  grown.paths['/api/v1/nuevo/'] = grown.paths[business]
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
  assert.deepEqual(breakingChanges(own, grown), [])
})

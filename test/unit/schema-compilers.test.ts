import assert from 'node:assert/strict'
import { test } from 'node:test'
import fastify from 'fastify'
import { buildSerializer, buildValidator } from '../../services/api/src/schema-compilers.ts'

/** An app with its own schema of the name, as each API has its own Fastify. */
function appWith(names: Record<string, object>, answer: object, body?: object) {
  const app = fastify({
    schemaController: { compilersFactory: { buildSerializer, buildValidator } },
  })
  for (const [$id, schema] of Object.entries(names)) app.addSchema({ $id, ...schema })
  const schema = { response: { 200: answer }, ...(body && { body }) }
  app.post('/', { schema }, () => ({ name: 'Ana', secret: 'x' }))
  return app
}

const named = (properties: object) => ({ type: 'object', properties })
const name = { type: 'string' }

test('apps with the same schema write the same responses', async () => {
  for (const _ of [1, 2]) {
    const app = appWith({}, named({ name }))
    assert.equal((await app.inject({ method: 'POST', url: '/' })).body, '{"name":"Ana"}')
  }
})

test('a schema that differs in one field is not mistaken for another', async () => {
  const one = appWith({}, named({ name }))
  const other = appWith({}, named({ name, secret: name }))
  assert.equal((await one.inject({ method: 'POST', url: '/' })).body, '{"name":"Ana"}')
  assert.equal(
    (await other.inject({ method: 'POST', url: '/' })).body,
    '{"name":"Ana","secret":"x"}',
  )
})

test('a reference to a name is written with the schema of that name', async () => {
  const one = appWith({ One: named({ name }) }, { $ref: 'One#' })
  const other = appWith({ Two: named({ secret: name }) }, { $ref: 'Two#' })
  assert.equal((await one.inject({ method: 'POST', url: '/' })).body, '{"name":"Ana"}')
  assert.equal((await other.inject({ method: 'POST', url: '/' })).body, '{"secret":"x"}')
})

test('a validator that two apps share reports the errors of each body alone', async () => {
  const body = { ...named({ name }), required: ['name'] }
  for (const _ of [1, 2]) {
    const app = appWith({}, named({ name }), body)
    const refused = await app.inject({ method: 'POST', url: '/', payload: {} })
    assert.match(refused.json().message, /required property 'name'/)
    const accepted = await app.inject({ method: 'POST', url: '/', payload: { name: 'Ana' } })
    assert.equal(accepted.statusCode, 200)
  }
})

test('a schema is compiled once in the process', () => {
  let reads = 0
  const options = {
    get mode() {
      reads++
      return undefined
    },
  }
  const schema = named({ once: name })
  for (const _ of [1, 2, 3]) {
    const serialize = buildSerializer({}, options as never)({ schema } as never)
    assert.equal(serialize({ once: 'x' }), '{"once":"x"}')
  }
  assert.equal(reads, 1, 'the options are read by the compiler')
})

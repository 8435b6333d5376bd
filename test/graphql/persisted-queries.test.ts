import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { buildSchema, GraphQLError } from 'graphql'
import { createDocumentParser } from '../../services/api/src/graphql/parse-cache.ts'
import { persistedQueries } from '../../services/api/src/graphql/persisted-queries.ts'
import { postGraphql } from '../support/graphql.ts'
import { openSalon } from '../support/salon.ts'

const query = 'query ($id: Id!) { servicio(id: $id) { nombre } }'
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const hashOnly = (text: string, version = 1) => ({ version, sha256Hash: hashOf(text) })
const persisted = (text: string, version = 1) => ({ persistedQuery: hashOnly(text, version) })

test('D29: after a query was sent with its hash, the hash alone suffices', async () => {
  const salon = await openSalon()
  const variables = { id: salon.id('Corte') }
  const hash = { variables, extensions: persisted(query) }
  const unknown = await postGraphql(salon.guest, hash)
  assert.equal(unknown.status, 200)
  assert.deepEqual(unknown.codes, ['PERSISTED_QUERY_NOT_FOUND'])
  for (const body of [{ query, ...hash }, hash, { query, ...hash }, hash]) {
    assert.deepEqual((await postGraphql(salon.guest, body)).data, { servicio: { nombre: 'Corte' } })
  }
})

test('D29: a text with a wrong hash is refused and not stored', async () => {
  const salon = await openSalon()
  const other = '{ negocio { id } }'
  const lie = await postGraphql(salon.guest, { query: other, extensions: persisted(query) })
  assert.deepEqual(lie.codes, ['VALIDATION_ERROR'])
  assert.equal(lie.errors[0].extensions.detalles[0].campo, 'extensions.persistedQuery.sha256Hash')
  assert.deepEqual((await postGraphql(salon.guest, { extensions: persisted(query) })).codes, [
    'PERSISTED_QUERY_NOT_FOUND',
  ])
  const later = await postGraphql(salon.guest, { query: other, extensions: persisted(other, 2) })
  assert.deepEqual(later.codes, ['VALIDATION_ERROR'])
  const nonsense = { persistedQuery: { version: 1, sha256Hash: 'nonsense' } }
  assert.deepEqual((await postGraphql(salon.guest, { query, extensions: nonsense })).codes, [
    'VALIDATION_ERROR',
  ])
})

test('D29: a refused text is not stored, and each business has its own texts', async () => {
  const [salon, stranger] = [await openSalon(), await openSalon()]
  const wrong = '{ negocio {'
  assert.deepEqual(
    (await postGraphql(salon.guest, { query: wrong, extensions: persisted(wrong) })).codes,
    ['VALIDATION_ERROR'],
  )
  assert.deepEqual((await postGraphql(salon.guest, { extensions: persisted(wrong) })).codes, [
    'PERSISTED_QUERY_NOT_FOUND',
  ])
  const own = '{ negocio { nombre } }'
  assert.deepEqual(
    (await postGraphql(salon.guest, { query: own, extensions: persisted(own) })).codes,
    [],
  )
  assert.deepEqual((await postGraphql(stranger.guest, { extensions: persisted(own) })).codes, [
    'PERSISTED_QUERY_NOT_FOUND',
  ])
})

test('D29: other extensions are ignored', async () => {
  const salon = await openSalon()
  const answer = await postGraphql(salon.guest, {
    query: '{ negocio { nombre } }',
    extensions: { clientLibrary: { name: 'x' } },
  })
  assert.deepEqual(answer.codes, [])
})

test('stored texts are limited in number and size, and the least recently used one is dropped first', () => {
  const stored = persistedQueries()
  const store = (text: string) => stored.store('salon', text, hashOnly(text))
  const find = (text: string) => stored.textOf('salon', undefined, hashOnly(text))
  const texts = Array.from({ length: 1000 }, (_, index) => `{ field_${index} }`)
  for (const text of texts) store(text)
  assert.equal(find('{ field_0 }'), '{ field_0 }')
  store('{ one_more }')
  assert.throws(() => find('{ field_1 }'), { code: 'PERSISTED_QUERY_NOT_FOUND' })
  for (const text of ['{ field_0 }', '{ field_2 }', '{ one_more }']) assert.equal(find(text), text)
  const [large, tooLarge] = ['x'.repeat(4 * 1024 * 1024 - 12), 'x'.repeat(4 * 1024 * 1024 + 1)]
  store(large)
  for (const text of ['{ one_more }', large]) assert.equal(find(text), text)
  assert.throws(() => find('{ field_2 }'), { code: 'PERSISTED_QUERY_NOT_FOUND' })
  store(tooLarge)
  for (const text of ['{ one_more }', large]) assert.equal(find(text), text)
  assert.throws(() => find(tooLarge), { code: 'PERSISTED_QUERY_NOT_FOUND' })
})

test('parsed texts are limited in number, and the least recently used one is parsed again', () => {
  const parse = createDocumentParser(buildSchema('type Query { negocio: Int }'))
  const textOf = (index: number) => `query Q${index} { negocio }`
  const parsed = Array.from({ length: 500 }, (_, index) => parse(textOf(index)))
  assert.equal(parse(textOf(0)), parsed[0])
  parse(textOf(500))
  assert.equal(parse(textOf(0)), parsed[0])
  assert.notEqual(parse(textOf(1)), parsed[1])
})

test('an empty text is a syntax error each time', () => {
  const parse = createDocumentParser(buildSchema('type Query { negocio: Int }'))
  for (const _ of [1, 2]) assert.throws(() => parse(''), GraphQLError)
})

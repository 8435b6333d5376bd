import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { createLruCache } from '../../services/api/src/graphql/lru.ts'
import { postGraphql } from '../support/graphql.ts'
import { openSalon } from '../support/salon.ts'

const query = 'query ($id: Id!) { servicio(id: $id) { nombre } }'
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const persisted = (text: string, version = 1) => ({
  persistedQuery: { version, sha256Hash: hashOf(text) },
})

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

test('the LRU cache is limited in number and size, and drops the least recently used entry first', () => {
  const memory = createLruCache<string>({ entries: 3, characters: 100 })
  for (const key of ['a', 'b', 'c']) memory.set(key, key, 10)
  assert.equal(memory.get('a'), 'a')
  memory.set('d', 'd', 10)
  assert.deepEqual(['a', 'b', 'c', 'd'].map(memory.get), ['a', undefined, 'c', 'd'])
  memory.set('e', 'e', 85)
  assert.deepEqual(memory.size(), { entries: 2, characters: 95 })
  memory.set('f', 'f', 101)
  assert.equal(memory.get('f'), undefined)
  memory.set('e', 'shorter', 5)
  assert.deepEqual(memory.size(), { entries: 2, characters: 15 })
})

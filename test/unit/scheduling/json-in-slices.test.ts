import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextPass } from 'node:timers/promises'
import { mappedLater } from '@silla/core'
import { hasLongList, jsonInSlices } from '../../../services/api/src/http/json-in-slices.ts'

const text = { type: 'string' }
const list = { type: 'array', items: text }
const schema = { properties: { first: list, total: { type: 'integer' }, second: list } }
const write = () => JSON.stringify
const items = (count: number) => Array.from({ length: count }, (_, index) => `item ${index}`)

test('another request is answered between two items of a long list', async () => {
  const log: string[] = []
  const writerOf = () => (item: unknown) => {
    log.push('item')
    return JSON.stringify(item)
  }
  const written = jsonInSlices({ first: items(3) }, schema, writerOf, { pause: () => nextPass() })
  for (let request = 0; request < 2; request++) {
    await nextPass()
    log.push('request')
  }
  await written
  assert.deepEqual(log, ['item', 'item', 'request', 'item', 'request'])
})

test('the parts are the text of the object, in the order of its schema and without what is absent', async () => {
  const never = { pause: () => undefined }
  const parts = await jsonInSlices(
    { second: items(2), first: [], total: 3, unknown: 1 },
    schema,
    write,
    never,
  )
  assert.equal(
    Buffer.concat(parts).toString(),
    '{"first":[],"total":3,"second":["item 0","item 1"]}',
  )
  assert.equal(Buffer.concat(await jsonInSlices({}, schema, write, never)).toString(), '{}')
  const long = items(20_000)
  const parts2 = await jsonInSlices({ first: long }, schema, write, never)
  assert.ok(parts2.length > 3)
  assert.equal(Buffer.concat(parts2).toString(), JSON.stringify({ first: long }))
})

test('a list of up to twenty items is written at once', () => {
  assert.equal(hasLongList({ total: 1, first: items(20) }), false)
  assert.equal(hasLongList({ total: 1, first: items(21) }), true)
})

test('the items of a mapped list are mapped when they are written, one by one', async () => {
  const log: string[] = []
  const mapped = mappedLater(['a', 'b'], (item) => {
    log.push(`map ${item}`)
    return item
  })
  const writerOf = () => (item: unknown) => {
    log.push(`write ${item}`)
    return JSON.stringify(item)
  }
  const parts = await jsonInSlices({ first: mapped }, schema, writerOf, { pause: () => undefined })
  assert.equal(Buffer.concat(parts).toString(), '{"first":["a","b"]}')
  assert.deepEqual(log, ['map a', 'write a', 'map b', 'write b'])
  assert.equal(
    hasLongList({ first: mapped }),
    true,
    'the serializer of the schema knows no such list',
  )
})

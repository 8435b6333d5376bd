import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Catalog } from '@silla/core'
import type { FastifyReply } from 'fastify'
import { openRequestSlots } from '../../services/api/src/limits/request-slots.ts'
import { openRetainedResponses } from '../../services/api/src/rest/retained-responses.ts'
import { createRecentBusinesses } from '../../services/api/src/scheduling/recent-businesses.ts'
import { createTurns } from '../../services/api/src/scheduling/turns.ts'

const catalog = { version: 1, business: { id: 'salon' } } as Catalog

/** What tests answer, one read after the other. */
function open() {
  const reads: { known: string | null; answer(state: string, position: number): void }[] = []
  let written = 0
  const turns = createTurns()
  const slots = openRequestSlots({ turns, recent: createRecentBusinesses() })
  const responses = openRetainedResponses({ slots, turns })
  const get = async (key: string, headers: Record<string, string> = {}) => {
    const sent = { status: 200, body: '', headers: {} as Record<string, string> }
    const reply = {
      request: { languages: { text: 'es', message: 'es' }, headers },
      serialize: JSON.stringify,
      headers: (more: object) => Object.assign(sent.headers, more) && reply,
      header: () => reply,
      code: (status: number) => Object.assign(sent, { status }) && reply,
      send: (body = '') => Object.assign(sent, { body: String(body) }) && reply,
    }
    await responses.send(reply as unknown as FastifyReply, catalog, {
      key: [key],
      read: (known) => {
        const { promise, resolve } = Promise.withResolvers<never>()
        reads.push({
          known,
          answer: (state, position) =>
            resolve({ state, position, result: state === known ? null : state } as never),
        })
        return promise
      },
      data: (result) => {
        written++
        return { posicion: -1, estado: result }
      },
    })
    return sent
  }
  const answer = async (index: number, state: string, position: number) => {
    await nextTurn()
    reads[index]?.answer(state, position)
    await nextTurn()
  }
  return { get, answer, reads: () => reads.map(({ known }) => known), written: () => written }
}

const bodyOf = (state: string, position: number) =>
  JSON.stringify({ success: true, data: { posicion: position, estado: state } })

test('requests that wait for the same response share the next read and its text, never one that was sent', async () => {
  const { get, answer, reads, written } = open()
  const first = [get('day'), get('day')]
  await nextTurn()
  assert.deepEqual(reads(), [null])
  const later = [get('day'), get('day'), get('day')]
  await nextTurn()
  assert.deepEqual(reads(), [null], 'they wait')
  await answer(0, 'a', 5)
  for (const { body } of await Promise.all(first)) assert.equal(body, bodyOf('a', 5))
  assert.deepEqual(reads(), [null, 'a'])
  await answer(1, 'b', 6)
  for (const { body } of await Promise.all(later)) assert.equal(body, bodyOf('b', 6))
  assert.equal(reads().length, 2)
  assert.equal(written(), 2)
})

test('a response in the same state has the present position, and is not written again', async () => {
  const { get, answer, written } = open()
  const first = get('day')
  await answer(0, 'a', 9)
  const { etag = '' } = (await first).headers
  const moved = get('day', { 'if-none-match': etag })
  await answer(1, 'a', 10)
  assert.equal((await moved).body, bodyOf('a', 10), 'the position is part of the ETag')
  const same = get('day', { 'if-none-match': (await moved).headers.etag ?? '' })
  await answer(2, 'a', 10)
  assert.deepEqual([(await same).status, (await same).body], [304, ''])
  assert.equal(written(), 1)
})

test('other requests have reads of their own', async () => {
  const { get, answer, reads } = open()
  const two = [get('monday'), get('tuesday')]
  await nextTurn()
  assert.deepEqual(reads(), [null, null])
  await answer(0, 'a', 1)
  await answer(1, 'b', 1)
  assert.deepEqual(
    (await Promise.all(two)).map(({ body }) => body),
    [bodyOf('a', 1), bodyOf('b', 1)],
  )
})

import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TenantDb } from '@silla/db'
import { openBusyReader, type ResourceWindow } from '../../packages/core/src/busy-reader.ts'

const now = new Date('2030-03-04T08:00Z')
const clock = { now: () => now }

/** A database that answers when a test wants. */
function controlledDb(businessId = 'salon') {
  const called = new EventEmitter()
  const calls: {
    resourceIds: number[]
    answer(claims?: Claim[]): void
    fail(error: Error): void
  }[] = []
  const db = {
    businessId,
    query: (callback: (sql: unknown) => unknown) => {
      const { promise, resolve, reject } = Promise.withResolvers<object[]>()
      const [, resourceIds] = callback((_: unknown, ...values: unknown[]) => values) as [
        string,
        number[],
      ]
      calls.push({
        resourceIds,
        answer: (claims = []) =>
          resolve([{ catalogVersion: 7, claims: encode(claims, resourceIds.length) }]),
        fail: reject,
      })
      called.emit('call')
      return promise
    },
  } as unknown as TenantDb
  return { db, calls, nextCall: () => once(called, 'call') }
}

const window = (resourceId: number, days = 1): ResourceWindow => ({
  resourceId,
  from: 0,
  to: days * 1440,
})

/** A claim of a window. */
interface Claim {
  index: number
  start: number
  end: number
}

const claim = (index: number, start: number, minutes: number): Claim => ({
  index,
  start,
  end: start + minutes,
})

/** The claims as the database function returns them. */
function encode(claims: readonly Claim[], windows: number): Buffer {
  const parts = Array.from({ length: windows }, (_, window) => {
    const own = claims.filter(({ index }) => index === window)
    const bytes = Buffer.alloc(4 + 16 * own.length)
    bytes.writeInt32BE(own.length)
    own.forEach(({ start, end }, position) => {
      bytes.writeBigInt64BE(microsecondsSince2000(start), 4 + 16 * position)
      bytes.writeBigInt64BE(microsecondsSince2000(end), 12 + 16 * position)
    })
    return bytes
  })
  return Buffer.concat(parts)
}

const microsecondsSince2000 = (minute: number): bigint =>
  BigInt(minute * 60_000 - Date.UTC(2000)) * 1000n

const nothingElse = { blocks: false, exceptBooking: null }

function open(maxWaitMilliseconds?: number) {
  const { db, calls, nextCall } = controlledDb()
  const reader = openBusyReader(maxWaitMilliseconds)
  const read = (...windows: ResourceWindow[]) => reader.read(db, clock, windows, nothingElse)
  return { calls, nextCall, read, reader }
}

test('requests that arrive together are sent in one call, and each receives its own windows', async () => {
  const { calls, read } = open()
  const results = [read(window(1)), read(window(2), window(3)), read(window(1))]
  await nextTurn()
  assert.deepEqual(
    calls.map(({ resourceIds }) => resourceIds),
    [[1, 2, 3]],
  )
  calls[0]?.answer([claim(2, 600, 30), claim(0, 660, 45), claim(0, 600, 30)])
  assert.deepEqual(
    (await Promise.all(results)).map(({ spans }) => spans),
    [[[600, 630, 660, 705]], [[], [600, 630]], [[600, 630, 660, 705]]],
  )
})

test('a request never joins a call that was sent; those that wait for it are sent together', async () => {
  const { calls, read } = open()
  const first = read(window(1))
  await nextTurn()
  const second = read(window(1))
  const third = read(window(2))
  await nextTurn()
  assert.equal(calls.length, 1)
  calls[0]?.answer([claim(0, 600, 30)])
  assert.deepEqual((await first).spans, [[600, 630]])
  await nextTurn()
  assert.deepEqual(calls[1]?.resourceIds, [1, 2])
  calls[1]?.answer([claim(0, 600, 60)])
  assert.deepEqual((await second).spans, [[600, 660]])
  assert.deepEqual((await third).spans, [[]])
})

test('an error reaches every request of its call, and none that waited for it', async () => {
  const { calls, read } = open()
  const failing = [read(window(1)), read(window(2))]
  await nextTurn()
  const waiting = read(window(3))
  const error = new Error('the database is down')
  calls[0]?.fail(error)
  for (const result of failing) await assert.rejects(result, error)
  await nextTurn()
  calls[1]?.answer()
  assert.deepEqual((await waiting).spans, [[]])
})

test('a request does not wait for a slow call', async () => {
  const { calls, read, nextCall } = open(1)
  void read(window(1))
  await nextTurn()
  assert.equal(calls.length, 1)
  const sent = nextCall()
  void read(window(2))
  await sent
  assert.deepEqual(calls[1]?.resourceIds, [2])
})

test('a call has at most 1,000 days for several requests, and any number for one', async () => {
  const { calls, read } = open()
  void read(window(1, 600))
  void read(window(2, 400))
  void read(window(1, 600))
  void read(window(3, 1))
  void read(window(4, 5_000))
  await nextTurn()
  const sent = () => calls.map(({ resourceIds }) => resourceIds)
  assert.deepEqual(sent(), [
    [1, 2],
    [1, 3],
  ])
  calls[0]?.answer()
  await nextTurn()
  assert.deepEqual(sent(), [[1, 2], [1, 3], [4]])
})

test('salons do not wait for each other', async () => {
  const { read, reader } = open()
  void read(window(1))
  await nextTurn()
  const other = controlledDb('another salon')
  void reader.read(other.db, clock, [window(1)], nothingElse)
  await nextTurn()
  assert.equal(other.calls.length, 1)
})

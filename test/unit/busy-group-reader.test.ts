import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TenantDb } from '@silla/db'
import { openBusyGroupReader } from '../../packages/core/src/busy-group-reader.ts'

const clock = { now: () => new Date('2030-03-04T08:00Z') }

/** A database whose calls tests answer; each is of some resources in some windows. */
function open() {
  const calls: { resourceIds: number[]; known: (string | null)[]; answer(): void }[] = []
  const db = {
    businessId: 'salon',
    query: (callback: (sql: unknown) => unknown) => {
      const { promise, resolve } = Promise.withResolvers<object[]>()
      const values = callback((_: unknown, ...values: unknown[]) => values) as unknown[]
      const known = values[7] as (string | null)[]
      calls.push({
        resourceIds: values[1] as number[],
        known,
        answer: () => resolve([{ catalogVersion: 7, fingerprints: known }]),
      })
      return promise
    },
  } as unknown as TenantDb
  const reader = openBusyGroupReader()
  const read = (resourceIds: number[], from: number, to: number, fingerprint = 'known') =>
    reader.read(db, clock, { resourceIds, from: from * 1440, to: to * 1440, fingerprint })
  return { calls, read, sent: () => calls.map(({ known }) => known) }
}

const twenty = Array.from({ length: 20 }, (_, index) => index + 1)

test('requests for the same people share a call, and those for the same time and result a window', async () => {
  const { calls, read, sent } = open()
  const results = [
    read([1, 2], 0, 31, 'a'),
    read([1, 2], 3, 34, 'b'),
    read([1, 2], 0, 31, 'a'),
    read([1, 2], 0, 31, 'c'),
    read([1, 3], 0, 31, 'd'),
  ]
  await nextTurn()
  assert.deepEqual(sent(), [['a', 'b', 'c'], ['d']])
  assert.deepEqual(
    calls.map(({ resourceIds }) => resourceIds),
    [
      [1, 2],
      [1, 3],
    ],
  )
  for (const { answer } of calls) answer()
  assert.deepEqual(
    (await Promise.all(results)).map(({ fingerprint }) => fingerprint),
    ['a', 'b', 'a', 'c', 'd'],
  )
})

test('a request never joins a call that was sent', async () => {
  const { calls, read, sent } = open()
  void read([1, 2], 0, 31, 'a')
  await nextTurn()
  void read([1, 2], 0, 31, 'a')
  void read([1, 2], 5, 36, 'b')
  await nextTurn()
  assert.deepEqual(sent(), [['a']])
  calls[0]?.answer()
  await nextTurn()
  assert.deepEqual(sent(), [['a'], ['a', 'b']])
})

test('a call reads at most 2,000 days of resources, each counted once, or any range for one', async () => {
  const { read, sent } = open()
  for (let day = 0; day <= 60; day += 10) void read(twenty, day, day + 31, `${day}`)
  await nextTurn()
  // from day 0 to day 91, of twenty people
  assert.deepEqual(sent(), [['0', '10', '20', '30', '40', '50', '60']])

  const far = open()
  // days that are far from each other have nothing between them
  for (let day = 0; day < 120; day += 40) void far.read(twenty, day, day + 1, `${day}`)
  void far.read(twenty, 120, 220, 'long')
  await nextTurn()
  assert.deepEqual(far.sent(), [['0', '40', '80']])
})

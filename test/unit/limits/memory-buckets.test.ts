import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openMemoryBuckets } from '../../../services/api/src/limits/memory-buckets.ts'

const bucket = (key: string, perMinute = 3) => ({ name: 'test', key, perMinute })

/** Buckets with a clock that the test sets. */
function openBuckets() {
  const time = { now: 1_000_000 }
  const buckets = openMemoryBuckets(() => time.now)
  const admits = (key: string, perMinute = 3) =>
    (buckets.take([bucket(key, perMinute)]) as { waitMilliseconds: number }).waitMilliseconds === 0
  return { time, buckets, admits }
}

test('after 300,000 distinct addresses at most 100,000 buckets are stored', () => {
  const { time, buckets, admits } = openBuckets()
  for (let i = 0; i < 300_000; i++) {
    if (i % 1000 === 0) time.now += 10
    admits(`address ${i}`)
  }
  assert.ok(buckets.size() <= 100_000)
})

test('a busy key stays limited through 40,000 other keys and over several minutes', () => {
  const { time, admits } = openBuckets()
  for (let i = 0; i < 3; i++) assert.ok(admits('busy'))
  for (let i = 0; i < 40_000; i++) admits(`other ${i}`)
  assert.ok(!admits('busy'))
  time.now += 19_900
  assert.ok(!admits('busy'))
  time.now += 100
  assert.ok(admits('busy'))
  assert.ok(!admits('busy'))
  for (let minutes = 0; minutes < 5; minutes++) {
    time.now += 60_000
    for (let i = 0; i < 3; i++) assert.ok(admits('busy'))
    assert.ok(!admits('busy'))
  }
})

for (const perMinute of [1, 7, 11, 13, 17, 120, 999, 3000]) {
  test(`a limit of ${perMinute} per minute admits exactly ${perMinute} at once`, () => {
    const { admits } = openBuckets()
    for (let i = 0; i < perMinute; i++) assert.ok(admits('key', perMinute), `rejected at ${i + 1}`)
    assert.ok(!admits('key', perMinute))
  })
}

test('after the clock was set back no key waits longer than a minute', () => {
  const { time, admits } = openBuckets()
  for (let i = 0; i < 3; i++) admits('key')
  time.now -= 500_000
  assert.ok(!admits('key'))
  time.now += 60_000
  assert.ok(admits('key'))
})

test('a returned token can be taken again', () => {
  const { buckets, admits } = openBuckets()
  for (let i = 0; i < 3; i++) admits('key')
  buckets.giveBack(bucket('key'))
  assert.ok(admits('key'))
  assert.ok(!admits('key'))
})

test('the tokens of all buckets of a request are taken, or none', () => {
  const { buckets, admits } = openBuckets()
  for (let i = 0; i < 3; i++) admits('narrow')
  for (let i = 0; i < 10; i++) buckets.take([bucket('wide'), bucket('narrow')])
  for (let i = 0; i < 3; i++) assert.ok(admits('wide'))
})

test('several tokens are taken at once or none, the rest is reported, and taking 0 only reports it', () => {
  const { time, buckets } = openBuckets()
  const take = (tokens: number, other?: number) =>
    buckets.take([
      { ...bucket('wide', 600), tokens },
      ...(other === undefined ? [] : [{ ...bucket('narrow', 60), tokens: other }]),
    ]) as {
      bucket: { key: string }
      left: number
      fullInMilliseconds: number
      waitMilliseconds: number
    }
  assert.deepEqual(
    { ...take(100), bucket: null },
    { bucket: null, left: 500, fullInMilliseconds: 10_000, waitMilliseconds: 0 },
  )
  const rejected = take(20, 61)
  assert.deepEqual(
    [rejected.bucket.key, rejected.left, rejected.waitMilliseconds],
    ['narrow', 60, 1000],
  )
  assert.equal(take(0).left, 500)
  assert.equal(take(501).waitMilliseconds, 100)
  assert.equal(take(500, 60).left, 0)
  time.now += 1000
  assert.equal(take(10, 1).waitMilliseconds, 0)
  assert.equal(take(0, 1).waitMilliseconds, 1000)
})

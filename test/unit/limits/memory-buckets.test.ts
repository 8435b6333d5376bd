import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openMemoryBuckets } from '../../../services/api/src/limits/memory-buckets.ts'

const bucket = (key: string, perMinute = 3) => ({ name: 'test', key, perMinute })

/** Buckets under a clock that is set by hand. */
function scene() {
  const time = { now: 1_000_000 }
  const buckets = openMemoryBuckets(() => time.now)
  const admits = (key: string, perMinute = 3) =>
    (buckets.take([bucket(key, perMinute)]) as { waitMilliseconds: number }).waitMilliseconds === 0
  return { time, buckets, admits }
}

test('300,000 distinct addresses leave no more than 100,000 behind', () => {
  const { time, buckets, admits } = scene()
  for (let i = 0; i < 300_000; i++) {
    if (i % 1000 === 0) time.now += 10
    admits(`address ${i}`)
  }
  assert.ok(buckets.size() <= 100_000)
})

test('who keeps asking is remembered through a flood of 40,000 strangers and the turn of each minute', () => {
  const { time, admits } = scene()
  for (let i = 0; i < 3; i++) assert.ok(admits('busy'))
  for (let i = 0; i < 40_000; i++) admits(`stranger ${i}`)
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
  test(`of ${perMinute} a minute exactly ${perMinute} go at once`, () => {
    const { admits } = scene()
    for (let i = 0; i < perMinute; i++) assert.ok(admits('key', perMinute), `refused at ${i + 1}`)
    assert.ok(!admits('key', perMinute))
  })
}

test('a clock that was set back makes nobody wait longer than a minute', () => {
  const { time, admits } = scene()
  for (let i = 0; i < 3; i++) admits('key')
  time.now -= 500_000
  assert.ok(!admits('key'))
  time.now += 60_000
  assert.ok(admits('key'))
})

test('what is given back can be taken again', () => {
  const { buckets, admits } = scene()
  for (let i = 0; i < 3; i++) admits('key')
  buckets.giveBack(bucket('key'))
  assert.ok(admits('key'))
  assert.ok(!admits('key'))
})

test('all tokens of a request are taken, or none', () => {
  const { buckets, admits } = scene()
  for (let i = 0; i < 3; i++) admits('narrow')
  for (let i = 0; i < 10; i++) buckets.take([bucket('wide'), bucket('narrow')])
  for (let i = 0; i < 3; i++) assert.ok(admits('wide'))
})

test('several are taken at once or none, what there was is told, and none at all only looks', () => {
  const { time, buckets } = scene()
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
  const refused = take(20, 61)
  assert.deepEqual(
    [refused.bucket.key, refused.left, refused.waitMilliseconds],
    ['narrow', 60, 1000],
  )
  assert.equal(take(0).left, 500)
  assert.equal(take(501).waitMilliseconds, 100)
  assert.equal(take(500, 60).left, 0)
  time.now += 1000
  assert.equal(take(10, 1).waitMilliseconds, 0)
  assert.equal(take(0, 1).waitMilliseconds, 1000)
})

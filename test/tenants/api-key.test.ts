import assert from 'node:assert/strict'
import test from 'node:test'
import { newApiKey, readApiKey, withChecksum } from '@silla/tenants'

test('a key has its kind and label in a constant prefix, and parses back', () => {
  for (const kind of ['publishable', 'secret'] as const) {
    for (const label of ['live', 'test'] as const) {
      const key = newApiKey(kind, label)
      const word = kind === 'publishable' ? 'pub' : 'sec'
      assert.match(key, new RegExp(`^silla_${word}_${label}_[0-9A-Za-z]{33}$`))
      assert.deepEqual(readApiKey(key), { kind, label })
    }
  }
})

test('keys use all 62 characters evenly and do not repeat', () => {
  const counts = new Map<string, number>()
  const seen = new Set<string>()
  const keys = 4000
  for (let count = 0; count < keys; count++) {
    const random = newApiKey('secret', 'live').slice('silla_sec_live_'.length, -6)
    seen.add(random)
    for (const character of random) counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  assert.equal(seen.size, keys)
  assert.equal(counts.size, 62)
  const expected = (keys * 27) / 62
  const chiSquare = [...counts.values()].reduce(
    (sum, count) => sum + (count - expected) ** 2 / expected,
    0,
  )
  // 61 degrees of freedom: above 140 in fewer than one run of ten million; bytes modulo 62 would
  // give about 700
  assert.ok(chiSquare < 140, `chi square ${chiSquare}`)
})

test('a key with one wrong character, or two adjacent ones swapped, is invalid', () => {
  const key = newApiKey('publishable', 'test')
  for (let at = 0; at < key.length; at++) {
    for (const other of 'aZ0_') {
      if (key[at] === other) continue
      assert.equal(
        readApiKey(key.slice(0, at) + other + key.slice(at + 1)),
        null,
        `character ${at}`,
      )
    }
    const swapped = key.slice(0, at) + (key[at + 1] ?? '') + key[at] + key.slice(at + 2)
    if (swapped !== key) assert.equal(readApiKey(swapped), null, `swapped at ${at}`)
  }
})

test('spaces, extra or missing characters and other prefixes make a key invalid', () => {
  const key = newApiKey('secret', 'live')
  const others = [
    '',
    ` ${key}`,
    `${key} `,
    `${key}\n`,
    `${key}a`,
    key.slice(0, -1),
    key.toUpperCase(),
    key.replace('silla', 'stuhl'),
    withChecksum(`silla_sec_prod_${'a'.repeat(27)}`),
    withChecksum(`silla_key_live_${'a'.repeat(27)}`),
    withChecksum(`silla_sec_live_${'a'.repeat(26)}-`),
    withChecksum(`silla_sec_live_${'a'.repeat(26)}é`),
    withChecksum(`silla_sec_live_${'a'.repeat(28)}`),
    'x'.repeat(100_000),
  ]
  for (const other of others)
    assert.equal(readApiKey(other), null, JSON.stringify(other.slice(0, 60)))
})

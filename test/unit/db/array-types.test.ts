import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { parseIntegers } from '../../../db/src/array-types.ts'

const elements = fc.oneof(
  { weight: 3, arbitrary: fc.maxSafeNat() },
  { weight: 1, arbitrary: fc.maxSafeInteger() },
  fc.constantFrom(null, 0, Number.MAX_SAFE_INTEGER),
)
const arrays = fc.oneof(fc.array(fc.maxSafeNat()), fc.array(elements))

test('an array of integers is read as PostgreSQL writes it, also with null in it', () =>
  fc.assert(
    fc.property(arrays, (values) => {
      const text = `{${values.map((value) => value ?? 'NULL').join(',')}}`
      assert.deepEqual(parseIntegers(text), values)
    }),
  ))

test('an integer above 2^53 is an error, never a rounded number', () => {
  for (const text of ['{1,9007199254740992}', '{9223372036854775807}', '{-9007199254740992}'])
    assert.throws(() => parseIntegers(text), RangeError)
})

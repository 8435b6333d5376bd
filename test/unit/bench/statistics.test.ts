import assert from 'node:assert/strict'
import { test } from 'node:test'
import { median, quantile, spreadOf } from '../../bench/statistics.ts'

test('the median is the middle value, or between the two middle ones', () => {
  assert.equal(median([9, 1, 5]), 5)
  assert.equal(median([9, 1, 5, 6]), 5.5)
  assert.deepEqual(spreadOf([9, 1, 5]), { min: 1, median: 5, max: 9 })
})

test('99 of 100 values do not exceed the 99th percentile', () => {
  const sorted = Float64Array.from({ length: 100 }, (_, index) => index + 1)
  assert.equal(quantile(sorted, 0.99), 99)
  assert.equal(quantile(sorted, 0.5), 50)
  assert.equal(quantile(sorted.slice(0, 1), 0.5), 1)
})

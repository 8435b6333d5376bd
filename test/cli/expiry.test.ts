import assert from 'node:assert/strict'
import test from 'node:test'
import { parseExpiry } from '../../cli/src/flags/parse-expiry.ts'

const now = new Date('2027-03-01T12:34:56.789Z')
const read = (text: string, timezone = 'Europe/Madrid') =>
  parseExpiry(text, timezone, now).toISOString()

test('days count from now, a date is the last day in the salon, a time is itself', () => {
  assert.equal(read('1d'), '2027-03-02T12:34:56.789Z')
  assert.equal(read('90d'), '2027-05-30T12:34:56.789Z')
  assert.equal(read('2027-06-30'), '2027-06-30T22:00:00.000Z')
  assert.equal(read('2027-12-31', 'Asia/Dubai'), '2027-12-31T20:00:00.000Z')
  assert.equal(read('2027-06-30T12:00:00Z'), '2027-06-30T12:00:00.000Z')
  assert.equal(read('2027-06-30T12:00:00+02:00'), '2027-06-30T10:00:00.000Z')
})

test('a last day ends where the next begins, also where midnight does not exist', () => {
  // clocks in Cairo go from 23:59 to 01:00 on the night to 2027-04-30
  assert.equal(read('2027-04-29', 'Africa/Cairo'), '2027-04-29T22:00:00.000Z')
})

test('anything else is not understood', () => {
  for (const text of [
    '',
    'soon',
    '0d',
    '-1d',
    '1.5d',
    '2027-02-30',
    '2027-6-1',
    '2027-06-30T12:00',
    '1735689600',
  ]) {
    assert.throws(
      () => read(text),
      { name: 'UsageError', message: /^Invalid value for --expires: expected / },
      text,
    )
  }
})

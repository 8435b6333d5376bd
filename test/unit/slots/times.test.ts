import assert from 'node:assert/strict'
import test from 'node:test'
import { formatSpan, formatTime, parseSpan, parseTime } from '@silla/slots'

const validTimes: [text: string, minute: number][] = [
  ['00:00', 0],
  ['00:01', 1],
  ['09:05', 545],
  ['12:00', 720],
  ['19:59', 1199],
  ['23:59', 1439],
]

for (const [text, minute] of validTimes) {
  test(`${text} is minute ${minute} and is formatted the same`, () => {
    assert.equal(parseTime(text), minute)
    assert.equal(formatTime(minute), text)
  })
}

const invalidTimes = [
  '24:00',
  '23:60',
  '9:00',
  '09:0',
  '09:00:00',
  '0900',
  '-1:00',
  ' 09:00',
  '09:00\n',
  '٠٩:00',
  'aa:bb',
  '',
]

for (const text of invalidTimes) {
  test(`${JSON.stringify(text)} is not a time`, () => {
    assert.equal(parseTime(text), null)
  })
}

test('the midnight that ends the day is formatted as 00:00', () => {
  assert.equal(formatTime(1440), '00:00')
})

const validSpans: [text: string, startMinute: number, endMinute: number, formatted: string][] = [
  ['10:00-14:00', 600, 840, '10:00-14:00'],
  ['16:00 - 24:00', 960, 1440, '16:00-24:00'],
  ['00:00-00:00', 0, 0, '00:00-00:00'],
  ['22:00-06:00', 1320, 360, '22:00-06:00'],
]

for (const [text, startMinute, endMinute, formatted] of validSpans) {
  test(`${text} is a span, in the order in which it is written`, () => {
    assert.deepEqual(parseSpan(text), { startMinute, endMinute })
    assert.equal(formatSpan({ startMinute, endMinute }), formatted)
  })
}

const invalidSpans = [
  '10:00',
  '10:00-',
  '-14:00',
  '10-14',
  '9:00-14:00',
  '24:00-24:00',
  '10:00-24:01',
]

for (const text of [
  ...invalidSpans,
  '10:00-14:00-16:00',
  '10:00–14:00',
  '10:00-14:00, 16:00-20:00',
  '',
]) {
  test(`${JSON.stringify(text)} is not a span`, () => {
    assert.equal(parseSpan(text), null)
  })
}

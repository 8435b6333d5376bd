import assert from 'node:assert/strict'
import test from 'node:test'
import { formatTime, parseTime } from '@silla/slots'

const realTimes: [text: string, minute: number][] = [
  ['00:00', 0],
  ['00:01', 1],
  ['09:05', 545],
  ['12:00', 720],
  ['19:59', 1199],
  ['23:59', 1439],
]

for (const [text, minute] of realTimes) {
  test(`${text} is minute ${minute} and reads the same again`, () => {
    assert.equal(parseTime(text), minute)
    assert.equal(formatTime(minute), text)
  })
}

const noTimes = [
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

for (const text of noTimes) {
  test(`${JSON.stringify(text)} is no time`, () => {
    assert.equal(parseTime(text), null)
  })
}

test('the midnight that ends the day reads 00:00', () => {
  assert.equal(formatTime(1440), '00:00')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DayScale } from '../../../packages/agenda/src/grid/day-scale.ts'

const madrid = (inicio: string, fin: string) => new DayScale({ inicio, fin }, 'Europe/Madrid')

test('a usual day has 1440 minutes, which the clock shows as they are', () => {
  const day = madrid('2030-03-04T23:00:00Z', '2030-03-05T23:00:00Z')
  assert.equal(day.length, 1440)
  assert.equal(day.clockAt(605), '10:05')
  assert.equal(day.minuteAt('10:05'), 605)
  assert.equal(day.minuteOf('2030-03-05T09:05:00Z'), 605)
  assert.equal(day.endAt('00:00'), 1440)
})

test('D71: a day on which the clocks go forward is an hour shorter', () => {
  const day = madrid('2030-03-30T23:00:00Z', '2030-03-31T22:00:00Z')
  assert.equal(day.length, 1380)
  assert.equal(day.clockAt(119), '01:59')
  assert.equal(day.clockAt(120), '03:00')
  assert.equal(day.minuteAt('10:00'), 540)
  assert.equal(day.clockAt(540), '10:00')
  assert.equal(day.endAt('00:00'), 1380)
})

test('D71: a day on which the clocks go back is an hour longer', () => {
  const day = madrid('2030-10-26T22:00:00Z', '2030-10-27T23:00:00Z')
  assert.equal(day.length, 1500)
  assert.equal(day.clockAt(180), '02:00')
  assert.equal(day.minuteAt('10:00'), 660)
  assert.equal(day.clockAt(660), '10:00')
  assert.equal(day.minuteAt('20:00'), 1260)
})

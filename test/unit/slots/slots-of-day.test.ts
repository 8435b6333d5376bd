import assert from 'node:assert/strict'
import test from 'node:test'
import { formatTime } from '@silla/slots'
import {
  business,
  closing,
  day,
  minute,
  resources,
  type Slot,
  slots,
  taken,
  visit,
  worker,
} from './salon.ts'

const date = '2026-11-04'

const starts = (list: Slot[]) => list.map((slot) => formatTime(slot.startMinute)).join(' ')
const states = (list: Slot[]) => list.map((slot) => `${formatTime(slot.startMinute)} ${slot.state}`)

test('a shift has a slot at each grid step from which the visit fits', () => {
  const found = slots(business(), resources(worker(['09:00-11:00'])), date, visit(45))
  assert.equal(starts(found), '09:00 09:30 10:00')
})

test('a slot has its start and end, in wall-clock time and as instants, and a resource', () => {
  const salon = business({ zone: 'Asia/Dubai' })
  const start = salon.zone.toInstant(day(date), minute('09:00')) as number
  assert.deepEqual(slots(salon, resources(worker(['09:00-09:45'])), date, visit(45)), [
    { startMinute: 540, endMinute: 585, start, state: 'free', people: [1] },
  ])
})

test('the grid starts with the shift, also when the business opens later', () => {
  const found = slots(business({ open: '09:00-11:00' }), resources(worker(['08:50-20:00'])), date)
  assert.equal(starts(found), '09:20 09:50 10:20')
})

test('each shift has its own grid', () => {
  const found = slots(business(), resources(worker(['09:00-10:00', '16:10-17:10'])), date)
  assert.equal(starts(found), '09:00 09:30 16:10 16:40')
})

test('the grid continues after the break', () => {
  const found = slots(business({ break: '10:15-11:10' }), resources(worker(['09:00-12:30'])), date)
  assert.equal(starts(found), '09:00 09:30 11:30 12:00')
})

test('overlapping shifts offer the starts of both grids once, by time', () => {
  const found = slots(
    business(),
    resources(worker(['09:00-10:30', '09:15-11:00', '09:30-10:30'])),
    date,
  )
  assert.equal(starts(found), '09:00 09:15 09:30 09:45 10:00 10:15')
})

test('a visit may extend from one shift into an adjacent one', () => {
  const found = slots(
    business(),
    resources(worker(['09:00-10:00', '10:00-11:00'])),
    date,
    visit(60),
  )
  assert.equal(starts(found), '09:00 09:30 10:00')
})

test('no visit extends into a break, into a closing or beyond the shift', () => {
  const salon = business({ break: '14:00-16:00', closings: [closing(date, '18:00-18:10')] })
  const found = slots(salon, resources(worker(['13:00-20:00'])), date, visit(60))
  assert.equal(starts(found), '13:00 16:00 16:30 17:00 18:30 19:00')
})

test('a visit longer than every stretch has no slot', () => {
  assert.deepEqual(
    slots(business(), resources(worker(['09:00-11:00', '12:00-14:00'])), date, visit(121)),
    [],
  )
})

test('the last visit of the day may end at midnight, and ends at minute 1440', () => {
  const found = slots(business(), resources(worker(['23:00-24:00'])), date)
  assert.deepEqual(
    found.map((slot) => [slot.startMinute, slot.endMinute]),
    [
      [1380, 1410],
      [1410, 1440],
    ],
  )
})

test('a slot that overlaps another visit by a minute is busy, an adjacent one is free', () => {
  const salon = business()
  const busy = taken(salon, date, '09:30-10:00', '11:01-11:02')
  const found = slots(salon, resources({ calendar: worker(['09:00-12:00']), busy }), date)
  assert.deepEqual(states(found), [
    '09:00 free',
    '09:30 busy',
    '10:00 free',
    '10:30 free',
    '11:00 busy',
    '11:30 free',
  ])
})

test('a visit that began on the day before still occupies its resource', () => {
  const salon = business()
  const midnight = salon.zone.toInstant(day(date), 0) as number
  const busy = [midnight - 60, midnight + 30]
  const found = slots(salon, resources({ calendar: worker(['00:00-01:00']), busy }), date)
  assert.deepEqual(states(found), ['00:00 busy', '00:30 free'])
})

test('a busy or past slot has no resources', () => {
  const salon = business()
  const busy = taken(salon, date, '09:30-10:00')
  const bookableFrom = salon.zone.toInstant(day(date), minute('09:30')) as number
  const found = slots(
    salon,
    resources({ calendar: worker(['09:00-10:30']), busy }),
    date,
    visit(30),
    bookableFrom,
  )
  assert.deepEqual(
    found.map((slot) => [slot.state, slot.people]),
    [
      ['past', []],
      ['busy', []],
      ['free', [1]],
    ],
  )
})

test('a slot before the first bookable minute is past, busy or not, and one at it is not', () => {
  const salon = business()
  const busy = taken(salon, date, '09:00-10:30')
  const bookableFrom = salon.zone.toInstant(day(date), minute('10:00')) as number
  const found = slots(
    salon,
    resources({ calendar: worker(['09:00-11:00']), busy }),
    date,
    visit(30),
    bookableFrom,
  )
  assert.deepEqual(states(found), ['09:00 past', '09:30 past', '10:00 busy', '10:30 free'])
})

test('a closed day and a day off have no slots', () => {
  const everyHour = resources(worker(['00:00-24:00']))
  assert.deepEqual(slots(business({ open: null }), everyHour, date), [])
  assert.deepEqual(slots(business({ closings: [closing(date)] }), everyHour, date), [])
  assert.deepEqual(slots(business(), resources(worker([])), date), [])
})

test('the last day of the calendar has slots too', () => {
  assert.equal(slots(business(), resources(worker(['23:00-24:00'])), '9999-12-31').length, 2)
})

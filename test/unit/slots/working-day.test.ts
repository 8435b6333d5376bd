import assert from 'node:assert/strict'
import test from 'node:test'
import {
  type BusinessCalendar,
  businessCalendar,
  formatTime,
  openTime,
  type ResourceCalendar,
  resourceCalendar,
  workingDay,
} from '@silla/slots'
import { business, closing, day, hours, worker } from './salon.ts'

const date = '2026-11-04'

/** `09:00-14:00 16:00-20:00`. */
function text(spans: readonly { startMinute: number; endMinute: number }[]): string {
  return spans
    .map(
      ({ startMinute, endMinute }) =>
        `${formatTime(startMinute)}-${endMinute === 1440 ? '24:00' : formatTime(endMinute)}`,
    )
    .join(' ')
}

const days: [
  title: string,
  salon: BusinessCalendar,
  who: ResourceCalendar,
  kind: string,
  stretches: string,
][] = [
  [
    'a shift within the opening hours is working time as a whole',
    business({ open: '09:00-20:00' }),
    worker(['10:00-18:00']),
    'working',
    '10:00-18:00',
  ],
  [
    'a shift is limited to the opening hours',
    business({ open: '09:00-20:00' }),
    worker(['08:00-21:00']),
    'working',
    '09:00-20:00',
  ],
  [
    'the break divides a shift',
    business({ open: '09:00-20:00', break: '14:00-16:00' }),
    worker(['10:00-18:00']),
    'working',
    '10:00-14:00 16:00-18:00',
  ],
  [
    'a break that extends beyond the opening hours removes only their overlap',
    business({ open: '09:00-14:00', break: '13:00-15:00' }),
    worker(['09:00-20:00']),
    'working',
    '09:00-13:00',
  ],
  [
    'a day may have several shifts',
    business(),
    worker(['16:00-20:00', '09:00-13:00']),
    'working',
    '09:00-13:00 16:00-20:00',
  ],
  [
    'adjacent and overlapping shifts are one stretch',
    business(),
    worker(['09:00-13:00', '13:00-17:00', '16:00-18:00']),
    'working',
    '09:00-18:00',
  ],
  ['a shift may end at midnight', business(), worker(['20:00-24:00']), 'working', '20:00-24:00'],
  [
    'a closing of some hours is removed from the working time',
    business({ closings: [closing(date, '12:00-13:00')] }),
    worker(['09:00-20:00']),
    'working',
    '09:00-12:00 13:00-20:00',
  ],
  [
    'all closings of a day are removed from the working time',
    business({
      closings: [
        closing(date, '12:00-13:00'),
        closing(date, '12:30-14:00'),
        closing(date, '19:00-24:00'),
      ],
    }),
    worker(['09:00-20:00']),
    'working',
    '09:00-12:00 14:00-19:00',
  ],
  [
    'the closing of another day has no effect',
    business({ closings: [closing('2026-11-05')] }),
    worker(['09:00-20:00']),
    'working',
    '09:00-20:00',
  ],
  [
    'a closing day is a holiday',
    business({ closings: [closing(date)] }),
    worker(['09:00-20:00']),
    'holiday',
    '',
  ],
  [
    'closings that cover all opening hours make the day a holiday',
    business({
      open: '09:00-20:00',
      break: '14:00-16:00',
      closings: [closing(date, '08:00-14:30'), closing(date, '15:00-21:00')],
    }),
    worker(['09:00-20:00']),
    'holiday',
    '',
  ],
  [
    'a closing day on a weekday without opening hours is a holiday too',
    business({ open: null, closings: [closing(date)] }),
    worker(['09:00-20:00']),
    'holiday',
    '',
  ],
  [
    'a closing of some hours does not make a weekday without opening hours a holiday',
    business({ open: null, closings: [closing(date, '09:00-12:00')] }),
    worker(['09:00-20:00']),
    'closed',
    '',
  ],
  [
    'a weekday without opening hours is closed',
    business({ open: null }),
    worker(['09:00-20:00']),
    'closed',
    '',
  ],
  [
    'a break as long as the opening hours closes the weekday',
    business({ open: '09:00-14:00', break: '09:00-14:00' }),
    worker(['09:00-20:00']),
    'closed',
    '',
  ],
  [
    'opening hours that end before they begin are ignored',
    business({ open: '20:00-09:00' }),
    worker(['09:00-20:00']),
    'closed',
    '',
  ],
  ['a professional without shifts is off', business(), worker([]), 'off', ''],
  [
    'a professional with shifts only while the business is closed is off',
    business({ open: '09:00-14:00' }),
    worker(['15:00-20:00']),
    'off',
    '',
  ],
  [
    'a professional with an exception without work is off',
    business(),
    worker(['09:00-20:00'], { date, shifts: null }),
    'off',
    '',
  ],
  [
    'an exception replaces the shifts of its date',
    business(),
    worker(['09:00-20:00'], { date, shifts: ['12:00-13:00', '22:00-23:00'] }),
    'working',
    '12:00-13:00 22:00-23:00',
  ],
  [
    'the exception of another date has no effect',
    business(),
    worker(['09:00-20:00'], { date: '2026-11-11', shifts: null }),
    'working',
    '09:00-20:00',
  ],
  [
    'the shift of an exception ends when the business closes too',
    business({ open: '09:00-14:00' }),
    worker([], { date, shifts: ['12:00-20:00'] }),
    'working',
    '12:00-14:00',
  ],
]

for (const [title, salon, who, kind, stretches] of days) {
  test(title, () => {
    const found = workingDay(salon, who, day(date))
    assert.deepEqual([found.kind, text(found.stretches)], [kind, stretches])
  })
}

test('shifts are returned by start and are not limited to the opening hours', () => {
  const found = workingDay(
    business({ open: '10:00-12:00' }),
    worker(['16:00-20:00', '09:00-13:00']),
    day(date),
  )
  assert.equal(text(found.shifts), '09:00-13:00 16:00-20:00')
  assert.equal(text(found.open), '10:00-12:00')
})

test('each weekday has its own hours and shifts, Monday first', () => {
  const salon = businessCalendar({
    timezone: 'Asia/Dubai',
    slotIntervalMinutes: 15,
    openings: [
      {
        weekday: 1,
        opensMinute: 540,
        closesMinute: 600,
        breakStartMinute: null,
        breakEndMinute: null,
      },
      {
        weekday: 7,
        opensMinute: 600,
        closesMinute: 660,
        breakStartMinute: null,
        breakEndMinute: null,
      },
    ],
    closings: [],
  })
  const who = resourceCalendar({
    shifts: [{ weekday: 7, ...hours('00:00-24:00') }],
    exceptions: [],
  })
  const week = ['2026-11-02', '2026-11-03', '2026-11-08', '2026-11-09'].map((date) =>
    workingDay(salon, who, day(date)),
  )
  assert.deepEqual(
    week.map((found) => [found.kind, text(found.open)]),
    [
      ['off', '09:00-10:00'],
      ['closed', ''],
      ['working', '10:00-11:00'],
      ['off', '09:00-10:00'],
    ],
  )
})

test('the open time of the business does not depend on shifts', () => {
  const salon = business({
    open: '09:00-20:00',
    break: '14:00-16:00',
    closings: [closing(date, '09:00-10:00')],
  })
  const found = openTime(salon, day(date))
  assert.deepEqual([found.kind, text(found.open)], ['open', '10:00-14:00 16:00-20:00'])
})

test('workingDay does not modify the calendars', () => {
  const salon = business({ open: '09:00-20:00', closings: [closing(date, '12:00-13:00')] })
  const who = worker(['08:00-14:00'])
  const first = structuredClone(workingDay(salon, who, day(date)))
  workingDay(salon, who, day('2026-11-05'))
  assert.deepEqual(workingDay(salon, who, day(date)), first)
})

test('an exception without work has no shifts, even when it lists some', () => {
  const exceptions = [{ day: day(date), works: false, shifts: [hours('09:00-12:00')] }]
  const found = workingDay(business(), resourceCalendar({ shifts: [], exceptions }), day(date))
  assert.deepEqual([found.kind, found.shifts], ['off', []])
})

for (const slotIntervalMinutes of [0, -15, 7.5, Number.NaN]) {
  test(`a slot interval of ${slotIntervalMinutes} minutes throws`, () => {
    assert.throws(
      () => businessCalendar({ timezone: 'UTC', slotIntervalMinutes, openings: [], closings: [] }),
      RangeError,
    )
  })
}

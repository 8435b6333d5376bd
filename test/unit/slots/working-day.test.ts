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
    'a shift within the opening hours is worked whole',
    business({ open: '09:00-20:00' }),
    worker(['10:00-18:00']),
    'working',
    '10:00-18:00',
  ],
  [
    'a shift is cut where the business opens and closes',
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
    'a break that reaches past the opening hours takes what it meets',
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
    'shifts that touch or overlap are one stretch of work',
    business(),
    worker(['09:00-13:00', '13:00-17:00', '16:00-18:00']),
    'working',
    '09:00-18:00',
  ],
  [
    'a shift to midnight is worked to midnight',
    business(),
    worker(['20:00-24:00']),
    'working',
    '20:00-24:00',
  ],
  [
    'a closing of some hours is taken out',
    business({ closings: [closing(date, '12:00-13:00')] }),
    worker(['09:00-20:00']),
    'working',
    '09:00-12:00 13:00-20:00',
  ],
  [
    'several closings of one day are all taken out',
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
    'the closing of another day changes nothing',
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
    'closings that leave nothing of the opening make a holiday',
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
    'a closing day on a weekday without opening is still a holiday',
    business({ open: null, closings: [closing(date)] }),
    worker(['09:00-20:00']),
    'holiday',
    '',
  ],
  [
    'a closing of some hours makes no holiday of a weekday without opening',
    business({ open: null, closings: [closing(date, '09:00-12:00')] }),
    worker(['09:00-20:00']),
    'closed',
    '',
  ],
  [
    'a weekday without opening is closed',
    business({ open: null }),
    worker(['09:00-20:00']),
    'closed',
    '',
  ],
  [
    'a break as long as the opening closes the weekday',
    business({ open: '09:00-14:00', break: '09:00-14:00' }),
    worker(['09:00-20:00']),
    'closed',
    '',
  ],
  [
    'opening hours that end before they begin are none',
    business({ open: '20:00-09:00' }),
    worker(['09:00-20:00']),
    'closed',
    '',
  ],
  ['who has no shift is off', business(), worker([]), 'off', ''],
  [
    'who has shifts only while the business is closed is off',
    business({ open: '09:00-14:00' }),
    worker(['15:00-20:00']),
    'off',
    '',
  ],
  [
    'who is away that date is off',
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
    'the exception of another date changes nothing',
    business(),
    worker(['09:00-20:00'], { date: '2026-11-11', shifts: null }),
    'working',
    '09:00-20:00',
  ],
  [
    'an exceptional shift still ends when the business closes',
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

test('shifts are told as they are, by start, whatever the business does', () => {
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

test('the business has open time whoever works', () => {
  const salon = business({
    open: '09:00-20:00',
    break: '14:00-16:00',
    closings: [closing(date, '09:00-10:00')],
  })
  const found = openTime(salon, day(date))
  assert.deepEqual([found.kind, text(found.open)], ['open', '10:00-14:00 16:00-20:00'])
})

test('asking about a day changes no calendar', () => {
  const salon = business({ open: '09:00-20:00', closings: [closing(date, '12:00-13:00')] })
  const who = worker(['08:00-14:00'])
  const first = structuredClone(workingDay(salon, who, day(date)))
  workingDay(salon, who, day('2026-11-05'))
  assert.deepEqual(workingDay(salon, who, day(date)), first)
})

test('an exception on which nobody works has no shifts, even when some are written down', () => {
  const exceptions = [{ day: day(date), works: false, shifts: [hours('09:00-12:00')] }]
  const found = workingDay(business(), resourceCalendar({ shifts: [], exceptions }), day(date))
  assert.deepEqual([found.kind, found.shifts], ['off', []])
})

for (const slotIntervalMinutes of [0, -15, 7.5, Number.NaN]) {
  test(`a grid of ${slotIntervalMinutes} minutes is refused`, () => {
    assert.throws(
      () => businessCalendar({ timezone: 'UTC', slotIntervalMinutes, openings: [], closings: [] }),
      RangeError,
    )
  })
}

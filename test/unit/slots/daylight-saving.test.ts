import assert from 'node:assert/strict'
import test from 'node:test'
import { formatTime, isWorkingTime, placeVisit } from '@silla/slots'
import { business, day, minute, resources, type Slot, slots, visit, worker } from './salon.ts'

/** `01:30-03:00` in wall-clock time. */
const clocks = (list: Slot[]) =>
  list.map((slot) => `${formatTime(slot.startMinute)}-${formatTime(slot.endMinute)}`)

interface Night {
  title: string
  zone: string
  date: string
  shift: string
  lengthMinutes: number
  interval?: number
  pause?: string
  offered: string[]
}

const nights: Night[] = [
  {
    title: 'in Madrid in March a visit across the skipped hour has its real length',
    zone: 'Europe/Madrid',
    date: '2026-03-29',
    shift: '01:00-04:00',
    lengthMinutes: 45,
    offered: ['01:00-01:45', '01:30-03:15', '03:00-03:45'],
  },
  {
    title: 'in Madrid in March a shift that ends within the skipped hour ends at the jump',
    zone: 'Europe/Madrid',
    date: '2026-03-29',
    shift: '01:00-02:30',
    lengthMinutes: 30,
    offered: ['01:00-01:30', '01:30-03:00'],
  },
  {
    title: 'in Madrid in March a shift that starts within the skipped hour starts at the jump',
    zone: 'Europe/Madrid',
    date: '2026-03-29',
    shift: '02:30-04:00',
    lengthMinutes: 30,
    offered: ['03:00-03:30', '03:30-04:00'],
  },
  {
    title: 'in Madrid in March a shift within the skipped hour has no slots',
    zone: 'Europe/Madrid',
    date: '2026-03-29',
    shift: '02:00-03:00',
    lengthMinutes: 5,
    offered: [],
  },
  {
    title: 'in Madrid in March a break within the skipped hour has no effect',
    zone: 'Europe/Madrid',
    date: '2026-03-29',
    shift: '01:30-03:30',
    lengthMinutes: 45,
    pause: '02:10-02:40',
    offered: ['01:30-03:15'],
  },
  {
    title: 'in Madrid in October the repeated hour is offered once, with visits of real length',
    zone: 'Europe/Madrid',
    date: '2026-10-25',
    shift: '01:30-03:30',
    lengthMinutes: 45,
    offered: ['01:30-02:15', '02:00-02:45', '02:30-02:15'],
  },
  {
    title: 'in Madrid in October a shift until the repeated hour ends at its first occurrence',
    zone: 'Europe/Madrid',
    date: '2026-10-25',
    shift: '01:30-02:30',
    lengthMinutes: 30,
    offered: ['01:30-02:00', '02:00-02:30'],
  },
  {
    title: 'in Madrid in October a shift from the repeated hour starts at its first occurrence',
    zone: 'Europe/Madrid',
    date: '2026-10-25',
    shift: '02:30-03:30',
    lengthMinutes: 120,
    offered: ['02:30-03:30'],
  },
  {
    title: 'in Cairo in April the day begins at one o’clock',
    zone: 'Africa/Cairo',
    date: '2026-04-24',
    shift: '00:00-02:00',
    lengthMinutes: 30,
    offered: ['01:00-01:30', '01:30-02:00'],
  },
  {
    title: 'in Cairo in April the day before ends at midnight, which the clocks skip',
    zone: 'Africa/Cairo',
    date: '2026-04-23',
    shift: '23:00-24:00',
    lengthMinutes: 30,
    offered: ['23:00-23:30', '23:30-00:00'],
  },
  {
    title: 'in Cairo in October the last hour of Thursday is worked twice and offered once',
    zone: 'Africa/Cairo',
    date: '2026-10-29',
    shift: '22:30-24:00',
    lengthMinutes: 90,
    offered: ['22:30-23:00', '23:00-23:30', '23:30-00:00'],
  },
  {
    title: 'in Cairo in October Friday begins after the repeated hour',
    zone: 'Africa/Cairo',
    date: '2026-10-30',
    shift: '00:00-01:00',
    lengthMinutes: 30,
    offered: ['00:00-00:30', '00:30-01:00'],
  },
  {
    title: 'in Dubai the clocks do not change',
    zone: 'Asia/Dubai',
    date: '2026-03-29',
    shift: '01:30-03:00',
    lengthMinutes: 45,
    offered: ['01:30-02:15', '02:00-02:45'],
  },
  {
    title: 'in New York in March the hour from two is skipped',
    zone: 'America/New_York',
    date: '2026-03-08',
    shift: '01:30-03:30',
    lengthMinutes: 30,
    offered: ['01:30-03:00', '03:00-03:30'],
  },
  {
    title: 'in New York in November the hour from one is worked twice and offered once',
    zone: 'America/New_York',
    date: '2026-11-01',
    shift: '01:00-02:30',
    lengthMinutes: 60,
    offered: ['01:00-01:00', '01:30-01:30'],
  },
  {
    title: 'on Lord Howe in April half an hour is worked twice and offered once',
    zone: 'Australia/Lord_Howe',
    date: '2026-04-05',
    shift: '01:00-02:30',
    lengthMinutes: 30,
    interval: 15,
    offered: ['01:00-01:30', '01:15-01:45', '01:30-01:30', '01:45-01:45', '02:00-02:30'],
  },
  {
    title: 'on Lord Howe in October half an hour is skipped',
    zone: 'Australia/Lord_Howe',
    date: '2026-10-04',
    shift: '01:30-03:00',
    lengthMinutes: 30,
    interval: 15,
    offered: ['01:30-02:30', '01:45-02:45', '02:30-03:00'],
  },
]

for (const { title, zone, date, shift, lengthMinutes, interval = 30, pause, offered } of nights) {
  test(title, () => {
    const salon = business({ zone, interval, ...(pause === undefined ? {} : { break: pause }) })
    const ana = worker([shift])
    const found = slots(salon, resources(ana), date, visit(lengthMinutes))
    assert.deepEqual(clocks(found), offered)
    for (const { start } of found)
      assert.ok(isWorkingTime(salon, ana, { start, end: start + lengthMinutes }))
  })
}

const skipped: [zone: string, date: string, time: string][] = [
  ['Europe/Madrid', '2026-03-29', '02:30'],
  ['Africa/Cairo', '2026-04-24', '00:00'],
  ['America/New_York', '2026-03-08', '02:00'],
  ['Australia/Lord_Howe', '2026-10-04', '02:15'],
]

for (const [zone, date, time] of skipped) {
  test(`no visit is placed at ${time} of ${date} in ${zone}, which does not exist`, () => {
    const placement = placeVisit({
      business: business({ zone, open: null }),
      ...resources(worker([])),
      plan: visit(30),
      day: day(date),
      startMinute: minute(time),
      bookableFrom: 0,
    })
    assert.deepEqual(placement, { kind: 'no_such_time' })
  })
}

test('days on which the clocks change have 23 or 25 hours of working time', () => {
  const madrid = business({ interval: 60 })
  const allDay = resources(worker(['00:00-24:00']))
  const length = (date: string) => {
    const found = slots(madrid, allDay, date, visit(60))
    return [found.length, ((found.at(-1) as Slot).start + 60 - (found[0] as Slot).start) / 60]
  }
  assert.deepEqual(length('2026-03-28'), [24, 24])
  assert.deepEqual(length('2026-03-29'), [23, 23])
  assert.deepEqual(length('2026-10-25'), [24, 25])
})

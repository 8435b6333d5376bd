import assert from 'node:assert/strict'
import test from 'node:test'
import { formatTime, placeVisit, type ServiceTerms, slotsOfDay, type VisitPlan } from '@silla/slots'
import {
  business,
  day,
  minute,
  type Resources,
  resources,
  type Slot,
  slots,
  taken,
  terms,
  visit,
  withUnits,
  worker,
} from './salon.ts'

const date = '2026-11-04'
const salon = business()
const allDay = worker(['09:00-20:00'])

/** `09:00 free 1` */
const described = (list: Slot[]) =>
  list.map((slot) => [formatTime(slot.startMinute), slot.state, ...slot.people].join(' '))

const onePerson = (...lines: ServiceTerms[][]): VisitPlan => ({ lines, onePerson: true })
const several = (...lines: ServiceTerms[][]): VisitPlan => ({ lines, onePerson: false })

/** The candidates at a time, each as its lines: `1 09:00-09:30+10 [7]`. */
function candidates(people: Resources, plan: VisitPlan, time: string): string[][] | string {
  const placement = placeVisit({
    business: salon,
    ...people,
    plan,
    day: day(date),
    startMinute: minute(time),
    bookableFrom: 0,
  })
  if (placement.kind !== 'placed') return placement.kind
  const at = (instant: number) => formatTime(salon.zone.toLocal(instant).minute)
  return placement.candidates.map(({ lines }) =>
    lines.map(({ professionalId, start, end, bufferMinutes, unitIds }) =>
      [
        `${professionalId} ${at(start)}-${at(end)}`,
        ...(bufferMinutes > 0 ? [`+${bufferMinutes}`] : []),
        ...(unitIds.length > 0 ? [` [${unitIds}]`] : []),
      ].join(''),
    ),
  )
}

test('with one person for all, everybody who is free is named, in order of preference', () => {
  const people = resources(
    { calendar: worker(['09:00-10:30']), busy: taken(salon, date, '09:30-10:30') },
    { calendar: worker(['09:00-10:30']), busy: taken(salon, date, '10:00-10:30') },
  )
  assert.deepEqual(described(slots(salon, people, date, visit(30, [1, 2]))), [
    '09:00 free 1 2',
    '09:30 free 2',
    '10:00 busy',
  ])
  assert.deepEqual(described(slots(salon, people, date, visit(30, [2, 1]))), [
    '09:00 free 2 1',
    '09:30 free 2',
    '10:00 busy',
  ])
})

test('what is listed is what is placed', () => {
  const people = resources(
    { calendar: worker(['09:00-10:30']), busy: taken(salon, date, '09:30-10:30') },
    worker(['09:00-10:30']),
  )
  assert.deepEqual(candidates(people, visit(30, [1, 2]), '09:30'), [['2 09:30-10:00']])
})

test('starts of several grids are listed once, by time, each with people of that grid', () => {
  const people = resources(
    worker(['09:00-10:00']),
    worker(['09:10-10:10']),
    worker(['09:30-10:00']),
  )
  assert.deepEqual(described(slots(salon, people, date, visit(30, [3, 1, 2]))), [
    '09:00 free 1',
    '09:10 free 2',
    '09:30 free 3 1',
    '09:40 free 2',
  ])
})

test('somebody with a duration of their own has the end of their own', () => {
  const people = resources(worker(['09:00-10:00']), worker(['09:00-10:00']))
  const plan = onePerson([terms(1, [60]), terms(2, [25])])
  const found = slots(salon, people, date, plan)
  assert.deepEqual(described(found), ['09:00 free 1 2', '09:30 free 2'])
  assert.deepEqual(
    found.map(({ endMinute }) => formatTime(endMinute)),
    ['10:00', '09:55'],
  )
})

test('a wait is sold: a cut by the same person fits into it, and not beyond it', () => {
  const colour = taken(salon, date, '09:00-09:20', '09:55-10:10')
  const people = resources({ calendar: worker(['09:00-12:00', '09:20-12:00']), busy: colour })
  const found = described(slots(salon, people, date, visit(30)))
  assert.ok(found.includes('09:20 free 1'))
  assert.ok(found.includes('09:30 busy'))
})

test('a wait needs no working time of the professional, but open time', () => {
  const plan = onePerson([terms(1, [30, 60, 30])])
  const people = resources(worker(['09:00-09:30', '10:30-11:00']))
  assert.deepEqual(described(slots(salon, people, date, plan)), ['09:00 free 1'])
  const pause = business({ open: '09:00-12:00', break: '09:40-09:50' })
  assert.deepEqual(slots(pause, people, date, plan), [])
})

test('a buffer may pass the end of the shift, but no other claim', () => {
  const plan = onePerson([terms(1, [30], { bufferMinutes: 15 })])
  const people = resources({
    calendar: worker(['09:00-10:30']),
    busy: taken(salon, date, '10:40-11:00'),
  })
  assert.deepEqual(described(slots(salon, people, date, plan)), [
    '09:00 free 1',
    '09:30 free 1',
    '10:00 busy',
  ])
})

test('a buffer between two services of one person is dropped, for the units too', () => {
  const people = withUnits(resources(allDay), { 7: [] })
  const plan = onePerson(
    [terms(1, [30], { bufferMinutes: 15, units: [[7]] })],
    [terms(1, [30], { bufferMinutes: 10, units: [[7]] })],
  )
  const expected = [['1 09:00-09:30 [7]', '1 09:30-10:00+10 [7]']]
  assert.deepEqual(candidates(people, plan, '09:00'), expected)
  assert.deepEqual(candidates(people, { ...plan, onePerson: false }, '09:00'), expected)
})

test('after another person the buffer lasts until the same person returns', () => {
  const people = resources(allDay, allDay)
  const buffer = { bufferMinutes: 60 }
  const plan = several([terms(1, [30], buffer)], [terms(2, [20], buffer)], [terms(1, [30])])
  assert.deepEqual(candidates(people, plan, '09:00'), [
    ['1 09:00-09:30+20', '2 09:30-09:50+60', '1 09:50-10:20'],
  ])
})

test('a buffer that cannot last is allowed when the same person returns in time', () => {
  const people = resources({ calendar: allDay, busy: taken(salon, date, '10:00-10:30') }, allDay)
  const first = [terms(1, [20], { bufferMinutes: 60 })]
  assert.equal(candidates(people, several(first, [terms(2, [20])]), '09:00'), 'taken')
  const returns = several(first, [terms(2, [20])], [terms(1, [20])])
  assert.deepEqual(candidates(people, returns, '09:00'), [
    ['1 09:00-09:20+20', '2 09:20-09:40', '1 09:40-10:00'],
  ])
})

test('a unit is taken for the whole service, waits included, and for its buffer', () => {
  const people = withUnits(resources(allDay, worker(['09:00-11:00'])), {
    7: taken(salon, date, '09:00-09:30', '10:20-10:30'),
  })
  const plan = onePerson([terms(2, [10, 20, 10], { bufferMinutes: 10, units: [[7]] })])
  assert.deepEqual(described(slots(salon, people, date, plan)), [
    '09:00 busy',
    '09:30 free 2',
    '10:00 busy',
  ])
})

test('as many visits as there are units fit at the same time', () => {
  const people = withUnits(resources(worker(['09:00-10:00'])), {
    7: taken(salon, date, '09:00-10:00'),
    8: taken(salon, date, '09:30-10:00'),
  })
  const plan = onePerson([terms(1, [30], { units: [[7, 8]] })])
  assert.deepEqual(described(slots(salon, people, date, plan)), ['09:00 free 1', '09:30 busy'])
  assert.deepEqual(candidates(people, plan, '09:00'), [['1 09:00-09:30 [8]']])
})

test('the buffer of a unit meets the next service of another person', () => {
  const plan = several(
    [terms(1, [30], { bufferMinutes: 10, units: [[7, 8]] })],
    [terms(2, [30], { units: [[7, 8]] })],
  )
  const people = resources(allDay, allDay)
  const both = withUnits(people, { 7: [], 8: [] })
  assert.deepEqual(candidates(both, plan, '09:00'), [['1 09:00-09:30+10 [7]', '2 09:30-10:00 [8]']])
  // the first service leaves the only unit that is free later to the second one
  const contested = withUnits(people, { 7: [], 8: taken(salon, date, '09:40-10:00') })
  assert.deepEqual(candidates(contested, plan, '09:00'), [
    ['1 09:00-09:30+10 [8]', '2 09:30-10:00 [7]'],
  ])
  const one = several(
    [terms(1, [30], { bufferMinutes: 10, units: [[7]] })],
    [terms(2, [30], { units: [[7]] })],
  )
  assert.equal(candidates(both, one, '09:00'), 'not_working')
})

test('a service leaves the unit to a later one that can use no other', () => {
  const people = withUnits(resources(allDay, allDay), { 8: [], 9: [] })
  const plan = several(
    [terms(1, [30], { bufferMinutes: 10, units: [[9, 8]] })],
    [terms(2, [30], { bufferMinutes: 40, units: [[9, 8]] })],
    [terms(1, [30], { units: [[8]] })],
  )
  assert.deepEqual(candidates(people, plan, '09:00'), [
    ['1 09:00-09:30+10 [8]', '2 09:30-10:00+40 [9]', '1 10:00-10:30 [8]'],
  ])
})

test('of several people those with the fewest changes do a visit, then the preferred ones', () => {
  const people = resources(
    { calendar: allDay, busy: taken(salon, date, '09:30-10:00') },
    allDay,
    allDay,
  )
  const anyone = [1, 2, 3].map((id) => terms(id, [30]))
  assert.deepEqual(candidates(people, several(anyone, anyone, anyone), '09:00'), [
    ['2 09:00-09:30', '2 09:30-10:00', '2 10:00-10:30'],
  ])
  const last = [terms(1, [30])]
  assert.deepEqual(candidates(people, several(anyone, anyone, last), '09:00'), [
    ['2 09:00-09:30', '2 09:30-10:00', '1 10:00-10:30'],
  ])
  assert.deepEqual(candidates(people, several(last, anyone, [terms(3, [30])]), '09:00'), [
    ['1 09:00-09:30', '3 09:30-10:00', '3 10:00-10:30'],
  ])
})

test('a duration of their own moves the services after it', () => {
  const people = resources(allDay, { calendar: allDay, busy: taken(salon, date, '09:30-09:45') })
  const plan = several([terms(1, [30]), terms(2, [20])], [terms(2, [10])])
  assert.deepEqual(candidates(people, plan, '09:00'), [['2 09:00-09:20', '2 09:20-09:30']])
  const other = several([terms(1, [30]), terms(1, [45])], [terms(2, [10])])
  assert.deepEqual(candidates(people, other, '09:00'), [['1 09:00-09:45', '2 09:45-09:55']])
})

test('only the person of the first service has to have the start on the grid', () => {
  const people = resources(worker(['09:00-11:00']), {
    calendar: worker(['08:50-11:00']),
    busy: taken(salon, date, '10:00-10:10'),
  })
  const plan = several([terms(1, [30])], [terms(2, [20])])
  assert.deepEqual(described(slots(salon, people, date, plan)), [
    '09:00 free 1 2',
    '09:30 busy',
    '10:00 free 1 2',
  ])
})

test('many combinations are not tried when one service is impossible', () => {
  const ids = Array.from({ length: 20 }, (_, id) => id + 1)
  const many = resources(...ids.map(() => worker(['09:00-13:00'])))
  const anyone = ids.map((id) => terms(id, [20], { bufferMinutes: 15 }))
  const lines = Array.from({ length: 10 }, () => anyone)
  assert.deepEqual(slots(salon, many, date, several(...lines, [terms(1, [600])])), [])
})

test('a plan without lines and a resource that is not described throw', () => {
  const input = { business: salon, ...resources(allDay), day: day(date), bookableFrom: 0 }
  const offers = (plan: VisitPlan) => () => slotsOfDay({ ...input, plan })
  assert.throws(offers(onePerson()), RangeError)
  assert.throws(offers(visit(30, [7])), /resource 7/)
  assert.throws(offers(onePerson([terms(1, [30], { units: [[9]] })])), /resource 9/)
})

test('a service that nobody does has no slot', () => {
  assert.deepEqual(slots(salon, resources(allDay), date, visit(30, [])), [])
  assert.deepEqual(slots(salon, resources(allDay), date, several([terms(1, [30])], [])), [])
})

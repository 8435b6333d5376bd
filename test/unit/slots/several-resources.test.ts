import assert from 'node:assert/strict'
import test from 'node:test'
import { formatTime, type Resources, slotsOfDay } from '@silla/slots'
import {
  business,
  day,
  resources,
  type Slot,
  segment,
  slots,
  taken,
  visit,
  worker,
} from './salon.ts'

const date = '2026-11-04'
const salon = business()

/** `09:00 free 1` */
const described = (list: Slot[]) =>
  list.map((slot) => [formatTime(slot.startMinute), slot.state, ...slot.resourceIds].join(' '))

test('the first free candidate is chosen, in the order of the candidates', () => {
  const people = resources(
    { calendar: worker(['09:00-10:30']), busy: taken(salon, date, '09:30-10:30') },
    { calendar: worker(['09:00-10:30']), busy: taken(salon, date, '10:00-10:30') },
  )
  assert.deepEqual(described(slots(salon, people, date, visit(30, [1, 2]))), [
    '09:00 free 1',
    '09:30 free 2',
    '10:00 busy',
  ])
  assert.deepEqual(described(slots(salon, people, date, visit(30, [2, 1]))), [
    '09:00 free 2',
    '09:30 free 2',
    '10:00 busy',
  ])
})

test('starts of several grids are listed once, by time, each with a resource of that grid', () => {
  const people = resources(
    worker(['09:00-10:00']),
    worker(['09:10-10:10']),
    worker(['09:30-10:00']),
  )
  assert.deepEqual(described(slots(salon, people, date, visit(30, [3, 1, 2]))), [
    '09:00 free 1',
    '09:10 free 2',
    '09:30 free 3',
    '09:40 free 2',
  ])
})

test('a gap between two segments leaves the resource to others', () => {
  const people = resources({
    calendar: worker(['09:00-12:00']),
    busy: taken(salon, date, '09:30-10:00'),
  })
  const plan = { segments: [segment(0, 30, 1), segment(60, 30, 1)] }
  assert.deepEqual(described(slots(salon, people, date, plan)), [
    '09:00 free 1 1',
    '09:30 busy',
    '10:00 free 1 1',
    '10:30 free 1 1',
  ])
})

test('a visit with a gap stays within one stretch of open time', () => {
  const people = resources(worker(['09:00-17:00']))
  const plan = { segments: [segment(0, 30, 1), segment(180, 30, 1)] }
  const found = slots(
    business({ open: '13:00-17:00', break: '14:00-15:30', interval: 60 }),
    people,
    date,
    plan,
  )
  assert.deepEqual(described(found), [])
})

test('overlapping segments do not share a resource, adjacent segments may', () => {
  const people = resources(worker(['09:00-10:00']), worker(['09:00-10:00']))
  const both = (...segments: ReturnType<typeof segment>[]) =>
    described(slots(salon, people, date, { segments }))
  assert.deepEqual(both(segment(0, 60, 1), segment(30, 30, 1)), [])
  assert.deepEqual(both(segment(0, 30, 1), segment(30, 30, 1)), ['09:00 free 1 1'])
  assert.deepEqual(both(segment(30, 30, 1), segment(0, 30, 1)), ['09:00 free 1 1'])
  assert.deepEqual(both(segment(0, 60, 1, 2), segment(0, 60, 1, 2)), ['09:00 free 1 2'])
})

test('an earlier segment takes another resource when a later one has no alternative', () => {
  const people = resources(
    worker(['09:00-10:00']),
    worker(['09:00-10:00']),
    worker(['09:00-10:00']),
  )
  const segments = [segment(0, 60, 1, 2, 3), segment(0, 60, 1, 2), segment(30, 30, 1)]
  assert.deepEqual(described(slots(salon, people, date, { segments })), ['09:00 free 3 2 1'])
})

test('only the resource of the first segment has to have the start on its grid', () => {
  const people = resources(worker(['09:00-11:00']), {
    calendar: worker(['08:50-11:00']),
    busy: taken(salon, date, '10:00-10:10'),
  })
  const segments = [segment(0, 30, 1), segment(30, 20, 2)]
  assert.deepEqual(described(slots(salon, people, date, { segments })), [
    '09:00 free 1 2',
    '09:30 busy',
    '10:00 free 1 2',
  ])
})

test('many combinations are not tried when one segment has no resource', () => {
  const many: Resources = new Map(
    Array.from({ length: 20 }, (_, id) => [id, { calendar: worker(['09:00-13:00']), busy: [] }]),
  )
  const everyId = [...many.keys()]
  const segments = Array.from({ length: 10 }, (_, index) => segment(index * 20, 20, ...everyId))
  assert.deepEqual(slots(salon, many, date, { segments: [...segments, segment(200, 600, 0)] }), [])
})

test('a plan without segments and a plan with an unknown resource throw', () => {
  const input = { business: salon, resources: resources(), day: day(date), bookableFrom: 0 }
  assert.throws(() => slotsOfDay({ ...input, plan: { segments: [] } }), RangeError)
  assert.throws(() => slotsOfDay({ ...input, plan: visit(30, [7]) }), /resource 7/)
})

test('a segment without candidates has no slot', () => {
  assert.deepEqual(slots(salon, resources(worker(['09:00-10:00'])), date, visit(30, [])), [])
})

import assert from 'node:assert/strict'
import test from 'node:test'
import { type Placement, placeVisit } from '@silla/slots'
import {
  business,
  closing,
  day,
  minute,
  resources,
  segment,
  taken,
  visit,
  worker,
} from './salon.ts'

const date = '2026-11-04'
const salon = business({
  open: '09:00-20:00',
  break: '14:00-16:00',
  closings: [closing(date, '19:00-19:30')],
})
const ana = worker(['09:00-13:00', '15:00-20:00'])

function place(time: string, lengthMinutes = 30, bookableFrom = 0): Placement {
  return placeVisit({
    business: salon,
    resources: resources({ calendar: ana, busy: taken(salon, date, '09:00-10:00') }),
    plan: visit(lengthMinutes),
    day: day(date),
    startMinute: minute(time),
    bookableFrom,
  })
}

test('a visit is placed at a slot, busy or not, with one claim for each segment', () => {
  const start = salon.zone.toInstant(day(date), minute('09:30')) as number
  assert.deepEqual(place('09:30'), {
    kind: 'placed',
    claims: [{ resourceId: 1, start, end: start + 30 }],
    start,
    end: start + 30,
    past: false,
  })
})

const refused: [time: string, lengthMinutes: number, kind: string, why: string][] = [
  ['08:30', 30, 'closed', 'before the business opens'],
  ['19:30', 60, 'closed', 'beyond closing time'],
  ['20:00', 30, 'closed', 'after closing time'],
  ['14:30', 30, 'closed', 'in the break'],
  ['13:30', 60, 'closed', 'into the break, though it is also outside the shifts'],
  ['18:30', 60, 'closed', 'into a closing of some hours'],
  ['13:00', 30, 'not_working', 'between the shifts'],
  ['12:30', 60, 'not_working', 'past the end of a shift'],
  ['12:35', 60, 'not_working', 'past the end of a shift and off the grid'],
  ['09:10', 30, 'off_grid', 'between two starts'],
  ['16:15', 30, 'off_grid', 'between two starts of the second shift'],
]

for (const [time, lengthMinutes, kind, why] of refused) {
  test(`${lengthMinutes} minutes at ${time} are rejected: ${why}`, () => {
    assert.deepEqual(place(time, lengthMinutes), { kind })
  })
}

test('the grid of a shift ends with the shift, also when another shift follows', () => {
  const placement = placeVisit({
    business: business(),
    resources: resources(worker(['09:00-10:00', '09:50-11:00'])),
    plan: visit(30),
    day: day(date),
    startMinute: minute('10:00'),
    bookableFrom: 0,
  })
  assert.deepEqual(placement, { kind: 'off_grid' })
})

test('a visit before the first bookable minute is placed and marked as past', () => {
  const start = salon.zone.toInstant(day(date), minute('10:00')) as number
  const past = (bookableFrom: number) => {
    const placement = place('10:00', 30, bookableFrom)
    return placement.kind === 'placed' && placement.past
  }
  assert.deepEqual([past(start), past(start + 1)], [false, true])
})

test('each segment of a visit becomes a claim with its own time', () => {
  const placement = placeVisit({
    business: salon,
    resources: resources(ana, ana),
    plan: { segments: [segment(0, 30, 1), segment(60, 45, 2)] },
    day: day(date),
    startMinute: minute('10:00'),
    bookableFrom: 0,
  })
  assert.ok(placement.kind === 'placed')
  const { start } = placement
  assert.equal(placement.end, start + 105)
  assert.deepEqual(placement.claims, [
    { resourceId: 1, start, end: start + 30 },
    { resourceId: 2, start: start + 60, end: start + 105 },
  ])
})

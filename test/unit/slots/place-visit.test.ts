import assert from 'node:assert/strict'
import test from 'node:test'
import { type Placement, placeVisit, slotsOfDay } from '@silla/slots'
import {
  business,
  closing,
  day,
  minute,
  resources,
  taken,
  terms,
  visit,
  withUnits,
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
    ...resources({ calendar: ana, busy: taken(salon, date, '15:00-15:30', '17:00-18:00') }),
    plan: visit(lengthMinutes),
    day: day(date),
    startMinute: minute(time),
    bookableFrom,
  })
}

test('a visit is placed at a free slot, with a claim of its professional', () => {
  const start = salon.zone.toInstant(day(date), minute('09:30')) as number
  const end = start + 30
  const line = { professionalId: 1, start, end, phases: [30], bufferMinutes: 0, unitIds: [] }
  assert.deepEqual(place('09:30'), {
    kind: 'placed',
    candidates: [{ start, end, lines: [line], claims: [{ resourceId: 1, start, end }] }],
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
  ['16:30', 60, 'taken', 'the professional is busy'],
]

for (const [time, lengthMinutes, kind, why] of refused) {
  test(`${lengthMinutes} minutes at ${time} are rejected: ${why}`, () => {
    assert.deepEqual(place(time, lengthMinutes), { kind })
  })
}

test('the grid of a shift ends with the shift, also when another shift follows', () => {
  const placement = placeVisit({
    business: business(),
    ...resources(worker(['09:00-10:00', '09:50-11:00'])),
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

test('without busy time every professional who works then is a candidate, in order of preference', () => {
  const placement = placeVisit({
    business: salon,
    professionals: resources(ana, ana, worker(['12:00-20:00'])).professionals,
    busy: null,
    plan: visit(30, [3, 2, 1]),
    day: day(date),
    startMinute: minute('10:00'),
    bookableFrom: 0,
  })
  assert.ok(placement.kind === 'placed')
  assert.deepEqual(
    placement.candidates.map(({ lines }) => lines[0]?.professionalId),
    [2, 1],
  )
})

const longDay = business()
const clockChange = '2026-10-25'

for (const [phases, kind] of [
  [[720, 720], 'placed'],
  [[720, 721], 'too_long'],
] as const) {
  test(`on a day of 25 hours a visit of ${phases[0] + phases[1]} minutes is ${kind}`, () => {
    const request = {
      business: longDay,
      ...resources(worker(['00:00-24:00'])),
      plan: { lines: phases.map((minutes) => [terms(1, [minutes])]), onePerson: true },
      day: day(clockChange),
      bookableFrom: 0,
    }
    assert.equal(placeVisit({ ...request, startMinute: 0 }).kind, kind)
    const offered = slotsOfDay(request).startMinutes
    assert.deepEqual(offered.slice(0, 1), kind === 'placed' ? [0] : [])
    const severalPeople = { ...request, plan: { ...request.plan, onePerson: false } }
    assert.deepEqual(slotsOfDay(severalPeople).startMinutes, offered)
  })
}

test('no claim is longer than a day, also with a buffer', () => {
  const placement = placeVisit({
    business: longDay,
    ...withUnits(resources(worker(['00:00-24:00'])), { 7: [] }),
    plan: {
      lines: [[terms(1, [1420], { bufferMinutes: 60, units: [[7]] })]],
      onePerson: true,
    },
    day: day(date),
    startMinute: 0,
    bookableFrom: 0,
  })
  assert.ok(placement.kind === 'placed')
  const [candidate] = placement.candidates
  const claims = candidate?.claims.map((claim) => [claim.resourceId, claim.end - claim.start])
  assert.deepEqual(claims, [
    [1, 1420],
    [1, 60],
    [7, 1420],
    [7, 60],
  ])
})

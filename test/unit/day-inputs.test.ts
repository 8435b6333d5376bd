import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import type { VisitPlan } from '@silla/slots'
import { dayInputs, dayStates, hasInputs } from '../../packages/core/src/availability/day-inputs.ts'

const plan: VisitPlan = {
  lines: [[{ professionalId: 1, phases: [30], bufferMinutes: 10, units: [[2]] }]],
  onePerson: true,
}
const day = { start: 1440, end: 2880 }
const stateOf = (professional: number[], unit: number[], bookableFrom = 1500) =>
  dayStates(
    plan,
    new Map([
      [1, professional],
      [2, unit],
    ]),
    bookableFrom,
  )(day)

test('a day has stored inputs exactly when it would store the same ones', () => {
  const states = [
    stateOf([], []),
    stateOf([1500, 1530], []),
    stateOf([], [1500, 1530]),
    stateOf([1500, 1530], [1500, 1530]),
    stateOf([1500, 1530, 1600, 1630], []),
    stateOf([1500, 1545], []),
    stateOf([1400, 1441], []),
    // outside the day: before it, and after the longest buffer
    stateOf([1300, 1440], [2890, 2900]),
    stateOf([2889, 2900], []),
    stateOf([], [], 1515),
    stateOf([], [], 0),
    stateOf([], [], 9999),
  ]
  for (const state of states) {
    for (const other of states) {
      const stored = dayInputs(other)
      assert.equal(hasInputs(state, stored), isDeepStrictEqual(dayInputs(state), stored))
    }
  }
})

test('what is taken outside a day and the longest buffer after it does not matter', () => {
  const stored = dayInputs(stateOf([], []))
  assert.ok(hasInputs(stateOf([1300, 1440], [2890, 2900]), stored))
  assert.ok(!hasInputs(stateOf([1300, 1441], []), stored))
  assert.ok(!hasInputs(stateOf([], [2889, 2900]), stored))
})

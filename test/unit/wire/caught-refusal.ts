import assert from 'node:assert/strict'
import { type FieldProblem, Refusal } from '@silla/errors'

/** The refusal that an action throws; fails the test when it throws none. */
export function caughtRefusal(action: () => unknown): Refusal {
  try {
    action()
  } catch (error) {
    assert.ok(error instanceof Refusal, `expected a refusal, got ${error}`)
    return error
  }
  assert.fail('expected a refusal')
}

/** The field problems of a VALIDATION_ERROR. */
export function caughtProblems(action: () => unknown): FieldProblem[] {
  const refusal = caughtRefusal(action)
  assert.equal(refusal.code, 'VALIDATION_ERROR')
  return refusal.problems ?? []
}

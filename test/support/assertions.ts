import assert from 'node:assert/strict'
import { type Code, statusOf } from '../spec/facts/codes.ts'
import type { Answer } from './client.ts'

/**
 * Fails unless the answer is this refusal, with the status that the contract gives it and a
 * sentence for people.
 */
export function assertError(answer: Answer, code: Code): void {
  assert.equal(
    answer.error?.code,
    code,
    `expected ${code}: ${answer.status} ${answer.text.slice(0, 500)}`,
  )
  assert.equal(answer.status, statusOf[code], code)
  assert.ok(answer.error.message.length > 5, code)
  assert.equal(answer.headers.get('cache-control'), 'no-store')
}

/** Fails unless exactly these fields are what is wrong. */
export function assertInvalid(answer: Answer, ...fields: string[]): void {
  assertError(answer, 'VALIDATION_ERROR')
  const observation = answer.error.detalles.map((detail: { campo: string }) => detail.campo)
  assert.deepEqual(observation.sort(), fields.sort(), answer.text)
  for (const { problema } of answer.error.detalles) assert.ok(problema.length > 5, answer.text)
}

/** The data of an answer that must have worked. */
export function dataOf(answer: Answer, status = 200) {
  assert.equal(answer.status, status, answer.text)
  return answer.data
}

import assert from 'node:assert/strict'
import { type Code, statusOf } from '../spec/contract/codes.ts'
import type { ApiResponse } from './client.ts'

/** Fails unless the response is this error, with its status and a message. */
export function assertError(answer: ApiResponse, code: Code): void {
  assert.equal(
    answer.error?.code,
    code,
    `expected ${code}: ${answer.status} ${answer.text.slice(0, 500)}`,
  )
  assert.equal(answer.status, statusOf[code], code)
  assert.ok(answer.error.message.length > 5, code)
  assert.equal(answer.headers.get('cache-control'), 'no-store')
}

/** Fails unless exactly these fields are invalid. */
export function assertInvalid(answer: ApiResponse, ...fields: string[]): void {
  assertError(answer, 'VALIDATION_ERROR')
  const observation = answer.error.detalles.map((detail: { campo: string }) => detail.campo)
  assert.deepEqual(observation.sort(), fields.sort(), answer.text)
  for (const { problema } of answer.error.detalles) assert.ok(problema.length > 5, answer.text)
}

/** The data of a response that must be successful. */
export function dataOf(answer: ApiResponse, status = 200) {
  assert.equal(answer.status, status, answer.text)
  return answer.data
}

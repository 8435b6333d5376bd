import assert from 'node:assert/strict'
import type { ApiResponse, Client } from './client.ts'

/** More than a busy machine needs; a request without an end fails. */
const maxAttempts = 10

/**
 * Repeats a POST while the answer is 503, as clients do, with one Idempotency-Key (D19): of fifty
 * simultaneous requests, a slow machine does not serve the last ones within the time of D2.
 */
export async function postUntilAvailable(
  caller: Client,
  path: string,
  body: unknown,
): Promise<ApiResponse> {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const answer = await caller.post(path, body, headers)
    if (answer.status !== 503) return answer
  }
  assert.fail(`${path} is not available after ${maxAttempts} attempts`)
}

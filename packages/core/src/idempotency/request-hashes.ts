import { createHash } from 'node:crypto'
import { fail } from '@silla/errors'
import type { RequestContext } from '../request-context.ts'
import type { IdempotentRequest } from './idempotent-request.ts'

export interface RequestHashes {
  keyHash: Buffer
  askHash: Buffer
}

/** Whose key it is belongs to it: two customers may use the same one. */
export const requestHashes = (
  { identity }: RequestContext,
  { key, scope, ask: input }: IdempotentRequest,
): RequestHashes => ({
  keyHash: sha256(
    JSON.stringify([
      identity.kind === 'customer' ? identity.customerId : identity.kind,
      scope,
      key,
    ]),
  ),
  askHash: sha256(input),
})

/**
 * @throws IDEMPOTENCY_KEY_REUSED when the key stood for another ask; IDEMPOTENCY_IN_PROGRESS when
 *   its twin is not done yet
 */
export function throwForIdempotency(outcome: 'reused' | 'in_progress'): never {
  if (outcome === 'reused') fail('IDEMPOTENCY_KEY_REUSED')
  fail('IDEMPOTENCY_IN_PROGRESS', { headers: { 'retry-after': '1' } })
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()

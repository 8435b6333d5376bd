import { createHash } from 'node:crypto'
import { fail } from '@silla/errors'
import type { IdempotentRequest, Identity, RequestContext } from '../request-context.ts'

export interface RequestHashes {
  keyHash: Buffer
  requestHash: Buffer
}

/** The identity is part of the key: two people may send the same one. */
export const requestHashes = (
  identity: Identity,
  { key, scope, content }: IdempotentRequest,
): RequestHashes => ({
  keyHash: sha256(JSON.stringify([sender(identity), scope, key])),
  requestHash: sha256(content),
})

/** The key of a request, to be stored for a day of real time; null without one (D19, D44). */
export const newIdempotencyKey = ({
  identity,
  idempotentRequest,
  realClock,
}: RequestContext): (RequestHashes & { now: Date }) | null =>
  idempotentRequest ? { ...requestHashes(identity, idempotentRequest), now: realClock.now() } : null

function sender(identity: Identity): string | number {
  switch (identity.kind) {
    case 'customer':
      return identity.customerId
    case 'staff':
      return `staff ${identity.staffId}`
    case 'support':
      return `support ${identity.supportId}`
    default:
      return identity.kind
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/**
 * @throws IDEMPOTENCY_KEY_REUSED when the key belongs to another request; IDEMPOTENCY_IN_PROGRESS
 *   while the first request with this key is not finished
 */
export function throwForIdempotency(outcome: 'reused' | 'in_progress'): never {
  if (outcome === 'reused') fail('IDEMPOTENCY_KEY_REUSED')
  fail('IDEMPOTENCY_IN_PROGRESS', { headers: { 'retry-after': '1' } })
}

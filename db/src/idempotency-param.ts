/** The key of an idempotent request, and the request, as they are stored. */
export interface NewIdempotencyKey {
  keyHash: Buffer
  requestHash: Buffer
  /** Real time (D44). */
  now: Date
}

/** The parameter `p_idempotency` of database functions. */
export const idempotencyParam = ({ keyHash, requestHash, now }: NewIdempotencyKey) => ({
  keyHash: keyHash.toString('hex'),
  requestHash: requestHash.toString('hex'),
  now,
})

/** The key of an idempotent request, and the request, as they are stored. */
export interface NewIdempotencyKey {
  keyHash: Buffer
  requestHash: Buffer
}

/** The parameter `p_idempotency` of database functions. */
export const idempotencyParam = ({ keyHash, requestHash }: NewIdempotencyKey) => ({
  keyHash: keyHash.toString('hex'),
  requestHash: requestHash.toString('hex'),
})

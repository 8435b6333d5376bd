import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'

interface KeyedRequest {
  keyHash: Buffer
  requestHash: Buffer
  now: Date
}

/** Takes a key until the transaction ends (db/functions/app.begin_idempotent_request.sql). */
export const beginRequest = (
  tx: Tx,
  request: KeyedRequest,
): Query<{
  outcome: 'new' | 'repeated' | 'reused' | 'in_progress'
  /** Of the first request, when `repeated`. */
  response: unknown
}> => tx`
  select outcome, answer as response
  from app.begin_idempotent_request(
    ${tx.businessId}, ${request.keyHash}, ${request.requestHash}, ${request.now})`

/** What later requests with this key get. */
export const storeResponse = (
  tx: Tx,
  { keyHash, response }: { keyHash: Buffer; response: unknown },
): Query<object> => tx`
  update idempotency_keys set answer = ${tx.json(response as never)}
  where business_id = ${tx.businessId} and key_hash = ${keyHash}`

/** The request did not succeed: the key may be used again. */
export const deleteKey = (tx: Tx, keyHash: Buffer): Query<object> => tx`
  delete from idempotency_keys where business_id = ${tx.businessId} and key_hash = ${keyHash}`

/** A key of the last 24 hours, and whether it belongs to this request. */
export const findKey = (
  tx: Tx,
  request: KeyedRequest,
): Query<{ sameRequest: boolean; response: unknown }> => tx`
  select ask_hash = ${request.requestHash} as same_request, answer as response
  from idempotency_keys
  where business_id = ${tx.businessId} and key_hash = ${request.keyHash}
    and created_at > ${request.now}::timestamptz - interval '24 hours'`

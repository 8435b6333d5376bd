import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'

/** Takes a key until the transaction ends (db/functions/app.begin_idempotent_request.sql). */
export const beginRequest = (
  tx: Tx,
  attempt: { keyHash: Buffer; askHash: Buffer; now: Date },
): Query<IdempotencyOutcomeRow> => tx`
  select outcome, answer from app.begin_idempotent_request(
    ${tx.businessId}, ${attempt.keyHash}, ${attempt.askHash}, ${attempt.now})`

/** What whoever comes with this key again will be answered. */
export const storeResponse = (
  tx: Tx,
  { keyHash, answer }: { keyHash: Buffer; answer: unknown },
): Query<object> => tx`
  update idempotency_keys set answer = ${tx.json(answer as never)}
  where business_id = ${tx.businessId} and key_hash = ${keyHash}`

/** The try led nowhere: the same name may try again. */
export const deleteKey = (tx: Tx, keyHash: Buffer): Query<object> => tx`
  delete from idempotency_keys where business_id = ${tx.businessId} and key_hash = ${keyHash}`

/** What a key of the last day stands for. */
export const findKey = (
  tx: Tx,
  attempt: { keyHash: Buffer; askHash: Buffer; now: Date },
): Query<StoredResponseRow> => tx`
  select ask_hash = ${attempt.askHash} as same_ask, answer
  from idempotency_keys
  where business_id = ${tx.businessId} and key_hash = ${attempt.keyHash}
    and created_at > ${attempt.now}::timestamptz - interval '24 hours'`

export interface IdempotencyOutcomeRow {
  outcome: 'new' | 'repeated' | 'reused' | 'in_progress'
  answer: unknown
}

export interface StoredResponseRow {
  sameAsk: boolean
  answer: unknown
}

import type { Question } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'

/** Takes a key until the transaction ends (db/functions/app.begin_attempt.sql). */
export const beginAttempt = (
  tx: Tx,
  attempt: { keyHash: Buffer; askHash: Buffer; now: Date },
): Question<AttemptRow> => tx`
  select outcome, answer from app.begin_attempt(${tx.businessId}, ${attempt.keyHash}, ${attempt.askHash}, ${attempt.now})`

/** What whoever comes with this key again will be answered. */
export const keepAnswer = (tx: Tx, { keyHash, answer }: { keyHash: Buffer; answer: unknown }): Question<object> => tx`
  update idempotency_keys set answer = ${tx.json(answer as never)}
  where business_id = ${tx.businessId} and key_hash = ${keyHash}`

/** The try led nowhere: the same name may try again. */
export const forgetAttempt = (tx: Tx, keyHash: Buffer): Question<object> => tx`
  delete from idempotency_keys where business_id = ${tx.businessId} and key_hash = ${keyHash}`

/** What a key of the last day stands for. */
export const knownAttempt = (
  tx: Tx,
  attempt: { keyHash: Buffer; askHash: Buffer; now: Date },
): Question<KnownAttemptRow> => tx`
  select ask_hash = ${attempt.askHash} as same_ask, answer
  from idempotency_keys
  where business_id = ${tx.businessId} and key_hash = ${attempt.keyHash}
    and created_at > ${attempt.now}::timestamptz - interval '24 hours'`

export interface AttemptRow {
  outcome: 'new' | 'repeated' | 'reused' | 'in_progress'
  answer: unknown
}

export interface KnownAttemptRow {
  same_ask: boolean
  answer: unknown
}

import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'

export const insertSession = (
  tx: Tx,
  session: { customerId: number; now: Date },
): Query<{ id: number }> => tx`
  insert into sessions (business_id, customer_id, signed_in_at)
  values (${tx.businessId}, ${session.customerId}, ${session.now})
  returning id`

export const insertRefreshToken = (
  tx: Tx,
  token: { sessionId: number; hash: Buffer; now: Date; expiresAt: Date },
): Query<object> => tx`
  insert into refresh_tokens (business_id, session_id, token_hash, issued_at, expires_at)
  values (${tx.businessId}, ${token.sessionId}, ${token.hash}, ${token.now}, ${token.expiresAt})`

/** A refresh token with its session and its customer. */
interface RefreshToken {
  id: number
  expiresAt: Date
  rotatedAt: Date | null
  sessionId: number
  signedInAt: Date
  endedAt: Date | null
  customerId: number
  name: string
  email: string
}

/** Locks the token and its session until the transaction ends. */
export const lockRefreshToken = (tx: Tx, hash: Buffer): Query<RefreshToken> => tx`
  select token.id, token.expires_at, token.rotated_at, token.session_id, session.signed_in_at,
    session.ended_at, session.customer_id, customer.name, customer.email
  from refresh_tokens token
  join sessions session
    on session.business_id = ${tx.businessId} and session.id = token.session_id
  join customers customer
    on customer.business_id = ${tx.businessId} and customer.id = session.customer_id
  where token.business_id = ${tx.businessId} and token.token_hash = ${hash}
  for no key update of session, token`

export const updateTokenRotated = (tx: Tx, token: { id: number; now: Date }): Query<object> => tx`
  update refresh_tokens set rotated_at = ${token.now}
  where business_id = ${tx.businessId} and id = ${token.id}`

export const updateSessionEnded = (tx: Tx, session: { id: number; now: Date }): Query<object> => tx`
  update sessions set ended_at = ${session.now}
  where business_id = ${tx.businessId} and id = ${session.id} and ended_at is null`

/** Ends the session of a refresh token, also of one that was rotated. */
export const updateSessionEndedByToken = (
  tx: Tx,
  token: { hash: Buffer; now: Date },
): Query<object> => tx`
  update sessions set ended_at = ${token.now}
  where business_id = ${tx.businessId} and ended_at is null and id = (
    select session_id from refresh_tokens
    where business_id = ${tx.businessId} and token_hash = ${token.hash})`

export const updateOtherSessionsEnded = (
  tx: Tx,
  input: { customerId: number; except: number; now: Date },
): Query<object> => tx`
  update sessions set ended_at = ${input.now}
  where business_id = ${tx.businessId} and customer_id = ${input.customerId}
    and id <> ${input.except} and ended_at is null`

import { mapDbErrors } from '../db-errors.ts'
import type { Query, Sql } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { Transaction } from '../transaction.ts'
import type { FoundApiKey } from './api-keys.ts'

// The addresses at which salons complete their account at the processor, and the codes for them (D53).

/** The business of an address, found before there is a tenant. */
export type OnboardingBusiness = Pick<
  FoundApiKey,
  'businessId' | 'slug' | 'mode' | 'status' | 'rates' | 'clockOffsetMilliseconds'
>

/**
 * null: the token is unknown or revoked.
 *
 * @throws SERVICE_UNAVAILABLE when the database is down or does not answer
 */
export async function findOnboarding(
  sql: Sql,
  tokenHash: Buffer,
): Promise<OnboardingBusiness | null> {
  const query = () => sql<OnboardingBusiness[]>`
    select business_id, slug, mode, status, rates, clock_offset_milliseconds
    from registry.find_onboarding(${tokenHash})`
  const [found] = await mapDbErrors(async () => await query())
  return found ?? null
}

/**
 * Counts a request for an address. Returns when the next one is accepted; null: this one is.
 *
 * @param request.tokenHash null: it is no salon's
 */
export async function countOnboarding(
  sql: Sql,
  request: { clientAddress: string; tokenHash: Buffer | null; now: Date },
): Promise<Date | null> {
  const query = () => sql<{ retryAt: Date | null }[]>`
    select registry.count_onboarding(
      ${request.clientAddress}, ${request.tokenHash}, ${request.now}) as retry_at`
  const [counted] = await mapDbErrors(async () => await query())
  return counted?.retryAt ?? null
}

/** As silla_admin: the address of a salon, in the place of an earlier one. */
export const upsertOnboardingToken = (
  tx: Transaction,
  token: { businessId: string; tokenHash: Buffer; at: Date },
): Query<object> => tx`
  insert into registry.onboarding_tokens (business_id, token_hash, created_at)
  values (${token.businessId}, ${token.tokenHash}, ${token.at})
  on conflict (business_id) do update set
    token_hash = excluded.token_hash, created_at = excluded.created_at`

/** As silla_admin. */
export const deleteOnboardingToken = (tx: Transaction, businessId: string): Query<object> => tx`
  delete from registry.onboarding_tokens where business_id = ${businessId}`

/** The times of the codes that were sent since then, the oldest first. */
export const listCodesSince = (tx: Tx, since: Date): Query<{ sentAt: Date }> => tx`
  select sent_at from onboarding_codes
  where business_id = ${tx.businessId} and sent_at > ${since}
  order by sent_at`

export const insertCode = (
  tx: Tx,
  code: { codeHash: Buffer; sentAt: Date; expiresAt: Date },
): Query<object> => tx`
  insert into onboarding_codes (business_id, code_hash, sent_at, expires_at)
  values (${tx.businessId}, ${code.codeHash}, ${code.sentAt}, ${code.expiresAt})`

interface OnboardingCode {
  id: number
  codeHash: Buffer
  sentAt: Date
  expiresAt: Date
  tries: number
  usedAt: Date | null
}

/** The code that counts. */
export const findLatestCode = (tx: Tx): Query<OnboardingCode> => tx`
  select id, code_hash, sent_at, expires_at, tries, used_at from onboarding_codes
  where business_id = ${tx.businessId}
  order by sent_at desc, id desc limit 1`

export const updateCodeTried = (tx: Tx, id: number): Query<object> => tx`
  update onboarding_codes set tries = tries + 1
  where business_id = ${tx.businessId} and id = ${id}`

/** Returns no row when it was used before. */
export const updateCodeUsed = (
  tx: Tx,
  { id, now }: { id: number; now: Date },
): Query<{ id: number }> => tx`
  update onboarding_codes set used_at = ${now}
  where business_id = ${tx.businessId} and id = ${id} and used_at is null
  returning id`

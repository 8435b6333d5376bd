import { mapDbErrors } from '../db-errors.ts'
import type { Query, Sql } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { Transaction } from '../transaction.ts'
import type { MessageChannel } from '../types/message.ts'

/** Records where the business of this transaction is served now, before its keys are deleted. */
export async function recordMove(tx: Tx, url: string, at: Date): Promise<void> {
  await tx`
    delete from registry.moved_hashes known using registry.moved_businesses moved, registry.businesses own
    where known.business_id = moved.business_id and moved.slug = own.slug
      and own.business_id = ${tx.businessId}`
  await tx`
    delete from registry.moved_businesses moved using registry.businesses own
    where moved.slug = own.slug and own.business_id = ${tx.businessId}`
  await tx`
    insert into registry.moved_businesses (business_id, slug, url, moved_at)
    select business_id, slug, ${url}, ${at} from registry.businesses
    where business_id = ${tx.businessId}`
  await tx`
    insert into registry.moved_hashes (token_hash, business_id)
    select key_hash, business_id from registry.api_keys
    where business_id = ${tx.businessId} and revoked_at is null
    on conflict (token_hash) do nothing`
  await tx`
    insert into registry.moved_hashes (token_hash, business_id)
    select token_hash, business_id from registry.calendar_tokens
    where business_id = ${tx.businessId}
    union all
    select token_hash, business_id from registry.onboarding_tokens
    where business_id = ${tx.businessId}
    union all
    select token_hash, business_id from app.staff_sessions
    where business_id = ${tx.businessId} and ended_at is null and expires_at > ${at}
    on conflict (token_hash) do nothing`
  // callbacks about its messages still come here
  await tx`
    insert into registry.moved_hashes (token_hash, business_id)
    select sha256(convert_to(channel || ' ' || sender, 'UTF8')), business_id
    from registry.message_senders
    where business_id = ${tx.businessId}
    on conflict (token_hash) do nothing`
}

/** The business with this slug that is served elsewhere. */
export async function findMovedBusiness(tx: Transaction, slug: string): Promise<string | null> {
  const [moved] = await tx<{ businessId: string }[]>`
    select business_id from registry.moved_businesses where slug = ${slug}`
  return moved?.businessId ?? null
}

/** Requests about the business of this transaction are answered as about an unknown one from now on. */
export const deleteMove = (tx: Tx): Query<object>[] => [
  tx`delete from registry.moved_hashes where business_id = ${tx.businessId}`,
  tx`delete from registry.moved_businesses where business_id = ${tx.businessId}`,
]

/**
 * Where the salon of an API key, of an address with a token or of a session of its staff is served now; null: it
 * has not moved from here.
 *
 * @throws SERVICE_UNAVAILABLE
 */
export async function findMovedHash(sql: Sql, tokenHash: Buffer): Promise<string | null> {
  const query = () => sql<{ url: string | null }[]>`
    select registry.find_moved_hash(${tokenHash}) as url`
  const [found] = await mapDbErrors(async () => await query())
  return found?.url ?? null
}

/**
 * The same by the slug of its page.
 *
 * @throws SERVICE_UNAVAILABLE
 */
export async function findMovedSlug(sql: Sql, slug: string): Promise<string | null> {
  const query = () => sql<{ url: string | null }[]>`
    select registry.find_moved_slug(${slug}) as url`
  const [found] = await mapDbErrors(async () => await query())
  return found?.url ?? null
}

/**
 * The same by what the salon sends messages from (D77).
 *
 * @throws SERVICE_UNAVAILABLE
 */
export async function findMovedSender(
  sql: Sql,
  { channel, sender }: { channel: MessageChannel; sender: string },
): Promise<string | null> {
  const query = () => sql<{ url: string | null }[]>`
    select registry.find_moved_hash(
      sha256(convert_to(${`${channel} ${sender}`}, 'UTF8'))) as url`
  const [found] = await mapDbErrors(async () => await query())
  return found?.url ?? null
}

import { mapDbErrors } from '../db-errors.ts'
import type { Query, Sql } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'

// The domains at which the processor offers wallets, for each account of a salon (D52).

export interface PaymentDomainRow {
  domain: string
  /** Wallets are offered there. */
  active: boolean
  /** Why the processor refuses it; empty: it does not. */
  failure: string
}

/** Where pages may have the widget, by the salon's keys. */
export const findKeyOrigins = (tx: Tx, now: Date): Query<{ origins: string[] }> => tx`
  select registry.key_origins(${now}) as origins`

/** Those that Silla has registered for this account and that are not among these. */
export const listOtherDomains = (
  tx: Tx,
  { accountRef, domains }: { accountRef: string; domains: readonly string[] },
): Query<{ domain: string }> => tx`
  select domain from payment_domains
  where business_id = ${tx.businessId} and account_ref = ${accountRef}
    and not domain = any (${[...domains]}::text[])
  order by domain`

/** Those that Silla has registered for accounts that the salon is not connected to any more. */
export const listFormerDomains = (tx: Tx): Query<{ accountRef: string; domain: string }> => tx`
  select domain.account_ref, domain.domain from payment_domains domain
  where domain.business_id = ${tx.businessId} and not exists (
    select from processor_accounts account
    where account.business_id = ${tx.businessId} and account.account_ref = domain.account_ref
      and account.disconnected_at is null)
  order by domain.account_ref, domain.domain`

/** Deletes those that are not among these of this account. */
export const deleteOtherDomains = (
  tx: Tx,
  { accountRef, domains }: { accountRef: string; domains: readonly string[] },
): Query<object> => tx`
  delete from payment_domains
  where business_id = ${tx.businessId} and account_ref = ${accountRef}
    and not domain = any (${[...domains]}::text[])`

export const upsertPaymentDomain = (
  tx: Tx,
  { accountRef, domain, active, failure, at }: PaymentDomainRow & { accountRef: string; at: Date },
): Query<object> => tx`
  insert into payment_domains (business_id, account_ref, domain, active, failure, checked_at)
  values (${tx.businessId}, ${accountRef}, ${domain}, ${active}, ${failure}, ${at})
  on conflict on constraint payment_domains_domain do update set
    active = excluded.active, failure = excluded.failure, checked_at = excluded.checked_at
  where payment_domains.business_id = ${tx.businessId}`

/** Stores where customers reach the API. Returns whether it was another address before. As silla_worker. */
export async function changePublicAddress(sql: Sql, url: string): Promise<boolean> {
  const query = () => sql<{ isNew: boolean }[]>`
    select registry.change_public_address(${url}) as is_new`
  const [changed] = await mapDbErrors(async () => await query())
  return changed?.isNew ?? false
}

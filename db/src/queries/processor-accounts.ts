import { mapDbErrors } from '../db-errors.ts'
import type { Query, Sql } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { Transaction } from '../transaction.ts'

/** A salon's account at the processor, and what the processor last said about it. */
export interface AccountRow {
  accountRef: string
  livemode: boolean
  cardPayments: 'active' | 'pending' | 'restricted' | 'unsupported' | 'none'
  /** it may charge cards */
  ready: boolean
  feeBasisPoints: number
  connectedAt: Date
  disconnectedAt: Date | null
  checkedAt: Date
}

/** The account that takes the salon's payments, ready or not. */
export const findConnectedAccount = (tx: Tx): Query<AccountRow> => tx`
  select account_ref, livemode, card_payments, ready, fee_basis_points, connected_at, disconnected_at, checked_at
  from processor_accounts where business_id = ${tx.businessId} and disconnected_at is null`

/** One that may have been let go since: what was paid there is refunded there. */
export const findAccountByRef = (tx: Tx, accountRef: string): Query<AccountRow> => tx`
  select account_ref, livemode, card_payments, ready, fee_basis_points, connected_at, disconnected_at, checked_at
  from processor_accounts where business_id = ${tx.businessId} and account_ref = ${accountRef}`

/** The same, held until the transaction ends. */
export const lockAccount = (tx: Tx, accountRef: string): Query<AccountRow> => tx`
  select account_ref, livemode, card_payments, ready, fee_basis_points, connected_at, disconnected_at, checked_at
  from processor_accounts where business_id = ${tx.businessId} and account_ref = ${accountRef} for no key update`

/** Also for one that was let go and comes back. */
export const insertAccount = (
  tx: Tx,
  account: { ref: string; livemode: boolean; cardPayments: string; ready: boolean; at: Date },
): Query<object> => tx`
  insert into processor_accounts (business_id, account_ref, livemode, card_payments, ready, connected_at, checked_at)
  values (${tx.businessId}, ${account.ref}, ${account.livemode}, ${account.cardPayments}, ${account.ready}, ${account.at}, ${account.at})
  on conflict (business_id, account_ref) do update set card_payments = excluded.card_payments, ready = excluded.ready,
    connected_at = excluded.connected_at, disconnected_at = null, checked_at = excluded.checked_at
  where processor_accounts.business_id = ${tx.businessId}`

/** What the processor says now; who was let go never becomes ready. */
export const updateAccountStatus = (
  tx: Tx,
  account: { ref: string; cardPayments: string; ready: boolean; at: Date },
): Query<object> => tx`
  update processor_accounts set card_payments = ${account.cardPayments}, ready = ${account.ready} and disconnected_at is null,
    checked_at = ${account.at}
  where business_id = ${tx.businessId} and account_ref = ${account.ref}`

/** In hundredths of a percent, of payments to come. */
export const updateFee = (
  tx: Tx,
  account: { ref: string; feeBasisPoints: number },
): Query<object> => tx`
  update processor_accounts set fee_basis_points = ${account.feeBasisPoints}
  where business_id = ${tx.businessId} and account_ref = ${account.ref}`

export const updateAccountDisconnected = (
  tx: Tx,
  account: { ref: string; at: Date },
): Query<object> => tx`
  update processor_accounts set ready = false, disconnected_at = ${account.at}
  where business_id = ${tx.businessId} and account_ref = ${account.ref} and disconnected_at is null`

/** Every account the salon has had, the oldest first. */
export const listAllAccounts = (tx: Tx): Query<AccountRow> => tx`
  select account_ref, livemode, card_payments, ready, fee_basis_points, connected_at, disconnected_at, checked_at
  from processor_accounts where business_id = ${tx.businessId} order by connected_at, id`

/** Whose account it is, asked before there is a tenant (D23). */
export interface AccountOwnerRow {
  businessId: string
  slug: string
  mode: 'live' | 'test' | 'demo'
  status: 'active' | 'suspended'
  disconnectedAt: Date | null
}

/** As any of the running roles. Throws SERVICE_UNAVAILABLE when the database is away. */
export const findAccountOwner = (sql: Sql, accountRef: string): Promise<AccountOwnerRow[]> =>
  mapDbErrors(
    async () =>
      await sql<AccountOwnerRow[]>`
        select owner.business_id, owner.slug, owner.mode, owner.status, owner.disconnected_at
        from registry.find_processor_account(${accountRef}) owner`,
  )

/** Every account a business has had, the oldest first. As silla_admin. */
export const listRegisteredAccounts = (
  tx: Transaction,
  businessId: string,
): Query<{ accountRef: string; disconnectedAt: Date | null }> => tx`
  select account_ref, disconnected_at from registry.processor_accounts
  where business_id = ${businessId} order by connected_at, account_ref`

/**
 * The businesses that have or have had an account, by slug; of one mode, or of all. As silla_admin.
 */
export const listBusinessesWithAccount = (
  tx: Transaction,
  mode: 'live' | 'test' | 'demo' | null,
): Query<{ slug: string }> => tx`
  select business.slug from registry.businesses business
  where (${mode}::text is null or business.mode = ${mode})
    and exists (select 1 from registry.processor_accounts account where account.business_id = business.business_id)
  order by business.slug`

/** As silla_admin. Nothing comes back when another business has it. */
export const registerAccount = (
  tx: Transaction,
  account: { ref: string; businessId: string; at: Date },
): Query<object> => tx`
  insert into registry.processor_accounts (account_ref, business_id, connected_at)
  values (${account.ref}, ${account.businessId}, ${account.at})
  on conflict (account_ref) do update set connected_at = excluded.connected_at, disconnected_at = null
  where processor_accounts.business_id = excluded.business_id
  returning account_ref`

/** As silla_admin. */
export const releaseAccount = (
  tx: Transaction,
  account: { ref: string; at: Date },
): Query<object> => tx`
  update registry.processor_accounts set disconnected_at = ${account.at}
  where account_ref = ${account.ref} and disconnected_at is null`

/** Whom the processor writes to, and where the salon is at home. */
export interface ContactRow {
  name: string
  email: string
  country: string
  website: string
}

export const findContact = (tx: Tx): Query<ContactRow> => tx`
  select name, email, country, website from businesses where business_id = ${tx.businessId}`

import { mapDbErrors } from '../db-errors.ts'
import type { Query, Sql } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { Transaction } from '../transaction.ts'
import type { PaymentAccount } from '../types/catalog.ts'
import type { BusinessStatus, Mode } from '../types/values.ts'

/** A salon's account at the processor, and the status that the processor last reported. */
export interface AccountRow {
  accountRef: string
  livemode: boolean
  cardPayments: 'active' | 'pending' | 'restricted' | 'unsupported' | 'none'
  /** It may charge cards. */
  ready: boolean
  feeBasisPoints: number
  connectedAt: Date
  disconnectedAt: Date | null
  checkedAt: Date
}

/** The account that receives the salon's payments, ready or not. */
export const findConnectedAccount = (tx: Tx): Query<AccountRow> => tx`
  ${accountColumns(tx)} and disconnected_at is null`

/** The same, if it may charge cards. */
export const findChargingAccount = (tx: Tx): Query<PaymentAccount> => tx`
  select account_ref, livemode from processor_accounts
  where business_id = ${tx.businessId} and disconnected_at is null and ready`

/** Also one that was disconnected: what was paid there is refunded there. */
export const findAccountByRef = (tx: Tx, accountRef: string): Query<AccountRow> => tx`
  ${accountColumns(tx)} and account_ref = ${accountRef}`

/** The same, locked until the transaction ends. */
export const lockAccount = (tx: Tx, accountRef: string): Query<AccountRow> => tx`
  ${accountColumns(tx)} and account_ref = ${accountRef} for no key update`

/** The account that receives the salon's payments, locked until the transaction ends. */
export const lockConnectedAccount = (tx: Tx): Query<AccountRow> => tx`
  ${accountColumns(tx)} and disconnected_at is null for no key update`

/** Every account the salon has had, the oldest first. */
export const listAllAccounts = (tx: Tx): Query<AccountRow> => tx`
  ${accountColumns(tx)} order by connected_at, id`

const accountColumns = (tx: Tx) => tx`
  select account_ref, livemode, card_payments, ready, fee_basis_points, connected_at,
    disconnected_at, checked_at
  from processor_accounts where business_id = ${tx.businessId}`

/** Also for an account that was disconnected and is connected again. */
export const insertAccount = (
  tx: Tx,
  account: { ref: string; livemode: boolean; cardPayments: string; ready: boolean; at: Date },
): Query<object> => tx`
  insert into processor_accounts (
    business_id, account_ref, livemode, card_payments, ready, connected_at, checked_at)
  values (
    ${tx.businessId}, ${account.ref}, ${account.livemode}, ${account.cardPayments},
    ${account.ready}, ${account.at}, ${account.at})
  on conflict (business_id, account_ref) do update set
    card_payments = excluded.card_payments, ready = excluded.ready,
    connected_at = excluded.connected_at, disconnected_at = null,
    checked_at = excluded.checked_at
  where processor_accounts.business_id = ${tx.businessId}`

/** Writes the status that the processor reports; a disconnected account never becomes ready. */
export const updateAccountStatus = (
  tx: Tx,
  account: { ref: string; cardPayments: string; ready: boolean; at: Date },
): Query<object> => tx`
  update processor_accounts
  set card_payments = ${account.cardPayments}, ready = ${account.ready} and disconnected_at is null,
    checked_at = ${account.at}
  where business_id = ${tx.businessId} and account_ref = ${account.ref}`

/**
 * The time of the next requested check: now, or a minute after the previous one. Returns no row while
 * a check that was requested is not due yet.
 */
export const updateCheckDue = (
  tx: Tx,
  account: { ref: string; now: Date },
): Query<{ checkDueAt: Date }> => tx`
  update processor_accounts
  set check_due_at = greatest(${account.now},
    (check_due_at at time zone 'UTC' + interval '1 minute') at time zone 'UTC')
  where business_id = ${tx.businessId} and account_ref = ${account.ref}
    and disconnected_at is null and (check_due_at is null or check_due_at <= ${account.now})
  returning check_due_at`

/** For later payments, in hundredths of a percent. */
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
  where business_id = ${tx.businessId} and account_ref = ${account.ref}
    and disconnected_at is null`

/** The business of an account, found before there is a tenant (D23). */
export interface AccountOwner {
  businessId: string
  slug: string
  mode: Mode
  status: BusinessStatus
  disconnectedAt: Date | null
  /** How far the clock of the business is ahead of real time (D44). */
  clockOffsetMilliseconds: number
}

/** As any of the running roles. Throws SERVICE_UNAVAILABLE when the database is down. */
export const findAccountOwner = (sql: Sql, accountRef: string): Promise<AccountOwner[]> =>
  mapDbErrors(
    async () =>
      await sql<AccountOwner[]>`
        select owner.business_id, owner.slug, owner.mode, owner.status, owner.disconnected_at,
          owner.clock_offset_milliseconds
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
 * The businesses that have or have had an account, by slug; null: of any mode. As silla_admin.
 */
export const listBusinessesWithAccount = (
  tx: Transaction,
  mode: Mode | null,
): Query<{ slug: string }> => tx`
  select business.slug from registry.businesses business
  where (${mode}::text is null or business.mode = ${mode})
    and exists (
      select 1 from registry.processor_accounts account
      where account.business_id = business.business_id)
  order by business.slug`

/** As silla_admin. Returns no row when another business has the account. */
export const registerAccount = (
  tx: Transaction,
  account: { ref: string; businessId: string; at: Date },
): Query<{ accountRef: string }> => tx`
  insert into registry.processor_accounts (account_ref, business_id, connected_at)
  values (${account.ref}, ${account.businessId}, ${account.at})
  on conflict (account_ref) do update set
    connected_at = excluded.connected_at, disconnected_at = null
  where processor_accounts.business_id = excluded.business_id
  returning account_ref`

/** As silla_admin. */
export const releaseAccount = (
  tx: Transaction,
  account: { ref: string; at: Date },
): Query<object> => tx`
  update registry.processor_accounts set disconnected_at = ${account.at}
  where account_ref = ${account.ref} and disconnected_at is null`

/** What the processor needs to know of a business for a new account. */
export interface AccountContact {
  name: string
  email: string
  country: string
  website: string
}

export const findContact = (tx: Tx): Query<AccountContact> => tx`
  select name, email, country, website from businesses where business_id = ${tx.businessId}`

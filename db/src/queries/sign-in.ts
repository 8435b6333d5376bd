import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import { type NewMail, requestMail } from './mails.ts'

export interface AccountRow {
  id: number
  name: string
  email: string
  language: 'es' | 'en' | 'ar'
  passwordHash: string | null
}

/** The customer with an account and this email; a guest is not found. */
export const findAccountByEmail = (tx: Tx, emailKey: string): Query<AccountRow> => tx`
  select customer.id, customer.name, customer.email, customer.language, account.password_hash
  from customers customer
  join customer_accounts account on account.business_id = customer.business_id and account.id = customer.id
  where customer.business_id = ${tx.businessId} and customer.email_key = ${emailKey}`

/** Serializes code requests for an email until the transaction ends, so that counting is exact. */
export const lockEmail = (tx: Tx, emailKey: string): Query<object> => tx`
  select pg_advisory_xact_lock(hashtextextended(${`${tx.businessId} sign in ${emailKey}`}, 0))`

/** The number of codes requested since then, and the time of the first. */
export const countCodesSince = (
  tx: Tx,
  input: { emailKey: string; since: Date },
): Query<{ count: number; first: Date | null }> => tx`
  select count(*)::int as count, min(asked_at) as first from sign_in_codes
  where business_id = ${tx.businessId} and email_key = ${input.emailKey} and asked_at > ${input.since}`

export const insertCodeRequest = (
  tx: Tx,
  request: { emailKey: string; at: Date },
): Query<object> => tx`
  insert into sign_in_codes (business_id, email_key, asked_at) values (${tx.businessId}, ${request.emailKey}, ${request.at})`

export interface NewChallenge {
  publicId: string
  purpose: 'register' | 'sign_in'
  /** false: no code is accepted */
  opens: boolean
  emailKey: string
  email: string
  language: string
  name: string
  phone: string
  passwordHash: string | null
  acceptsMarketing: boolean
  codeHash: Buffer
  expiresAt: Date
  now: Date
}

export const insertChallenge = (tx: Tx, challenge: NewChallenge): Query<object> => tx`
  insert into sign_in_challenges (
    business_id, public_id, purpose, opens, email_key, email, language, name, phone, password_hash, accepts_marketing,
    code_hash, sent_at, expires_at, created_at)
  values (
    ${tx.businessId}, ${challenge.publicId}, ${challenge.purpose}, ${challenge.opens}, ${challenge.emailKey}, ${challenge.email},
    ${challenge.language}, ${challenge.name}, ${challenge.phone}, ${challenge.passwordHash}, ${challenge.acceptsMarketing},
    ${challenge.codeHash}, ${challenge.now}, ${challenge.expiresAt}, ${challenge.now})`

/**
 * Requests an email, or does the same work and rolls it back, so that response times do not reveal
 * which one happened (D11).
 */
export async function requestMailOrPretend(tx: Tx, mail: NewMail, isSent: boolean): Promise<void> {
  await tx`savepoint email`
  await requestMail(tx, mail)
  await (isSent ? tx`release savepoint email` : tx`rollback to savepoint email`)
}

export interface ChallengeRow {
  id: number
  opens: boolean
  purpose: 'register' | 'sign_in'
  emailKey: string
  email: string
  language: 'es' | 'en' | 'ar'
  name: string
  phone: string
  passwordHash: string | null
  acceptsMarketing: boolean
  codeHash: Buffer
  tries: number
  sentAt: Date
  expiresAt: Date
  usedAt: Date | null
  createdAt: Date
}

const challengeColumns = (tx: Tx) => tx`
  id, opens, purpose, email_key, email, language, name, phone, password_hash, accepts_marketing, code_hash, tries, sent_at,
  expires_at, used_at, created_at`

/**
 * Counts an attempt at a valid code. At most `maxTries` attempts get a row, also under concurrency.
 */
export const incrementTries = (
  tx: Tx,
  params: { publicId: string; maxTries: number; now: Date },
): Query<ChallengeRow> => tx`
  update sign_in_challenges set tries = tries + 1
  where business_id = ${tx.businessId} and public_id = ${params.publicId} and used_at is null and expires_at > ${params.now}
    and tries < ${params.maxTries}
  returning ${challengeColumns(tx)}`

export const findChallengeByPublicId = (tx: Tx, publicId: string): Query<ChallengeRow> => tx`
  select ${challengeColumns(tx)} from sign_in_challenges
  where business_id = ${tx.businessId} and public_id = ${publicId}`

/** Locks the row until the transaction ends. */
export const lockChallenge = (tx: Tx, publicId: string): Query<ChallengeRow> => tx`
  select ${challengeColumns(tx)} from sign_in_challenges
  where business_id = ${tx.businessId} and public_id = ${publicId} for no key update`

/** Replaces the code and resets its attempts. */
export const updateCode = (
  tx: Tx,
  code: { id: number; codeHash: Buffer; sentAt: Date; expiresAt: Date },
): Query<object> => tx`
  update sign_in_challenges
  set code_hash = ${code.codeHash}, tries = 0, sent_at = ${code.sentAt}, expires_at = ${code.expiresAt}
  where business_id = ${tx.businessId} and id = ${code.id}`

/** Marks a code as used. Returns a row only for the first use. */
export const updateCodeUsed = (
  tx: Tx,
  code: { id: number; codeHash: Buffer; now: Date },
): Query<{ id: number }> => tx`
  update sign_in_challenges set used_at = ${code.now}
  where business_id = ${tx.businessId} and id = ${code.id} and code_hash = ${code.codeHash} and used_at is null
  returning id`

/** The customer with this email, locked until the transaction ends. */
export const lockCustomerByEmail = (
  tx: Tx,
  emailKey: string,
): Query<{ id: number; hasAccount: boolean }> => tx`
  select customer.id, exists (
      select from customer_accounts account where account.business_id = ${tx.businessId} and account.id = customer.id) as has_account
  from customers customer
  where customer.business_id = ${tx.businessId} and customer.email_key = ${emailKey}
  for no key update`

export interface Registration {
  emailKey: string
  email: string
  name: string
  phone: string
  language: string
  now: Date
}

/** Returns no row when a booking has inserted this customer meanwhile. */
export const insertCustomer = (tx: Tx, who: Registration): Query<{ id: number }> => tx`
  insert into customers (business_id, email_key, email, name, phone, language, created_at)
  values (${tx.businessId}, ${who.emailKey}, ${who.email}, ${who.name}, ${who.phone}, ${who.language}, ${who.now})
  on conflict on constraint customers_email_key do nothing
  returning id`

/** Updates a guest who registers; an empty phone keeps the stored one. */
export const updateCustomerContact = (
  tx: Tx,
  who: Registration & { id: number },
): Query<object> => tx`
  update customers
  set email = ${who.email}, name = ${who.name}, phone = case when ${who.phone}::text = '' then phone else ${who.phone} end,
    language = ${who.language}
  where business_id = ${tx.businessId} and id = ${who.id}`

export const insertAccount = (
  tx: Tx,
  account: { id: number; passwordHash: string | null; acceptsMarketing: boolean; now: Date },
): Query<object> => tx`
  insert into customer_accounts (business_id, id, password_hash, verified_at, accepts_marketing)
  values (${tx.businessId}, ${account.id}, ${account.passwordHash}, ${account.now}, ${account.acceptsMarketing})`

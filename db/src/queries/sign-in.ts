import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { Language } from '../types/values.ts'
import { searchColumns, updatedSearchColumns } from './customer-words.ts'

/** The customer with an account for this e-mail; a guest is not found. */
export const findAccountByEmail = (
  tx: Tx,
  emailKey: string,
): Query<{
  id: number
  name: string
  email: string
  language: Language
  passwordHash: string | null
}> => tx`
  select customer.id, customer.name, customer.email, customer.language, account.password_hash
  from customers customer
  join customer_accounts account
    on account.business_id = customer.business_id and account.id = customer.id
  where customer.business_id = ${tx.businessId} and customer.email_key = ${emailKey}`

/**
 * Serializes the requests for codes of one e-mail until the transaction ends, so that they are
 * counted correctly.
 */
export const lockEmail = (tx: Tx, emailKey: string): Query<object> => tx`
  select pg_advisory_xact_lock(hashtextextended(${`${tx.businessId} sign in ${emailKey}`}, 0))`

/** A code that was sent to an e-mail address. */
export interface SentCode {
  at: Date
  /** Requested with the right password. */
  withPassword: boolean
  /** The client address of the request; null: unknown. */
  clientAddress: string | null
}

/** The codes sent since then, the oldest first. */
export const listCodesSince = (
  tx: Tx,
  input: { emailKey: string; since: Date },
): Query<SentCode> => tx`
  select asked_at as at, with_password, asked_from as client_address from sign_in_codes
  where business_id = ${tx.businessId} and email_key = ${input.emailKey}
    and asked_at > ${input.since}
  order by asked_at, id`

export const insertSentCode = (
  tx: Tx,
  code: SentCode & { emailKey: string },
): Query<{ id: number }> => tx`
  insert into sign_in_codes (business_id, email_key, asked_at, with_password, asked_from)
  values (
    ${tx.businessId}, ${code.emailKey}, ${code.at}, ${code.withPassword}, ${code.clientAddress})
  returning id`

/** The attempts at the codes sent since then, without the first attempt at each. */
export const countExtraTriesSince = (
  tx: Tx,
  input: { emailKey: string; since: Date },
): Query<{ count: number }> => tx`
  select coalesce(sum(extra_tries), 0)::int as count from sign_in_codes
  where business_id = ${tx.businessId} and email_key = ${input.emailKey}
    and asked_at > ${input.since}`

export const incrementExtraTries = (tx: Tx, codeId: number | null): Query<object> => tx`
  update sign_in_codes set extra_tries = extra_tries + 1
  where business_id = ${tx.businessId} and id = ${codeId}`

interface ChallengeFields {
  purpose: 'register' | 'sign_in'
  /** false: no code is ever accepted */
  opens: boolean
  emailKey: string
  email: string
  language: Language
  name: string
  phone: string
  passwordHash: string | null
  acceptsMarketing: boolean
  /** Started with the right password. */
  withPassword: boolean
  codeHash: Buffer
  /** Its row in sign_in_codes; null: sent by an older version. */
  codeId: number | null
  expiresAt: Date
}

export const insertChallenge = (
  tx: Tx,
  challenge: ChallengeFields & { publicId: string; now: Date },
): Query<object> => tx`
  insert into sign_in_challenges (
    business_id, public_id, purpose, opens, email_key, email, language, name, phone,
    password_hash, accepts_marketing, with_password, code_hash, code_id, sent_at, expires_at,
    created_at)
  values (
    ${tx.businessId}, ${challenge.publicId}, ${challenge.purpose}, ${challenge.opens},
    ${challenge.emailKey}, ${challenge.email}, ${challenge.language}, ${challenge.name},
    ${challenge.phone}, ${challenge.passwordHash}, ${challenge.acceptsMarketing},
    ${challenge.withPassword}, ${challenge.codeHash}, ${challenge.codeId}, ${challenge.now}, ${challenge.expiresAt}, ${challenge.now})`

export interface ChallengeRow extends ChallengeFields {
  id: number
  tries: number
  sentAt: Date
  usedAt: Date | null
  createdAt: Date
}

const challengeColumns = (tx: Tx) => tx`
  id, opens, purpose, email_key, email, language, name, phone, password_hash, accepts_marketing,
  with_password, code_hash, code_id, tries, sent_at, expires_at, used_at, created_at`

/** Locks the row until the transaction ends. */
export const lockChallenge = (tx: Tx, publicId: string): Query<ChallengeRow> => tx`
  select ${challengeColumns(tx)} from sign_in_challenges
  where business_id = ${tx.businessId} and public_id = ${publicId} for no key update`

/** Counts one try of a code; the row has to be locked. */
export const incrementTries = (tx: Tx, id: number): Query<object> => tx`
  update sign_in_challenges set tries = tries + 1
  where business_id = ${tx.businessId} and id = ${id}`

/** Replaces the code; the new one has its own tries. */
export const updateCode = (
  tx: Tx,
  input: { id: number; codeHash: Buffer; codeId: number; sentAt: Date; expiresAt: Date },
): Query<object> => tx`
  update sign_in_challenges
  set code_hash = ${input.codeHash}, code_id = ${input.codeId}, tries = 0,
    sent_at = ${input.sentAt}, expires_at = ${input.expiresAt}
  where business_id = ${tx.businessId} and id = ${input.id}`

/** Returns a row for the first use of this code only. */
export const updateCodeUsed = (
  tx: Tx,
  input: { id: number; codeHash: Buffer; now: Date },
): Query<{ id: number }> => tx`
  update sign_in_challenges set used_at = ${input.now}
  where business_id = ${tx.businessId} and id = ${input.id} and code_hash = ${input.codeHash}
    and used_at is null
  returning id`

/** The customer of an e-mail, locked until the transaction ends. */
export const lockCustomerByEmail = (
  tx: Tx,
  emailKey: string,
): Query<{ id: number; hasAccount: boolean }> => tx`
  select customer.id, exists (
      select from customer_accounts account
      where account.business_id = ${tx.businessId} and account.id = customer.id) as has_account
  from customers customer
  where customer.business_id = ${tx.businessId} and customer.email_key = ${emailKey}
  for no key update`

interface NewCustomer {
  emailKey: string
  email: string
  name: string
  phone: string
  language: Language
  now: Date
}

/** Returns no row when a booking has inserted this e-mail concurrently. */
export const insertCustomer = (tx: Tx, customer: NewCustomer): Query<{ id: number }> => tx`
  insert into customers (
    business_id, email_key, email, name, phone, language, created_at, ${searchColumns(tx)})
  select ${tx.businessId}::uuid, ${customer.emailKey}, ${customer.email}, ${customer.name},
    ${customer.phone}, ${customer.language}, ${customer.now}, words.*
  from app.search_columns(${customer.name}, ${customer.phone}) words
  on conflict on constraint customers_email_key do nothing
  returning id`

/** Takes the contact data of a guest who registers; without a phone, the stored one stays. */
export const updateCustomerContact = (
  tx: Tx,
  customer: NewCustomer & { id: number },
): Query<object> => tx`
  update customers
  set email = ${customer.email}, name = ${customer.name},
    phone = case when ${customer.phone}::text = '' then phone else ${customer.phone} end,
    ${updatedSearchColumns(tx, { name: customer.name, phone: customer.phone || null })},
    language = ${customer.language}, version = version + 1
  where business_id = ${tx.businessId} and id = ${customer.id}`

export const insertAccount = (
  tx: Tx,
  account: { id: number; passwordHash: string | null; acceptsMarketing: boolean; now: Date },
): Query<object> => tx`
  insert into customer_accounts (business_id, id, password_hash, verified_at, accepts_marketing)
  values (
    ${tx.businessId}, ${account.id}, ${account.passwordHash}, ${account.now},
    ${account.acceptsMarketing})`

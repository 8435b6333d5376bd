import type { Query, Sql } from '../pool.ts'

/** How many emails may be sent within an hour. */
export interface MailCount {
  recipient: string
  perRecipient: number
  /** In hexadecimal; null: nobody is known who caused it. */
  clientHash: string | null
  perClient: number
  /** It is sent in any case, and counted. */
  anyway: boolean
  now: Date
}

/** When the email may be sent; null: it is counted, and may be sent now. */
export const countMail = (sql: Sql, mail: MailCount): Query<{ retryAt: Date | null }> => sql`
  select registry.count_mail(
    ${mail.recipient}, ${mail.perRecipient}, decode(${mail.clientHash}::text, 'hex'),
    ${mail.perClient}, ${mail.anyway}, ${mail.now}) as retry_at`

/** What emails are counted by because of a client address; in hexadecimal. */
export const findMailHash = (sql: Sql, text: string): Query<{ clientHash: string }> => sql`
  select encode(registry.mail_hash(${text}), 'hex') as client_hash`

/** The key of the hashes, and who has as many emails as allowed; hashes are hexadecimal. */
export const listBlockedMails = (
  sql: Sql,
  now: Date,
): Query<{ hashKey: Buffer; keyHash: string | null; blockedUntil: Date | null }> => sql`
  select hash_key, encode(key_hash, 'hex') as key_hash, blocked_until
  from registry.blocked_mails(${now})`

export const deleteMailCounts = (sql: Sql, before: Date): Query<object> => sql`
  select registry.delete_mail_counts(${before})`

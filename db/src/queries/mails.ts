import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'

/** A letter that somebody is to get, in the transaction of what it tells. */
export interface NewMail {
  kind: string
  to: string
  language: string
  payload: Readonly<Record<string, unknown>>
  /**
   * what happened, told once: asking again for the same cause changes nothing. At most 200
   * characters.
   */
  cause: string
  now: Date
}

/** Its id, or null when the cause was known. */
export const requestMail = (
  tx: Tx,
  { kind, to, language, payload, cause, now }: NewMail,
): Query<{ id: number | null }> => tx`
  select app.request_mail(
    ${tx.businessId}, ${kind}, ${to}, ${language}, ${tx.json(payload as never)}, ${cause}, ${now}) as id`

export interface MailRow {
  id: number
  kind: string
  toEmail: string
  language: 'es' | 'en' | 'ar'
  payload: Record<string, unknown>
  state: 'waiting' | 'sent' | 'kept' | 'failed'
  createdAt: Date
}

export const findMailById = (tx: Tx, id: number): Query<MailRow> => tx`
  select mail.id, mail.kind, mail.to_email, mail.language, mail.payload, mail.state, mail.created_at
  from mails mail where mail.business_id = ${tx.businessId} and mail.id = ${id}`

/** It is on its way: what it said is not kept, only what it was about. */
export const updateMailSent = (
  tx: Tx,
  mail: { id: number; subject: string; at: Date },
): Query<object> => tx`
  update mails set state = 'sent', subject = ${mail.subject}, sent_at = ${mail.at}, payload = '{}', last_error = '', attempts = attempts + 1
  where business_id = ${tx.businessId} and id = ${mail.id}`

/** There is no way out, so it stays here to be read. */
export const storeUnsentMail = (
  tx: Tx,
  mail: { id: number; subject: string; text: string; html: string; calendar: string; at: Date },
): Query<object> => tx`
  update mails set state = 'kept', subject = ${mail.subject}, text_body = ${mail.text}, html_body = ${mail.html},
    calendar = ${mail.calendar}, sent_at = ${mail.at}, last_error = '', attempts = attempts + 1
  where business_id = ${tx.businessId} and id = ${mail.id}`

/** It did not get out. `isLast`: nobody tries again by itself. */
export const updateMailFailure = (
  tx: Tx,
  mail: { id: number; error: string; isLast: boolean },
): Query<object> => tx`
  update mails set state = case when ${mail.isLast} then 'failed' else state end, last_error = ${mail.error}, attempts = attempts + 1
  where business_id = ${tx.businessId} and id = ${mail.id}`

/** A letter without its text. */
export interface MailSummaryRow {
  id: number
  kind: string
  toEmail: string
  language: MailRow['language']
  state: MailRow['state']
  subject: string
  attempts: number
  lastError: string
  createdAt: Date
  sentAt: Date | null
}

/** Which letters of a salon are meant; null is no limit. */
export interface MailFilter {
  state: MailRow['state'] | null
  /** a part of the address, in lower case */
  to: string | null
}

/** Latest first. */
export const listMails = (
  tx: Tx,
  input: MailFilter & { offset: number; limit: number },
): Query<MailSummaryRow> => tx`
  select mail.id, mail.kind, mail.to_email, mail.language, mail.state, mail.subject, mail.attempts, mail.last_error, mail.created_at,
    mail.sent_at
  from mails mail where mail.business_id = ${tx.businessId} and ${fits(tx, input)}
  order by mail.created_at desc, mail.id desc offset ${input.offset} limit ${input.limit}`

export const countMails = (tx: Tx, query: MailFilter): Query<{ count: number }> => tx`
  select count(*)::int as count from mails mail where mail.business_id = ${tx.businessId} and ${fits(tx, query)}`

const fits = (tx: Tx, { state, to }: MailFilter) => tx`
  (${state}::text is null or mail.state = ${state}) and (${to}::text is null or strpos(lower(mail.to_email), ${to}) > 0)`

/** A letter that nobody tries to send any more waits again; without an id each of them does. */
export const updateMailPending = (
  tx: Tx,
  id: number | null,
): Query<Pick<MailSummaryRow, 'id' | 'kind' | 'toEmail' | 'state'>> => tx`
  update mails set state = 'waiting'
  where business_id = ${tx.businessId} and state = 'failed' and (${id}::bigint is null or id = ${id})
  returning id, kind, to_email, state`

/** A letter that was kept, whole. */
export interface StoredMailRow extends MailSummaryRow {
  textBody: string
  htmlBody: string
  calendar: string
}

export const findStoredMail = (tx: Tx, id: number): Query<StoredMailRow> => tx`
  select mail.id, mail.kind, mail.to_email, mail.language, mail.state, mail.subject, mail.attempts, mail.last_error, mail.created_at,
    mail.sent_at, mail.text_body, mail.html_body, mail.calendar
  from mails mail where mail.business_id = ${tx.businessId} and mail.id = ${id}`

/** Whoever is forgotten is forgotten here too, however they spelled their address. */
export const deleteMailsTo = (tx: Tx, who: { id: number; emailKey: string }): Query<object> => tx`
  delete from mails
  where business_id = ${tx.businessId} and (lower(to_email) = ${who.emailKey} or payload ->> 'customerId' = ${String(who.id)})`

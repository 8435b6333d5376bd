import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { MailKind, MailState, MailSummary, StoredMail } from '../types/mail.ts'
import type { Actor, Language, Page } from '../types/values.ts'
import { formerEmails } from './former-emails.ts'

/** An email to be sent, requested in the transaction of its cause. */
export interface NewMail {
  kind: MailKind
  to: string
  language: Language
  payload: Readonly<Record<string, unknown>>
  /** Each cause is mailed once: requesting it again changes nothing. At most 200 characters. */
  cause: string
  now: Date
}

/** Returns the email's id, or null when the cause was mailed already. */
export const requestMail = (
  tx: Tx,
  { kind, to, language, payload, cause, now }: NewMail,
): Query<{ id: number | null }> => tx`
  select app.request_mail(
    ${tx.businessId}, ${kind}, ${to}, ${language}, ${tx.json(payload as never)}, ${cause},
    ${now}) as id`

export interface MailRow {
  id: number
  kind: MailKind
  to: string
  language: Language
  payload: Record<string, unknown>
  state: MailState
  /** How many were made to send it. */
  attempts: number
}

export const findMailById = (tx: Tx, id: number): Query<MailRow> => tx`
  select mail.id, mail.kind, mail.to_email as "to", mail.language, mail.payload, mail.state,
    mail.attempts
  from mails mail where mail.business_id = ${tx.businessId} and mail.id = ${id}`

/** An email of a kind to an address since a moment; sent ones are stored for a month. */
export const findRecentMail = (
  tx: Tx,
  { kind, to, since }: { kind: MailKind; to: string; since: Date },
): Query<{ id: number }> => tx`
  select id from mails
  where business_id = ${tx.businessId} and created_at > ${since} and kind = ${kind}
    and lower(to_email) = lower(${to})
  limit 1`

/** The email was sent: its data is deleted, its subject is kept. */
export const updateMailSent = (
  tx: Tx,
  mail: { id: number; subject: string; at: Date },
): Query<object> => tx`
  update mails
  set state = 'sent', subject = ${mail.subject}, sent_at = ${mail.at}, payload = '{}',
    last_error = '', attempts = attempts + 1
  where business_id = ${tx.businessId} and id = ${mail.id}`

/** Without a mail server the rendered email is stored. */
export const storeUnsentMail = (
  tx: Tx,
  mail: { id: number; subject: string; text: string; html: string; calendar: string; at: Date },
): Query<object> => tx`
  update mails
  set state = 'kept', subject = ${mail.subject}, text_body = ${mail.text},
    html_body = ${mail.html}, calendar = ${mail.calendar}, sent_at = ${mail.at}, last_error = '',
    attempts = attempts + 1
  where business_id = ${tx.businessId} and id = ${mail.id}`

/** It is not sent, because its recipient has got too many; its data is deleted. */
export const updateMailWithheld = (
  tx: Tx,
  { id, at }: { id: number; at: Date },
): Query<object> => tx`
  update mails set state = 'sent', withheld_at = ${at}, payload = '{}'
  where business_id = ${tx.businessId} and id = ${id}`

/**
 * Whether an email address belongs to a customer who has proven it, and who made the latest change of
 * a booking (null: there is none).
 */
export const findRecipientFacts = (
  tx: Tx,
  { emailKey, bookingId }: { emailKey: string; bookingId: number | null },
): Query<{ isConfirmed: boolean; changedBy: Actor | null }> => tx`
  select exists (
      select from customers customer
      join customer_accounts account
        on account.business_id = ${tx.businessId} and account.id = customer.id
      where customer.business_id = ${tx.businessId} and customer.email_key = ${emailKey}
    ) as is_confirmed,
    (select transition.actor from booking_transitions transition
      where transition.business_id = ${tx.businessId} and transition.booking_id = ${bookingId}
      order by transition.occurred_at desc, transition.id desc limit 1) as changed_by`

/** An attempt failed; after the last one it is not retried automatically. */
export const updateMailFailure = (
  tx: Tx,
  mail: { id: number; error: string; isLast: boolean },
): Query<object> => tx`
  update mails
  set state = case when ${mail.isLast} then 'failed' else state end, last_error = ${mail.error},
    attempts = attempts + 1
  where business_id = ${tx.businessId} and id = ${mail.id}`

/** Which emails a list contains; null: no limit. */
interface MailFilter {
  state: MailState | null
  /** a part of the address, in lower case */
  to: string | null
}

/** Latest first. */
export const listMails = (tx: Tx, input: MailFilter & Page): Query<MailSummary> => tx`
  select ${summaryColumns(tx)}
  from mails mail where mail.business_id = ${tx.businessId} and ${matchesFilter(tx, input)}
  order by mail.created_at desc, mail.id desc offset ${input.offset} limit ${input.limit}`

export const countMails = (tx: Tx, filter: MailFilter): Query<{ count: number }> => tx`
  select count(*)::int as count
  from mails mail where mail.business_id = ${tx.businessId} and ${matchesFilter(tx, filter)}`

/** A withheld or replaced email counts as sent for the programs of 0.2.0. */
const shownState = (tx: Tx) => tx`
  case when mail.replaced_at is not null then 'replaced'
    when mail.withheld_at is null then mail.state else 'withheld' end`

const summaryColumns = (tx: Tx) => tx`
  mail.id, mail.kind, mail.to_email as "to", mail.language, ${shownState(tx)} as state, mail.subject,
  mail.attempts, mail.last_error, mail.created_at, mail.sent_at`

const matchesFilter = (tx: Tx, { state, to }: MailFilter) => tx`
  (${state}::text is null or ${shownState(tx)} = ${state})
  and (${to}::text is null or strpos(lower(mail.to_email), ${to}) > 0)`

/** A failed email is sent again; with null, all failed ones. */
export const updateMailPending = (
  tx: Tx,
  id: number | null,
): Query<Pick<MailSummary, 'id' | 'kind' | 'to'>> => tx`
  update mails set state = 'waiting'
  where business_id = ${tx.businessId} and state = 'failed'
    and (${id}::bigint is null or id = ${id})
  returning id, kind, to_email as "to"`

export const findStoredMail = (tx: Tx, id: number): Query<StoredMail> => tx`
  select ${summaryColumns(tx)}, mail.text_body as text, mail.html_body as html, mail.calendar
  from mails mail where mail.business_id = ${tx.businessId} and mail.id = ${id}`

/** Deletes the emails to or about an erased customer, whatever the spelling of the address, and which they had then. */
export const deleteMailsTo = (
  tx: Tx,
  customer: { id: number; emailKey: string | null },
): Query<object> => tx`
  delete from mails
  where business_id = ${tx.businessId} and (
    lower(to_email) = ${customer.emailKey} or lower(to_email) in (${formerEmails(tx, customer)})
    or payload ->> 'customerId' = ${String(customer.id)}
    or payload -> 'customerIds' @> ${tx.json(customer.id)})`

import type { Query, Sql } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type {
  MessageChannel,
  MessageKind,
  MessageSenderRow,
  MessageState,
  MessageSummary,
  StoredMessage,
} from '../types/message.ts'
import type { Language, Page } from '../types/values.ts'
import { formerEmails } from './former-emails.ts'

// Messages to phones (D77). app.insert_mail writes them with the email of the same cause.

export interface MessageRow {
  id: number
  kind: MessageKind
  channel: MessageChannel
  /** null: to the owner, or to a guest of the waitlist */
  customerId: number | null
  to: string
  language: Language
  payload: Record<string, unknown>
  cause: string
  mailId: number | null
  state: MessageState
  attempts: number
  /** Of which its segments are counted; null: of none. */
  month: string | null
  segments: number
  costMicros: number | null
  createdAt: Date
  sendAfter: Date | null
  attemptedAt: Date | null
  /** When the next channel or the email took over; null: not yet. */
  succeededAt: Date | null
}

/** To be continued with further conditions. */
const messageColumns = (tx: Tx) => tx`
  select message.id, message.kind, message.channel, message.customer_id, message.to_phone as "to",
    message.language, message.payload, message.cause, message.mail_id, message.state,
    message.attempts, message.month::text, message.segments, message.cost_micros,
    message.created_at, message.send_after, message.attempted_at, message.succeeded_at
  from messages message
  where message.business_id = ${tx.businessId}`

/** Locked until the transaction ends. */
export const lockMessage = (tx: Tx, id: number): Query<MessageRow> => tx`
  ${messageColumns(tx)} and message.id = ${id}
  for no key update of message`

/** The message of a callback: by the provider's id, or by our own while that is not stored yet. */
export const lockReportedMessage = (
  tx: Tx,
  reported: { channel: MessageChannel; providerRef: string; id: number | null },
): Query<MessageRow> => tx`
  ${messageColumns(tx)} and message.channel = ${reported.channel} and (
    message.provider_ref = ${reported.providerRef}
    or (message.id = ${reported.id} and message.provider_ref is null))
  order by message.provider_ref nulls last limit 1
  for no key update of message`

/** Whom it goes to now: a row if the customer still agrees, or the owner still wants it. */
export const findRoute = (
  tx: Tx,
  message: { kind: MessageKind; payload: object; tried: readonly MessageChannel[] },
): Query<{ channel: MessageChannel; to: string; customerId: number | null }> => tx`
  select route.channel, route.to_phone as "to", route.customer_id
  from app.message_route(
    ${tx.businessId}, ${message.kind}, ${tx.json(message.payload as never)},
    ${[...message.tried]}::text[]) route`

/** The channels that a cause has been sent by. */
export const listTriedChannels = (tx: Tx, cause: string): Query<{ channel: MessageChannel }> => tx`
  select channel from messages where business_id = ${tx.businessId} and cause = ${cause}`

/** The same message by another channel. */
export const insertNextMessage = (
  tx: Tx,
  next: Pick<
    MessageRow,
    'kind' | 'channel' | 'customerId' | 'to' | 'language' | 'cause' | 'mailId'
  > & {
    payload: object
    now: Date
  },
): Query<{ id: number }> => tx`
  insert into messages (
    business_id, kind, channel, customer_id, to_phone, language, payload, cause, mail_id, created_at)
  values (
    ${tx.businessId}, ${next.kind}, ${next.channel}, ${next.customerId}, ${next.to},
    ${next.language}, ${tx.json(next.payload as never)}, ${next.cause}, ${next.mailId},
    ${next.now})
  on conflict on constraint messages_cause do nothing
  returning id`

/** An attempt begins. */
export const updateMessageSending = (
  tx: Tx,
  message: {
    id: number
    sender: string
    template: string
    month: string
    segments: number
    at: Date
  },
): Query<object> => tx`
  update messages
  set state = 'sending', attempts = attempts + 1, sender = ${message.sender},
    template = ${message.template}, month = ${message.month}::date,
    segments = ${message.segments}, attempted_at = coalesce(attempted_at, ${message.at}), error = ''
  where business_id = ${tx.businessId} and id = ${message.id}`

/** The provider has accepted it; a callback may have said more already. */
export const updateMessageAccepted = (
  tx: Tx,
  message: { id: number; providerRef: string; at: Date },
): Query<object> => tx`
  update messages
  set state = case when state in ('sending', 'unknown') then 'sent' else state end,
    provider_ref = ${message.providerRef}, sent_at = coalesce(sent_at, ${message.at})
  where business_id = ${tx.businessId} and id = ${message.id}`

/** The attempt has ended otherwise; a callback may have said more already. */
export const updateMessageState = (
  tx: Tx,
  message: {
    id: number
    from: readonly MessageState[]
    state: MessageState
    error: string
  },
): Query<{ id: number }> => tx`
  update messages set state = ${message.state}, error = ${message.error}
  where business_id = ${tx.businessId} and id = ${message.id}
    and state = any(${[...message.from]}::text[])
  returning id`

/** It is not counted any more. */
export const updateMessageUncounted = (tx: Tx, id: number): Query<object> => tx`
  update messages set month = null where business_id = ${tx.businessId} and id = ${id}`

/** What a provider has reported. */
export const updateMessageReported = (
  tx: Tx,
  message: {
    id: number
    providerRef: string
    state: MessageState
    error: string
    sentAt: Date | null
    deliveredAt: Date | null
    readAt: Date | null
    cost: { amountMicros: number; currency: string } | null
  },
): Query<object> => tx`
  update messages
  set state = ${message.state}, error = ${message.error},
    provider_ref = coalesce(provider_ref, ${message.providerRef}),
    sent_at = coalesce(sent_at, ${message.sentAt}),
    delivered_at = coalesce(delivered_at, ${message.deliveredAt}),
    read_at = coalesce(read_at, ${message.readAt}),
    cost_micros = coalesce(${message.cost?.amountMicros ?? null}::bigint, cost_micros),
    cost_currency = coalesce(${message.cost?.currency ?? null}::text, cost_currency)
  where business_id = ${tx.businessId} and id = ${message.id}`

export const updateMessageCost = (
  tx: Tx,
  { id, cost }: { id: number; cost: { amountMicros: number; currency: string } },
): Query<object> => tx`
  update messages set cost_micros = ${cost.amountMicros}, cost_currency = ${cost.currency}
  where business_id = ${tx.businessId} and id = ${id}`

/** The next channel or the email takes over: what it contained is deleted. */
export const updateMessageSucceeded = (tx: Tx, id: number, at: Date): Query<object> => tx`
  update messages set succeeded_at = ${at}, payload = '{}'
  where business_id = ${tx.businessId} and id = ${id}`

/** It was delivered, so nothing takes over. */
export const deleteMessagePayload = (tx: Tx, id: number): Query<object> => tx`
  update messages set payload = '{}' where business_id = ${tx.businessId} and id = ${id}`

/** The count of a month exists from now on. */
export const insertMonth = (tx: Tx, month: string): Query<object> => tx`
  insert into message_months (business_id, month) values (${tx.businessId}, ${month}::date)
  on conflict on constraint message_months_month do nothing`

/** Counts segments towards a month's ceiling. No row: there are as many as allowed. */
export const countSegments = (
  tx: Tx,
  { month, segments, ceiling }: { month: string; segments: number; ceiling: number },
): Query<{ segments: number }> => tx`
  update message_months set segments = segments + ${segments}::int
  where business_id = ${tx.businessId} and month = ${month}::date
    and segments + ${segments}::int <= ${ceiling}::int
  returning segments`

/** They were not sent. */
export const uncountSegments = (
  tx: Tx,
  { month, segments }: { month: string; segments: number },
): Query<object> => tx`
  update message_months set segments = greatest(segments - ${segments}, 0)
  where business_id = ${tx.businessId} and month = ${month}::date`

/** Adds a reported cost to its month; one in another currency than the month's is left out. */
export const addCost = (
  tx: Tx,
  cost: { month: string; amountMicros: number; currency: string },
): Query<object> => tx`
  update message_months
  set cost_micros = cost_micros + ${cost.amountMicros}, cost_currency = ${cost.currency}
  where business_id = ${tx.businessId} and month = ${cost.month}::date
    and cost_currency in ('', ${cost.currency})`

/** A message that nothing has replaced is sent again. */
export const updateMessagePending = (
  tx: Tx,
  id: number,
): Query<Pick<MessageSummary, 'id' | 'kind' | 'channel' | 'to'>> => tx`
  update messages set state = 'waiting', attempted_at = null, error = ''
  where business_id = ${tx.businessId} and id = ${id} and state in ('failed', 'dropped')
    and succeeded_at is null and payload <> '{}'
  returning id, kind, channel, to_phone as "to"`

export const findMessageSettings = (
  tx: Tx,
): Query<{ timezone: string; ceiling: number; language: Language }> => tx`
  select timezone, messages_per_month as ceiling, main_language as language
  from business_settings
  where business_id = ${tx.businessId}`

export interface MessageMonth {
  segments: number
  costMicros: number
  /** Empty: no cost was reported. */
  costCurrency: string
}

export const findMonth = (tx: Tx, month: string): Query<MessageMonth> => tx`
  select segments, cost_micros, cost_currency from message_months
  where business_id = ${tx.businessId} and month = ${month}::date`

/** A message was delivered, so the email is not sent; one that is not held any more was sent. */
export const updateMailReplaced = (
  tx: Tx,
  { mailId, at }: { mailId: number; at: Date },
): Query<object> => tx`
  update mails set state = 'sent', held = false, replaced_at = ${at}, payload = '{}'
  where business_id = ${tx.businessId} and id = ${mailId} and held`

/** No message was delivered. No row: it is not held. */
export const releaseMail = (tx: Tx, mailId: number): Query<{ id: number }> => tx`
  update mails set held = false
  where business_id = ${tx.businessId} and id = ${mailId} and held
  returning id`

const senderColumns = (tx: Tx) => tx`
  select channel, sender, registered_on::text, account, templates, templates_read_at
  from message_senders
  where business_id = ${tx.businessId}`

export const listSenders = (tx: Tx): Query<MessageSenderRow> => tx`
  ${senderColumns(tx)} order by channel desc`

export const findSender = (tx: Tx, channel: MessageChannel): Query<MessageSenderRow> => tx`
  ${senderColumns(tx)} and channel = ${channel}`

/** Locked until the transaction ends. */
export const lockSender = (tx: Tx, channel: MessageChannel): Query<MessageSenderRow> => tx`
  ${senderColumns(tx)} and channel = ${channel} for no key update`

/** The salon that sends from a sender, before a tenant is known. */
export const findSenderOwner = (
  sql: Sql,
  { channel, sender }: { channel: MessageChannel; sender: string },
): Query<{ businessId: string; slug: string; clockOffsetMilliseconds: number }> => sql`
  select business_id, slug, clock_offset_milliseconds
  from registry.find_message_sender(${channel}, ${sender})`

/** As silla_admin: the salons that send messages. */
export const listSenderOwners = (sql: Sql): Query<{ businessId: string; slug: string }> => sql`
  select distinct business.business_id, business.slug
  from registry.message_senders sender
  join registry.businesses business on business.business_id = sender.business_id
  order by business.slug`

/** As silla_admin. No row: another salon has it. */
export const registerSender = (
  tx: Tx,
  { channel, sender }: { channel: MessageChannel; sender: string },
): Query<{ businessId: string }> => tx`
  insert into registry.message_senders as taken (channel, sender, business_id)
  values (${channel}, ${sender}, ${tx.businessId})
  on conflict on constraint registry_message_senders_pk do update
  set business_id = excluded.business_id where taken.business_id = excluded.business_id
  returning business_id`

/** As silla_admin: the salon's other senders of a channel lead to it no more. */
export const unregisterSenders = (
  tx: Tx,
  { channel, except }: { channel: MessageChannel; except: string | null },
): Query<object> => tx`
  delete from registry.message_senders
  where business_id = ${tx.businessId} and channel = ${channel}
    and sender is distinct from ${except}`

/** Nothing is known of the templates of a new one. */
export const upsertSender = (
  tx: Tx,
  sender: Pick<MessageSenderRow, 'channel' | 'sender' | 'registeredOn'> & {
    /** null: unchanged, or none */
    account: string | null
    now: Date
  },
): Query<object> => tx`
  insert into message_senders (business_id, channel, sender, registered_on, account, created_at)
  values (
    ${tx.businessId}, ${sender.channel}, ${sender.sender}, ${sender.registeredOn}::date,
    ${sender.account ?? ''}, ${sender.now})
  on conflict on constraint message_senders_channel_unique do update
  set registered_on = coalesce(excluded.registered_on, message_senders.registered_on),
    account = coalesce(nullif(excluded.account, ''), message_senders.account)`

export const deleteSender = (tx: Tx, channel: MessageChannel): Query<{ sender: string }> => tx`
  delete from message_senders where business_id = ${tx.businessId} and channel = ${channel}
  returning sender`

export const updateTemplates = (
  tx: Tx,
  {
    channel,
    templates,
    readAt,
  }: Pick<MessageSenderRow, 'channel' | 'templates'> & { readAt: Date | null },
): Query<object> => tx`
  update message_senders
  set templates = ${tx.json(templates as never)}, templates_read_at = ${readAt}
  where business_id = ${tx.businessId} and channel = ${channel}`

/** Which messages a list contains; null: no limit. */
interface MessageFilter {
  state: MessageState | null
  /** a part of the number */
  to: string | null
}

const matchesFilter = (tx: Tx, { state, to }: MessageFilter) => tx`
  (${state}::text is null or message.state = ${state})
  and (${to}::text is null or strpos(message.to_phone, ${to}) > 0)`

const summaryColumns = (tx: Tx) => tx`
  message.id, message.kind, message.channel, message.to_phone as "to", message.language,
  message.state, message.attempts, message.segments, message.error, message.cost_micros,
  message.cost_currency, message.created_at, message.sent_at, message.delivered_at,
  message.read_at`

/** Latest first. */
export const listMessages = (tx: Tx, input: MessageFilter & Page): Query<MessageSummary> => tx`
  select ${summaryColumns(tx)}
  from messages message
  where message.business_id = ${tx.businessId} and ${matchesFilter(tx, input)}
  order by message.created_at desc, message.id desc offset ${input.offset} limit ${input.limit}`

export const countMessages = (tx: Tx, filter: MessageFilter): Query<{ count: number }> => tx`
  select count(*)::int as count from messages message
  where message.business_id = ${tx.businessId} and ${matchesFilter(tx, filter)}`

export const findStoredMessage = (tx: Tx, id: number): Query<StoredMessage> => tx`
  select ${summaryColumns(tx)}, message.customer_id, message.sender, message.template,
    message.provider_ref, message.mail_id
  from messages message where message.business_id = ${tx.businessId} and message.id = ${id}`

/** Those that wait longer than they should: their job was lost. */
export const listOverdueMessages = (
  tx: Tx,
  before: { created: Date; attempted: Date },
): Query<{ id: number; state: MessageState }> => tx`
  select id, state from messages
  where business_id = ${tx.businessId} and succeeded_at is null and (
    (state = 'waiting' and created_at < ${before.created} and attempted_at is null
      and coalesce(send_after, created_at) < ${before.created})
    or (state in ('waiting', 'sending', 'unknown', 'sent') and attempted_at < ${before.attempted}))
  limit 1000`

/** Customers whose latest consent to a channel is for a number, but one. */
export const listConsentedByPhone = (
  tx: Tx,
  { phone, channel, exceptId }: { phone: string; channel: MessageChannel; exceptId: number | null },
): Query<{ customerId: number }> => tx`
  select distinct consent.customer_id from customer_consents consent
  where consent.business_id = ${tx.businessId} and consent.phone = ${phone} and consent.phone <> ''
    and consent.kind = ${channel} and consent.granted
    and consent.customer_id is distinct from ${exceptId}
    and not exists (
      select from customer_consents later
      where later.business_id = ${tx.businessId} and later.customer_id = consent.customer_id
        and later.kind = consent.kind and later.ordinal > consent.ordinal)
  order by consent.customer_id`

/** Which channels a customer has agreed to with a number. */
export const listConsentedChannels = (
  tx: Tx,
  { customerId, phone }: { customerId: number; phone: string },
): Query<{ channel: MessageChannel }> => tx`
  select consent.kind as channel from customer_consents consent
  where consent.business_id = ${tx.businessId} and consent.customer_id = ${customerId}
    and consent.kind in ('sms', 'whatsapp') and consent.granted and consent.phone = ${phone}
    and not exists (
      select from customer_consents later
      where later.business_id = ${tx.businessId} and later.customer_id = consent.customer_id
        and later.kind = consent.kind and later.ordinal > consent.ordinal)
  order by consent.kind desc`

/**
 * Deletes the messages to or about an erased customer, before their emails: an offer of the waitlist to a guest
 * is found by its email.
 */
export const deleteMessagesTo = (
  tx: Tx,
  { id, emailKey }: { id: number; emailKey: string | null },
): Query<object> => tx`
  delete from messages
  where business_id = ${tx.businessId} and (
    customer_id = ${id} or payload ->> 'customerId' = ${String(id)}
    or (kind = 'waitlist_offer' and mail_id in (
      select mail.id from mails mail
      where mail.business_id = ${tx.businessId} and (
        lower(mail.to_email) = ${emailKey} or lower(mail.to_email) in (${formerEmails(tx, { id, emailKey })})))))`

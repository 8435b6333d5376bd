import { jobQueries, messageQueries as queries, type Sql, type Tx } from '@silla/db'
import type { Catalog } from '../catalog/catalog.ts'
import { momentOf } from '../clock.ts'
import {
  type MessageSender,
  MessageSenderError,
  type PhoneMessage,
} from '../ports/message-sender.ts'
import type { Messenger } from '../ports/messenger.ts'
import type { TenantContext } from '../request-context.ts'
import {
  advanceMessage,
  enqueueCheck,
  settleDelivered,
  undeliveredMinutes,
} from './advance-message.ts'
import { countMessage } from './count-message.ts'
import { monthOf } from './message-months.ts'
import { messageReference } from './message-reference.ts'
import { quietUntil } from './quiet-hours.ts'
import { smsLength } from './segments.ts'
import { enqueueTemplates } from './template-jobs.ts'

type Message = queries.MessageRow

/** Until a provider that is not available is tried again. */
const retrySeconds = 15

/**
 * Sends a message to a phone (D77). It is sent once: an attempt is recorded before it begins, and one whose
 * outcome is unknown is not repeated but left to the next channel. What cannot be sent now, by
 * consent, sender, template or ceiling, goes by the next channel or by email; at night by email, or
 * in the morning.
 *
 * No database connection is held while it is sent.
 *
 * @param parts.registry counts messages of all salons together; null: they are not counted
 */
export async function sendMessage(
  context: TenantContext,
  { messenger, registry }: { messenger: Messenger; registry: Sql | null },
  messageId: number,
): Promise<SendingOutcome> {
  const { tenant } = context
  const salon = await tenant.catalog()
  const isTooMany = registry !== null && !(await countMessage(context, registry, messageId))
  const prepared = await tenant.db.transaction((tx) =>
    prepare(tx, { context, messenger, salon, isTooMany }, messageId),
  )
  if (typeof prepared === 'string') return prepared
  const { sender, outgoing } = prepared
  await messenger.turn(sender.provider)
  let providerRef: string
  try {
    providerRef = (await sender.send(outgoing)).providerRef
  } catch (error) {
    return recordFailure(context, messageId, error)
  }
  await recordAccepted(context, messageId, { providerRef, isReported: outgoing.statusUrl !== null })
  return 'sent'
}

/** `dropped`: another channel or the email took over before an attempt; `none`: there was nothing to do */
export type SendingOutcome = 'sent' | 'unknown' | 'failed' | 'postponed' | 'dropped' | 'none'

interface Surroundings {
  context: TenantContext
  messenger: Messenger
  salon: Catalog
  /** Its number has got as many within the hour as strangers may cause. */
  isTooMany: boolean
}

/** Decides what happens to a message, and records that an attempt begins; else the outcome without one. */
async function prepare(
  tx: Tx,
  { context, messenger, salon, isTooMany }: Surroundings,
  messageId: number,
): Promise<{ sender: MessageSender; outgoing: PhoneMessage } | SendingOutcome> {
  const [message] = await queries.lockMessage(tx, messageId)
  if (message?.state === 'sending') {
    // the process ended during the attempt
    await queries.updateMessageState(tx, {
      ...{ id: messageId, from: ['sending'], state: 'unknown', error: 'interrupted' },
    })
    return 'unknown'
  }
  if (message?.state !== 'waiting') return 'none'
  const { realTime, tenantTime } = momentOf(context)
  const { timezone } = salon.settings
  const drop = async (error: string, by: 'channel' | 'email') => {
    await dropMessage(tx, message, error)
    await advanceMessage(tx, message, { by, at: realTime })
    return 'dropped' as const
  }

  const { isOver, isLate, until } = timeliness(message, tenantTime, timezone)
  if (isOver) {
    await dropMessage(tx, message, 'too_late')
    if (message.mailId !== null)
      await queries.updateMailReplaced(tx, { mailId: message.mailId, at: realTime })
    return 'dropped'
  }
  const other = message.channel === 'sms' ? 'whatsapp' : 'sms'
  const [route] = await queries.findRoute(tx, { ...message, tried: [other] })
  if (route?.to !== message.to) return drop('no_consent', 'channel')
  if (isTooMany) return drop('too_many', 'email')
  if (until !== null && !(isLate && message.kind === 'booking_reminder')) {
    if (message.mailId !== null || isLate) return drop('quiet_hours', 'email')
    await enqueueSending(tx, message.id, { dueAt: until })
    return 'postponed'
  }
  const [row] = await queries.findSender(tx, message.channel)
  const sender = messenger.senders.find(({ channel }) => channel === message.channel)
  if (!row || !sender) return drop('no_sender', 'channel')
  const { text, template } = messenger.render(message, salon, context.tenant.slug)
  if (
    message.channel === 'whatsapp' &&
    row.templates[template.name]?.[template.language] !== 'approved'
  )
    return drop('template_not_approved', 'channel')
  const segments = message.channel === 'sms' ? smsLength(text).segments : 1
  const month = message.month ?? monthOf(tenantTime, timezone)
  if (message.month === null) {
    const ceiling = salon.settings.messagesPerMonth
    await queries.insertMonth(tx, month)
    const [counted] = await queries.countSegments(tx, { month, segments, ceiling })
    if (!counted) return drop('ceiling', 'email')
  }
  await queries.updateMessageSending(tx, {
    ...{ id: messageId, sender: row.sender, month, segments, at: realTime },
    template: message.channel === 'whatsapp' ? template.name : '',
  })
  await enqueueCheck(tx, messageId, realTime)
  return {
    sender,
    outgoing: {
      channel: message.channel,
      sender: row.sender,
      to: message.to,
      text,
      template: message.channel === 'whatsapp' ? template : null,
      reference: messageReference(context.tenant.businessId, messageId),
      validSeconds: undeliveredMinutes * 60,
      statusUrl: messenger.statusUrl(sender.provider),
    },
  }
}

/**
 * `isOver`: the visit has begun, or the offer is over; `until`: when the night ends, null: it is day;
 * `isLate`: then it would be over
 */
function timeliness({ kind, payload }: Message, now: Date, timezone: string) {
  const { startsAt, offer } = payload as { startsAt?: string; offer?: { expiresAt: string } | null }
  const ends =
    kind === 'booking_reminder'
      ? startsAt
      : kind === 'waitlist_offer'
        ? offer?.expiresAt
        : undefined
  const endsAt = ends === undefined ? null : new Date(ends)
  const until = quietUntil(now, timezone)
  return {
    isOver: endsAt !== null && endsAt <= now,
    isLate: endsAt !== null && until !== null && endsAt <= until,
    until,
  }
}

const dropMessage = (tx: Tx, { id }: Message, error: string) =>
  queries.updateMessageState(tx, { id, from: ['waiting'], state: 'dropped', error })

const enqueueSending = (tx: Tx, messageId: number, when: { runAt: Date } | { dueAt: Date }) =>
  jobQueries.enqueue(tx, {
    task: 'send-message',
    payload: { messageId },
    key: `send-message:${messageId}`,
    ...when,
  })

/** @param accepted.isReported whether the provider will report that it was delivered */
const recordAccepted = (
  { tenant, realClock }: TenantContext,
  messageId: number,
  { providerRef, isReported }: { providerRef: string; isReported: boolean },
): Promise<void> =>
  tenant.db.transaction(async (tx) => {
    const [message] = await queries.lockMessage(tx, messageId)
    if (!message) return
    const at = realClock.now()
    await queries.updateMessageAccepted(tx, { id: messageId, providerRef, at })
    // a callback may have been first
    if (message.state !== 'sending' && message.state !== 'unknown') return
    if (isReported) await enqueueCheck(tx, messageId, at)
    else await settleDelivered(tx, message, at)
  })

const recordFailure = (
  { tenant, realClock }: TenantContext,
  messageId: number,
  error: unknown,
): Promise<SendingOutcome> =>
  tenant.db.transaction(async (tx) => {
    const [message] = await queries.lockMessage(tx, messageId)
    // a callback may have been first
    if (message?.state !== 'sending') return 'sent'
    const at = realClock.now()
    const { outcome, reason } = failureOf(error)
    const end = (state: 'unknown' | 'failed' | 'waiting') =>
      queries.updateMessageState(tx, { id: messageId, from: ['sending'], state, error: reason })
    if (outcome === 'unknown') {
      await end('unknown')
      return 'unknown'
    }
    const since = message.attemptedAt ?? at
    const isTriedLong = at.getTime() - since.getTime() >= undeliveredMinutes * 60_000
    if (outcome === 'unavailable' && !isTriedLong) {
      await end('waiting')
      await enqueueSending(tx, messageId, { runAt: new Date(at.getTime() + retrySeconds * 1000) })
      return 'postponed'
    }
    await end('failed')
    if (isAboutTemplate(message, error)) await enqueueTemplates(tx)
    if (message.month !== null) {
      await queries.uncountSegments(tx, { month: message.month, segments: message.segments })
      await queries.updateMessageUncounted(tx, messageId)
    }
    await advanceMessage(tx, message, { by: 'channel', at })
    return 'failed'
  })

/** WhatsApp has no such template any more, or has paused or disabled it. */
const isAboutTemplate = ({ channel }: Message, error: unknown): boolean =>
  channel === 'whatsapp' &&
  error instanceof MessageSenderError &&
  /^(132001|132015|132016)$/.test(error.providerCode)

/** What no sender has explained may have been sent. */
function failureOf(error: unknown): { outcome: MessageSenderError['outcome']; reason: string } {
  if (!(error instanceof MessageSenderError))
    return { outcome: 'unknown', reason: error instanceof Error ? error.message : String(error) }
  const { outcome, providerCode, message } = error
  return { outcome, reason: providerCode === '' ? message : `${providerCode}: ${message}` }
}

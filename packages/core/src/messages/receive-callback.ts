import {
  customerConsentQueries,
  customerQueries,
  movedBusinessQueries,
  messageQueries as queries,
  type Sql,
  type Tx,
  waitlistQueries,
} from '@silla/db'
import { fail } from '@silla/errors'
import { type Clock, tenantClock } from '../clock.ts'
import type {
  MessageCallback,
  MessageCallbackRequest,
  MessageSender,
} from '../ports/message-sender.ts'
import type { TenantContext } from '../request-context.ts'
import type { Tenants } from '../tenant.ts'
import { advanceMessage, settleDelivered } from './advance-message.ts'
import { enqueueCost } from './find-message-cost.ts'
import { parseMessageReference } from './message-reference.ts'
import { isStop } from './stop-words.ts'

/** What receiving callbacks needs; one set per process. */
export interface CallbackDependencies {
  /** For queries before the tenant is known. */
  registry: Sql
  tenants: Tenants
  clock: Clock
  /** Called for every callback. */
  onCallback?(outcome: CallbackOutcome): void
}

/**
 * `moved`: its salon is served elsewhere; `unassigned`: it is of a sender or of a message that is not known
 * here
 */
export type CallbackOutcome = MessageCallback['kind'] | 'moved' | 'unassigned' | 'invalid'

/**
 * Applies what a provider reports about messages, and the replies of customers (D77). The salon follows
 * from the sender alone. A callback has its effect once, however often and in whatever order they
 * arrive, also before the provider has answered the request that it is about.
 *
 * @returns where the salons are served now that have moved: the request belongs there, too
 * @throws INVALID_SIGNATURE; MessageSenderError when a signed callback cannot be read
 */
export async function receiveCallback(
  parts: CallbackDependencies,
  sender: MessageSender,
  request: MessageCallbackRequest,
): Promise<string[]> {
  const callbacks = sender.readCallback(request)
  if (callbacks === null) {
    parts.onCallback?.('invalid')
    fail('INVALID_SIGNATURE')
  }
  const movedTo = new Set<string>()
  for (const callback of callbacks) {
    const context = await contextOf(parts, sender, callback)
    const url = context === null ? await movedUrlOf(parts, sender, callback) : null
    if (url !== null) {
      movedTo.add(url)
      parts.onCallback?.('moved')
      continue
    }
    const isKnown =
      context !== null &&
      (await context.tenant.db.transaction((tx) =>
        callback.kind === 'status'
          ? applyStatus(tx, context, { ...callback, channel: sender.channel })
          : applyReply(tx, context, { ...callback, channel: sender.channel }),
      ))
    parts.onCallback?.(isKnown ? callback.kind : 'unassigned')
  }
  return [...movedTo]
}

const movedUrlOf = (
  { registry }: CallbackDependencies,
  { channel }: MessageSender,
  { sender }: MessageCallback,
): Promise<string | null> => movedBusinessQueries.findMovedSender(registry, { channel, sender })

async function contextOf(
  { registry, tenants, clock }: CallbackDependencies,
  { channel }: MessageSender,
  { sender }: MessageCallback,
): Promise<TenantContext | null> {
  const [owner] = await queries.findSenderOwner(registry, { channel, sender })
  if (!owner) return null
  return {
    tenant: tenants.tenant(owner.businessId, owner.slug),
    clock: tenantClock(clock, owner.clockOffsetMilliseconds),
    realClock: clock,
  }
}

type Reported<Kind extends MessageCallback['kind']> = Extract<MessageCallback, { kind: Kind }> & {
  channel: MessageSender['channel']
}

async function applyStatus(
  tx: Tx,
  { tenant, realClock }: TenantContext,
  { channel, providerRef, reference, status, errorCode, at, cost }: Reported<'status'>,
): Promise<boolean> {
  const id = parseMessageReference(reference, tenant.businessId)
  const [message] = await queries.lockReportedMessage(tx, { channel, providerRef, id })
  if (!message) return false
  const now = realClock.now()
  const reportedAt = at ?? now
  const state = stateAfter(message.state, status)
  await queries.updateMessageReported(tx, {
    ...{ id: message.id, providerRef, state, cost },
    error: state === 'failed' ? (errorCode ?? 'failed') : '',
    sentAt: status === 'failed' ? null : reportedAt,
    deliveredAt: status === 'delivered' || status === 'read' ? reportedAt : null,
    readAt: status === 'read' ? reportedAt : null,
  })
  if (cost !== null && message.costMicros === null && message.month !== null)
    await queries.addCost(tx, { month: message.month, ...cost })
  if (state === message.state) return true
  if (cost === null && message.costMicros === null && state !== 'sent')
    await enqueueCost(tx, { messageId: message.id, attempt: 0, realTime: now })
  if (state === 'failed') await advanceMessage(tx, message, { by: 'channel', at: now })
  if (state === 'delivered' || state === 'read') await settleDelivered(tx, message, now)
  return true
}

const ranks = {
  waiting: 0,
  sending: 0,
  unknown: 0,
  dropped: 0,
  sent: 1,
  failed: 2,
  delivered: 3,
  read: 4,
}

/** Reports only add: what is delivered has not failed, whatever comes later. */
const stateAfter = <State extends keyof typeof ranks>(
  before: State,
  reported: 'sent' | 'delivered' | 'read' | 'failed',
) => (ranks[reported] > ranks[before] ? reported : before)

async function applyReply(
  tx: Tx,
  { realClock }: TenantContext,
  { channel, from, text }: Reported<'inbound'>,
): Promise<boolean> {
  if (!isStop(text)) return true
  const customers = await queries.listConsentedByPhone(tx, { phone: from, channel, exceptId: null })
  for (const { customerId } of customers) {
    await customerQueries.lockCustomer(tx, customerId)
    await customerConsentQueries.insertConsent(tx, {
      ...{
        customerId,
        kind: channel,
        granted: false,
        means: 'message',
        wording: text.slice(0, 200),
      },
      ...{ phone: from, recordedBy: 'customer', staffId: null, recordedAt: realClock.now() },
    })
  }
  await waitlistQueries.withdrawEntryChannel(tx, {
    ...{ phone: from, channel, customerId: null, others: false },
  })
  return true
}

import { createHash } from 'node:crypto'
import {
  ProcessorError,
  type ProcessorEvent,
  type ProcessorObservation,
  type ReadProcessorEvent,
} from '@silla/core'
import { Value } from 'typebox/value'
import { readPayout } from './balance.ts'
import { readDispute } from './disputes.ts'
import { readIntent } from './intents.ts'
import { sillaId } from './metadata.ts'
import { readRefund } from './refunds.ts'
import {
  ChargeShape,
  checkShape,
  DisputeShape,
  EventShape,
  Ref,
  RefundShape,
  refOf,
  SetupShape,
  ThinEventShape,
} from './shapes.ts'
import { isSigned } from './signature.ts'

/**
 * Parses a delivery after its signature is verified; unsigned JSON is never parsed. A signed body
 * may still be anything: another API version, or an event that somebody sent by hand.
 */
export const parseProcessorEvent: ReadProcessorEvent = (body, signature, secrets, now) => {
  if (!isSigned(body, signature, secrets, now)) return null
  let content: unknown
  try {
    content = JSON.parse(body.toString('utf8'))
  } catch {
    return { eventRef: refOfBody(body), fault: 'malformed content: no JSON' }
  }
  try {
    return readEvent(content)
  } catch (error) {
    if (!(error instanceof ProcessorError)) throw error
    const { id } = (content ?? {}) as { id?: unknown }
    return { eventRef: Value.Check(Ref, id) ? id : refOfBody(body), fault: error.message }
  }
}

/** The same for each delivery of the same body. */
const refOfBody = (body: Buffer): string =>
  `body_${createHash('sha256').update(body).digest('hex').slice(0, 32)}`

/** @throws ProcessorError when it is malformed */
function readEvent(content: unknown): ProcessorEvent {
  const { object } = (content ?? {}) as { object?: unknown }
  return object === 'v2.core.event' ? readThinEvent(content) : readSnapshotEvent(content)
}

function readSnapshotEvent(content: unknown): ProcessorEvent {
  const { id, type, account, livemode, created, data } = checkShape(EventShape, content)
  return {
    eventRef: id,
    type,
    account: account ?? '',
    livemode,
    occurredAt: new Date(created * 1000),
    observation: observationOf(type, data.object),
  }
}

function observationOf(type: string, object: unknown): ProcessorObservation | null {
  switch (type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled':
    case 'payment_intent.processing':
      return { kind: 'intent', intent: readIntent(object) }
    case 'setup_intent.succeeded':
    case 'setup_intent.setup_failed':
    case 'setup_intent.canceled': {
      const { id, metadata } = checkShape(SetupShape, object)
      return { kind: 'setup', setupRef: id, cardId: sillaId(metadata, 'cardId') }
    }
    case 'charge.refunded': {
      const charge = checkShape(ChargeShape, object)
      const intentRef = refOf(charge.payment_intent)
      return intentRef === ''
        ? null
        : { kind: 'charge', intentRef, refundedCents: charge.amount_refunded }
    }
    case 'refund.updated':
    case 'refund.failed': {
      const refund = readRefund(object)
      const intentRef = refOf(checkShape(RefundShape, object).payment_intent)
      return intentRef === '' ? null : { kind: 'refund', intentRef, refund }
    }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed': {
      const dispute = readDispute(object)
      const intentRef = refOf(checkShape(DisputeShape, object).payment_intent)
      return intentRef === '' ? null : { kind: 'dispute', intentRef, dispute }
    }
    case 'payout.failed':
      return { kind: 'payout', payout: readPayout(object) }
    case 'account.updated':
      return { kind: 'account' }
    case 'account.application.deauthorized':
      return { kind: 'deauthorized' }
    default:
      return null
  }
}

/** A thin event only names the object that changed: `v2.core.account[requirements].updated`. */
function readThinEvent(content: unknown): ProcessorEvent {
  const event = checkShape(ThinEventShape, content)
  const related = event.related_object
  const isAccount = related?.type === 'v2.core.account'
  return {
    eventRef: event.id,
    type: event.type,
    account: isAccount ? related.id : '',
    livemode: event.livemode,
    occurredAt: new Date(event.created),
    observation: isAccount ? { kind: 'account' } : null,
  }
}

import type { ProcessorObservation, ReadProcessorEvent } from '@silla/core'
import type { Stripe } from 'stripe'
import { readIntent } from './intents.ts'
import { readRefund } from './refunds.ts'
import { isSigned } from './signature.ts'

/** Parses a delivery after its signature is verified; unsigned JSON is never parsed. */
export const parseProcessorEvent: ReadProcessorEvent = (body, signature, secrets, now) => {
  if (!isSigned(body, signature, secrets, now)) return null
  const event = JSON.parse(body.toString('utf8')) as Stripe.Event
  return {
    eventRef: event.id,
    type: event.type,
    account: event.account ?? '',
    livemode: event.livemode,
    occurredAt: new Date(event.created * 1000),
    observation: observationOf(event),
  }
}

function observationOf({ type, data }: Stripe.Event): ProcessorObservation | null {
  switch (type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled':
    case 'payment_intent.processing':
      return { kind: 'intent', intent: readIntent(data.object as Stripe.PaymentIntent) }
    case 'charge.refunded': {
      const charge = data.object as Stripe.Charge
      const intentRef = refOf(charge.payment_intent)
      return intentRef === ''
        ? null
        : { kind: 'charge', intentRef, refundedCents: charge.amount_refunded }
    }
    case 'refund.updated':
    case 'refund.failed': {
      const refund = data.object as Stripe.Refund
      const intentRef = refOf(refund.payment_intent)
      return intentRef === '' ? null : { kind: 'refund', intentRef, refund: readRefund(refund) }
    }
    case 'charge.dispute.created':
    case 'charge.dispute.closed': {
      const dispute = data.object as Stripe.Dispute
      const intentRef = refOf(dispute.payment_intent)
      return intentRef === '' ? null : { kind: 'dispute', intentRef, dispute: readDispute(dispute) }
    }
    case 'account.updated':
      return { kind: 'account' }
    case 'account.application.deauthorized':
      return { kind: 'deauthorized' }
    default:
      return null
  }
}

/** Stripe sends either the id of an object or the object itself. */
const refOf = (object: string | { id: string } | null): string =>
  typeof object === 'string' ? object : (object?.id ?? '')

const readDispute = ({ id, amount, reason, status }: Stripe.Dispute) =>
  ({
    disputeRef: id,
    amountCents: amount,
    reason,
    state:
      status === 'lost'
        ? 'lost'
        : ['won', 'warning_closed', 'prevented'].includes(status)
          ? 'won'
          : 'open',
  }) as const

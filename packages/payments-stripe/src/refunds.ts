import type { Processor, ProcessorRefund } from '@silla/core'
import type { Stripe } from 'stripe'
import { metadataOf, ourId } from './metadata.ts'
import type { StripeClient } from './stripe-client.ts'

/** What goes back of an intent (D24). */
export const refundRequests = (
  input: StripeClient,
): Pick<Processor, 'createRefund' | 'listRefunds'> => ({
  async createRefund({ intentRef, refundId, amountCents, ...how }) {
    const made = await input(how, (stripe, options) =>
      stripe.refunds.create(
        { payment_intent: intentRef, amount: amountCents, metadata: metadataOf({ refundId }) },
        options,
      ),
    )
    return readRefund(made)
  },

  async listRefunds({ intentRef, ...how }) {
    const page = await input(how, (stripe, options) =>
      stripe.refunds.list({ payment_intent: intentRef, limit: 100 }, options),
    )
    return page.data.map(readRefund)
  },
})

/** Of an answer or an event. */
export const readRefund = (refund: Stripe.Refund): ProcessorRefund => ({
  refundRef: refund.id,
  refundId: ourId(refund.metadata, 'refundId'),
  amountCents: refund.amount,
  state: states[refund.status ?? ''] ?? 'pending',
  failureMessage: refund.failure_reason ?? '',
})

const states: Record<string, ProcessorRefund['state']> = {
  succeeded: 'completed',
  failed: 'failed',
  canceled: 'failed',
}

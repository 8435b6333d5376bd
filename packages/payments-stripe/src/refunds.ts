import type { Processor, ProcessorRefund } from '@silla/core'
import { metadataOf, sillaId } from './metadata.ts'
import { checkPage, checkShape, RefundShape } from './shapes.ts'
import type { StripeClient } from './stripe-client.ts'

/** Refunds of an intent (D24). */
export const refundRequests = (
  call: StripeClient,
): Pick<Processor, 'createRefund' | 'listRefunds'> => ({
  async createRefund({ intentRef, refundId, amountCents, refundsFee, ...target }) {
    const created = await call(target, (stripe, options) =>
      stripe.refunds.create(
        {
          payment_intent: intentRef,
          amount: amountCents,
          metadata: metadataOf({ refundId }),
          ...(refundsFee && { refund_application_fee: true }),
        },
        options,
      ),
    )
    return readRefund(created)
  },

  async listRefunds({ intentRef, ...target }) {
    const page = await call(target, (stripe, options) =>
      stripe.refunds.list({ payment_intent: intentRef, limit: 100 }, options),
    )
    return checkPage(page).data.map(readRefund)
  },
})

/**
 * Reads a refund of a response or an event.
 *
 * @throws ProcessorError `unsure` when it is malformed
 */
export function readRefund(object: unknown): ProcessorRefund {
  const refund = checkShape(RefundShape, object)
  return {
    refundRef: refund.id,
    refundId: sillaId(refund.metadata, 'refundId'),
    amountCents: refund.amount,
    state: states[refund.status ?? ''] ?? 'pending',
    failureMessage: refund.failure_reason ?? refund.pending_reason ?? '',
  }
}

const states: Record<string, ProcessorRefund['state']> = {
  succeeded: 'completed',
  failed: 'failed',
  canceled: 'failed',
}

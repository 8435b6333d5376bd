import type { Processor, ProcessorDispute } from '@silla/core'
import { checkPage, checkShape, DisputeShape } from './shapes.ts'
import type { StripeClient } from './stripe-client.ts'

/** Disputes of an intent (D23). */
export const disputeRequests = (call: StripeClient): Pick<Processor, 'listDisputes'> => ({
  async listDisputes({ intentRef, ...target }) {
    const page = await call(target, (stripe, options) =>
      stripe.disputes.list({ payment_intent: intentRef, limit: 100 }, options),
    )
    return checkPage(page)
      .data.map(readDispute)
      .filter((dispute) => dispute !== null)
  },
})

/**
 * Reads a dispute of a response or an event.
 *
 * @returns null for an inquiry (`warning_*`), which may precede a dispute: no money is withdrawn; if
 *   it becomes a dispute, its status changes
 * @throws ProcessorError `unsure` when it is malformed
 */
export function readDispute(object: unknown): ProcessorDispute | null {
  const { id, amount, reason, status } = checkShape(DisputeShape, object)
  if (status.startsWith('warning_')) return null
  return { disputeRef: id, amountCents: amount, reason, state: states[status] ?? 'open' }
}

/** `prevented`: it was settled before the bank withdrew the money. */
const states: Record<string, ProcessorDispute['state']> = {
  lost: 'lost',
  won: 'won',
  prevented: 'won',
}

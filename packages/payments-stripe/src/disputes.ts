import type { Processor, ProcessorDispute } from '@silla/core'
import { checkPage, checkShape, DisputeShape, refOf } from './shapes.ts'
import type { StripeClient } from './stripe-client.ts'

/** Disputes of an intent (D23, D58). */
export const disputeRequests = (
  call: StripeClient,
): Pick<Processor, 'listDisputes' | 'listAccountDisputes'> => ({
  async listDisputes({ intentRef, ...target }) {
    const page = await call(target, (stripe, options) =>
      stripe.disputes.list({ payment_intent: intentRef, limit: 100 }, options),
    )
    return checkPage(page).data.map(readDispute)
  },

  async *listAccountDisputes({ from, to, ...target }) {
    const created = { gte: seconds(from), lt: seconds(to) }
    let after: string | undefined
    do {
      const page = checkPage(
        await call(target, (stripe, options) =>
          stripe.disputes.list(
            { created, limit: 100, ...(after !== undefined && { starting_after: after }) },
            options,
          ),
        ),
      )
      const disputes = page.data.map((object) => ({
        intentRef: refOf(checkShape(DisputeShape, object).payment_intent),
        dispute: readDispute(object),
      }))
      yield* disputes.filter(({ intentRef }) => intentRef !== '')
      after = page.has_more ? disputes.at(-1)?.dispute.disputeRef : undefined
    } while (after !== undefined)
  },
})

const seconds = (at: Date) => Math.floor(at.getTime() / 1000)

/**
 * Reads a dispute of a response or an event.
 *
 * @throws ProcessorError `unsure` when it is malformed
 */
export function readDispute(object: unknown): ProcessorDispute {
  const dispute = checkShape(DisputeShape, object)
  const { id, amount, reason, status, evidence_details: evidence, livemode } = dispute
  const dueBy = evidence?.due_by ?? null
  return {
    disputeRef: id,
    amountCents: amount,
    reason,
    state: stateOf(status),
    respondBy: dueBy === null ? null : new Date(dueBy * 1000),
    url: `https://dashboard.stripe.com/${livemode === false ? 'test/' : ''}disputes/${id}`,
  }
}

/** A status that is not listed, such as those of an appeal, is undecided. */
const stateOf = (status: string): ProcessorDispute['state'] => {
  if (status === 'warning_closed') return 'inquiry_closed'
  if (status.startsWith('warning_')) return 'inquiry'
  return final.find((state) => state === status) ?? 'open'
}

const final = ['won', 'lost', 'prevented'] as const

import type { PaymentFacts } from '../model/payment.ts'
import type { Intent } from '../ports/processor.ts'
import { type Observations, type PaymentObservation, wholeSecond } from './observation.ts'

/**
 * The facts about a payment after some observations. Facts only grow or are replaced by later ones,
 * so that the order of observations does not matter, nor do duplicates (D22).
 */
export function mergeFacts(facts: PaymentFacts, { items, observedAt }: Observations): PaymentFacts {
  let merged = facts
  for (const item of items) merged = withObservation(merged, item, observedAt)
  return merged
}

function withObservation(
  facts: PaymentFacts,
  observation: PaymentObservation,
  observedAt: Date,
): PaymentFacts {
  switch (observation.kind) {
    case 'intent': {
      const { status, receivedCents, currency, chargeRef, refundedCents, failure } =
        observation.intent
      const isMore = receivedCents > facts.receivedCents
      return {
        ...withStatus(facts, status, observedAt, failure),
        receivedCents: isMore ? receivedCents : facts.receivedCents,
        receivedCurrency: isMore ? currency : facts.receivedCurrency,
        chargeRef: isMore || facts.chargeRef === null ? chargeRef : facts.chargeRef,
        refundSeenCents: Math.max(facts.refundSeenCents, refundedCents),
      }
    }
    case 'charge':
      return {
        ...facts,
        refundSeenCents: Math.max(facts.refundSeenCents, observation.refundedCents),
      }
    case 'no_intent':
      return withStatus(
        facts,
        observation.failure ? 'failed' : 'cancelled',
        observedAt,
        observation.failure,
      )
    case 'gone':
      return withStatus(facts, 'cancelled', observedAt, null)
    default:
      return facts
  }
}

type Status = PaymentFacts['status']

function withStatus(
  facts: PaymentFacts,
  status: Status,
  observedAt: Date,
  failure: Intent['failure'],
): PaymentFacts {
  const reported = { status, statusAt: wholeSecond(observedAt) }
  const isNewest = weight(reported) > weight(facts)
  const failed =
    status === 'failed'
      ? { code: '', declined: false, message: '', ...failure, at: reported.statusAt }
      : null
  return {
    ...facts,
    ...(isNewest ? reported : {}),
    failure:
      failed && (facts.failure === null || failed.at > facts.failure.at) ? failed : facts.failure,
  }
}

/**
 * A final status outweighs all others, whenever it was reported. Among the others the latest wins;
 * within one second, which is the precision of the processor's timestamps, the one with more
 * progress wins. Before anything was reported, any status wins.
 */
const weight = ({ status, statusAt }: { status: Status; statusAt: Date }): number =>
  finality[status] * 1e12 +
  (finality[status] === 1 ? (statusAt.getTime() / 1000) * 10 + progress[status] : 0)

const finality = {
  new: 0,
  processing: 1,
  failed: 1,
  cancelled: 2,
  succeeded: 3,
} as const satisfies Record<Status, number>
const progress = {
  new: 0,
  processing: 1,
  failed: 2,
  cancelled: 3,
  succeeded: 4,
} as const satisfies Record<Status, number>

import type { PaymentFacts } from '../model/payment.ts'
import type { Observations, PaymentObservation } from './observation.ts'

/**
 * The facts about a payment after some observations. Facts only grow or are replaced by later ones,
 * so that the order of observations does not matter, nor do duplicates (D22).
 */
export function mergeFacts(facts: PaymentFacts, { items, observedAt }: Observations): PaymentFacts {
  let known = facts
  for (const one of items) known = withObservation(known, one, observedAt)
  return known
}

function withObservation(
  known: PaymentFacts,
  observation: PaymentObservation,
  observedAt: Date,
): PaymentFacts {
  switch (observation.kind) {
    case 'intent': {
      const { status, receivedCents, currency, chargeRef, refundedCents, failure } =
        observation.intent
      const isMore = receivedCents > known.receivedCents
      return {
        ...withStatus(known, status, observedAt, failure),
        receivedCents: isMore ? receivedCents : known.receivedCents,
        receivedCurrency: isMore ? currency : known.receivedCurrency,
        chargeRef: isMore || known.chargeRef === null ? chargeRef : known.chargeRef,
        refundSeenCents: Math.max(known.refundSeenCents, refundedCents),
      }
    }
    case 'charge':
      return {
        ...known,
        refundSeenCents: Math.max(known.refundSeenCents, observation.refundedCents),
      }
    case 'no_intent':
      return withStatus(
        known,
        observation.failure ? 'failed' : 'cancelled',
        observedAt,
        observation.failure,
      )
    default:
      return known
  }
}

type Status = PaymentFacts['status']

function withStatus(
  known: PaymentFacts,
  status: Status,
  observedAt: Date,
  failure: { code: string; message: string } | null,
): PaymentFacts {
  const reported = { status, statusAt: wholeSecond(observedAt) }
  const isNewest = weight(reported) > weight(known)
  const failed =
    status === 'failed' ? { code: '', message: '', ...failure, at: reported.statusAt } : null
  return {
    ...known,
    ...(isNewest ? reported : {}),
    failure:
      failed && (known.failure === null || failed.at > known.failure.at) ? failed : known.failure,
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

const wholeSecond = (moment: Date) => new Date(Math.floor(moment.getTime() / 1000) * 1000)

import type { Observations, PaymentObservation } from './observation.ts'
import type { PaymentFacts } from './payment.ts'

/**
 * What is known of a payment once this was told. Facts only grow, or give way to something later,
 * so that neither the order nor the repetition of what is told can matter (D22).
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
  const word = { status, statusAt: wholeSecond(observedAt) }
  const isNewest = weight(word) > weight(known)
  const failed =
    status === 'failed' ? { code: '', message: '', ...failure, at: word.statusAt } : null
  return {
    ...known,
    ...(isNewest ? word : {}),
    failure:
      failed && (known.failure === null || failed.at > known.failure.at) ? failed : known.failure,
  }
}

/**
 * The last words beat all others, whenever they were said. Of the others the latest counts and,
 * within one second, which is as exactly as the processor tells its time, the one further on.
 * Nothing was said so far: any word beats that.
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

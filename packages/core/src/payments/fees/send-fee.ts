import { feeQueries, paymentQueries, savedCardQueries } from '@silla/db'
import { momentOf } from '../../clock.ts'
import type { SavedCard } from '../../model/saved-card.ts'
import {
  isGoneError,
  type Processor,
  ProcessorError,
  type Processors,
  timeBudget,
} from '../../ports/processor.ts'
import type { TenantContext } from '../../request-context.ts'
import type { PaymentObservation } from '../observation.ts'
import { processorByAccount } from '../processor-by-account.ts'
import { settlePayment } from '../settle-payment.ts'
import { takeLease } from '../take-lease.ts'

/**
 * Charges a fee that was requested to the card of its booking (D51). The processor is called with the
 * payment's own key, so that an attempt whose response was lost charges nothing more; after a failure that
 * it keeps under the key, the intent is searched for first.
 *
 * @throws ProcessorError: the job is repeated
 */
export async function sendFee(
  context: TenantContext,
  processors: Processors,
  feeId: number,
): Promise<void> {
  const { tenant, realClock } = context
  const [fee] = await tenant.db.transaction((tx) => feeQueries.findFee(tx, feeId))
  if (fee?.state !== 'requested') return
  const lease = await takeLease(context, fee.paymentId)
  let keySpent = lease.wasSpent
  let intentRef: string | null = null
  try {
    const [[payment], [card], [current]] = await tenant.db.batch((tx) => [
      paymentQueries.findPaymentById(tx, fee.paymentId),
      savedCardQueries.findCard(tx, fee.cardId),
      feeQueries.findFee(tx, feeId),
    ])
    // waived before this attempt had the lease
    if (!payment?.isOpen || current?.state !== 'requested') return
    const observedAt = realClock.now()
    const observation = await charge(context, processors, {
      ...{ payment: { ...payment, ...lease }, card },
      mustSearch: lease.wasSpent,
      searched: () => {
        keySpent = false
      },
    }).catch((error): PaymentObservation => {
      // an intent may exist, unless the processor was not reached or did not accept the request
      keySpent =
        !(error instanceof ProcessorError) ||
        error.kind === 'unsure' ||
        (keySpent && error.kind === 'unavailable')
      const isFinal =
        error instanceof ProcessorError && (error.kind === 'refused' || isGoneError(error))
      if (!isFinal) throw error
      const { code, declined, message } = error
      return { kind: 'no_intent', failure: { code, declined, message } }
    })
    keySpent = false
    if (observation.kind === 'intent') intentRef = observation.intent.intentRef
    const catalog = await tenant.catalog()
    await tenant.db.transaction((tx) =>
      settlePayment(
        tx,
        catalog,
        fee.paymentId,
        { items: [observation], observedAt },
        momentOf(context),
      ),
    )
  } finally {
    await tenant.db.transaction((tx) =>
      paymentQueries.deletePaymentLease(tx, {
        ...{ id: fee.paymentId, intentRef, keySpent, at: realClock.now() },
      }),
    )
  }
}

async function charge(
  context: TenantContext,
  processors: Processors,
  {
    payment,
    card,
    mustSearch,
    searched,
  }: {
    payment: paymentQueries.PaymentRow
    card: SavedCard | undefined
    mustSearch: boolean
    searched: () => void
  },
): Promise<PaymentObservation> {
  const { account, intentRef } = payment
  const processor = await processorByAccount(context, processors, account)
  const budget = timeBudget()
  if (intentRef !== null)
    return { kind: 'intent', intent: await processor.getIntent({ account, intentRef, budget }) }
  // it was never saved
  if (!card?.customerRef) return { kind: 'no_intent', failure: null }
  const { state, cardRef, customerRef } = card
  const { businessId } = context.tenant
  const own = { account, businessId, paymentId: payment.id, customerRef, budget }
  const found = mustSearch ? await processor.findIntentByPayment(own) : null
  searched()
  if (found) return { kind: 'intent', intent: found }
  // the customer was erased, or the card was given up meanwhile
  if (state !== 'saved' || cardRef === null) return { kind: 'no_intent', failure: null }
  return { kind: 'intent', intent: await newCharge(context, processor, { payment, own, cardRef }) }
}

async function newCharge(
  { tenant }: TenantContext,
  processor: Processor,
  {
    payment,
    own,
    cardRef,
  }: {
    payment: paymentQueries.PaymentRow
    own: Omit<
      Parameters<Processor['chargeCard']>[0],
      'key' | 'cardRef' | 'amountCents' | 'currency' | 'feeCents' | 'description'
    >
    cardRef: string
  },
) {
  const { business } = await tenant.catalog()
  const { processorKey: key, amountCents, currency, feeCents } = payment
  return processor.chargeCard({
    ...own,
    ...{ key, cardRef, amountCents, currency, feeCents, description: business.name },
  })
}

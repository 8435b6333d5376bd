import { paymentQueries, type processorAccountQueries, type Tx } from '@silla/db'
import { fail } from '@silla/errors'
import type { Catalog } from '../catalog/catalog.ts'
import { momentOf } from '../clock.ts'
import { isChargeable } from '../model/online-amounts.ts'
import type { Payment } from '../model/payment.ts'
import type { Processors } from '../ports/processor.ts'
import type { RequestContext } from '../request-context.ts'
import { cardTerms } from './cards/card-terms.ts'
import { openCard } from './cards/open-card.ts'
import { chargingAccount } from './charging-account.ts'
import { lockPayable, type Payable, type PaymentIntentInput } from './payable.ts'
import { scheduleCheck } from './schedule-recheck.ts'

/**
 * How long a request has exclusive access to a payment's intent. No response is waited for longer
 * than this.
 */
export const leaseMilliseconds = 30_000

/** Another payment for the same reference is open and has to be closed at the processor first. */
export class OtherPaymentOpenError extends Error {
  readonly paymentId: number
  constructor(paymentId: number) {
    super('another payment is open')
    this.paymentId = paymentId
  }
}

/**
 * The first of three steps of creating an intent (D19): inserts the payment, with the idempotency
 * key that the processor receives. If a payment for the same amount is open, that payment is used.
 *
 * @returns holdsLease: the payment is new, and the context holds the lease to call the processor
 * @throws the errors of `lockPayable`; PROCESSOR_NOT_CONFIGURED, INVALID_AMOUNT, AMOUNT_MISMATCH,
 *   POLICY_CHANGED; OtherPaymentOpenError
 */
export async function openPayment(
  context: RequestContext,
  tx: Tx,
  {
    catalog,
    processors,
    input,
  }: { catalog: Catalog; processors: Processors; input: PaymentIntentInput },
): Promise<{ paymentId: number; holdsLease: boolean }> {
  const payable = await lockPayable(context, tx, catalog, input)
  const account = await chargingAccount(tx, catalog, processors)
  if (input.amountCents !== payable.dueCents) fail('AMOUNT_MISMATCH')
  if (!isChargeable(input.amountCents, payable.currency)) fail('INVALID_AMOUNT')

  const wanted = {
    ...input,
    cardId: await openCardOf(context, tx, catalog, { payable, input, account }),
  }
  const [open] = await paymentQueries.findOpenPayment(tx, payable, input.customerId)
  if (open) return reuseOpenPayment(open, wanted, account)
  // it has just ended
  if (payable.purpose === 'fee') fail('CANNOT_PAY')
  const [inserted] = await paymentQueries.insertPayment(
    tx,
    newPayment(wanted, payable, account, context.realClock.now()),
  )
  if (inserted) {
    const now = context.realClock.now()
    await scheduleCheck(tx, { id: inserted.id, createdAt: now }, now)
    return { paymentId: inserted.id, holdsLease: true }
  }
  // a concurrent request inserted it first: for points packages only the unique index prevents two
  const [concurrent] = await paymentQueries.findOpenPayment(tx, payable, input.customerId)
  if (!concurrent) throw new Error('a payment was neither inserted nor found')
  return reuseOpenPayment(concurrent, wanted, account)
}

/** A payment that saves a card (D47) needs that its terms were accepted. */
async function openCardOf(
  context: RequestContext,
  tx: Tx,
  catalog: Catalog,
  {
    payable: { savesCardOf: booking },
    input: { acceptance },
    account: { accountRef: account },
  }: {
    payable: Payable
    input: PaymentIntentInput
    account: processorAccountQueries.AccountRow
  },
): Promise<number | null> {
  const terms = booking && cardTerms(booking, catalog, momentOf(context).tenantTime)
  if (!booking || !terms) return null
  const now = context.realClock.now()
  return (await openCard(tx, booking, { terms, acceptance, account, now })).id
}

type WantedPayment = PaymentIntentInput & Pick<Payment, 'cardId'>

function reuseOpenPayment(
  open: paymentQueries.PaymentRow,
  input: WantedPayment,
  account: processorAccountQueries.AccountRow,
): { paymentId: number; holdsLease: boolean } {
  const isSame =
    open.amountCents === input.amountCents &&
    open.customerId === input.customerId &&
    open.cardId === input.cardId &&
    open.account === account.accountRef
  if (!isSame) throw new OtherPaymentOpenError(open.id)
  return { paymentId: open.id, holdsLease: false }
}

const newPayment = (
  input: WantedPayment,
  { reference, purpose, currency, pointsBought }: Payable,
  account: processorAccountQueries.AccountRow,
  now: Date,
): paymentQueries.NewPayment => ({
  ...{ reference, purpose },
  customerId: input.customerId,
  account: account.accountRef,
  amountCents: input.amountCents,
  currency,
  feeCents: Math.floor((input.amountCents * account.feeBasisPoints) / 10_000),
  ...{ pointsBought, cardId: input.cardId },
  processorKey: crypto.randomUUID(),
  leaseUntil: new Date(now.getTime() + leaseMilliseconds),
  createdAt: now,
})

import { jobQueries, paymentQueries, processorAccountQueries, type Tx } from '@silla/db'
import { fail } from '@silla/errors'
import { currencies } from '@silla/money'
import type { Catalog } from '../catalog/catalog.ts'
import type { Processors } from '../ports/processor.ts'
import type { RequestContext } from '../request-context.ts'
import { lockPayable, type Payable, type PaymentIntentInput } from './payable.ts'

/**
 * How long whoever asks the processor is alone with it; no answer that comes later is waited for.
 */
export const leaseMilliseconds = 30_000

/** When it is looked at again, should nobody tell us what became of it (D22). */
const checkAfterMilliseconds = 10 * 60_000

/** Another payment for the same is open, and has to be ended at the processor first. */
export class OtherPaymentOpenError extends Error {
  readonly paymentId: number
  constructor(paymentId: number) {
    super('another payment is open')
    this.paymentId = paymentId
  }
}

/**
 * The first of three steps to an intent (D19): the payment as a row, with the key that the
 * processor will know it by. What is open already for the same amount is that payment.
 *
 * @returns holdsLease: it is new, and the lease to ask the processor is the caller's
 * @throws whatever `lockPayable` refuses; PROCESSOR_NOT_CONFIGURED, INVALID_AMOUNT,
 *   AMOUNT_MISMATCH; OtherPaymentOpenError
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
  if (input.amountCents !== payable.totalCents) fail('AMOUNT_MISMATCH')
  if (input.amountCents < currencies[payable.currency].minimumChargeCents) fail('INVALID_AMOUNT')

  const [open] = await paymentQueries.findOpenPayment(tx, payable.reference, input.customerId)
  if (open) return sameOrOther(open, input, account)
  const [made] = await paymentQueries.insertPayment(
    tx,
    newPayment(input, payable, account, context.clock.now()),
  )
  if (made) {
    await scheduleCheck(tx, made.id, context.clock.now())
    return { paymentId: made.id, holdsLease: true }
  }
  // somebody was quicker: nothing but the index stands between two purchases of one package
  const [theirs] = await paymentQueries.findOpenPayment(tx, payable.reference, input.customerId)
  if (!theirs) throw new Error('a payment was neither made nor open')
  return sameOrOther(theirs, input, account)
}

/**
 * The salon takes money, has an account that may charge, and we have the credentials for it (D14,
 * D21).
 */
async function chargingAccount(
  tx: Tx,
  { settings }: Catalog,
  processors: Processors,
): Promise<processorAccountQueries.AccountRow> {
  const [account] = await processorAccountQueries.findConnectedAccount(tx)
  if (!settings.acceptsOnlinePayments || !account?.ready) fail('PROCESSOR_NOT_CONFIGURED')
  if (processors(account.livemode ? 'live' : 'test') === null) fail('PROCESSOR_NOT_CONFIGURED')
  return account
}

function sameOrOther(
  open: paymentQueries.PaymentRow,
  query: PaymentIntentInput,
  account: processorAccountQueries.AccountRow,
): { paymentId: number; holdsLease: boolean } {
  const isSame =
    open.amountCents === query.amountCents &&
    open.customerId === query.customerId &&
    open.accountRef === account.accountRef
  if (!isSame) throw new OtherPaymentOpenError(open.id)
  return { paymentId: open.id, holdsLease: false }
}

const newPayment = (
  params: PaymentIntentInput,
  { reference, currency, pointsBought }: Payable,
  account: processorAccountQueries.AccountRow,
  now: Date,
): paymentQueries.NewPaymentRow => ({
  bookingId: reference.bookingId,
  orderId: reference.orderId,
  packageId: reference.packageId,
  customerId: params.customerId,
  accountRef: account.accountRef,
  amountCents: params.amountCents,
  currency,
  feeCents: Math.floor((params.amountCents * account.feeBasisPoints) / 10_000),
  pointsBought,
  processorKey: crypto.randomUUID(),
  leaseUntil: new Date(now.getTime() + leaseMilliseconds),
  createdAt: now,
})

const scheduleCheck = (tx: Tx, paymentId: number, now: Date) =>
  jobQueries.enqueue(tx, {
    task: 'check-payment',
    payload: { paymentId },
    runAt: new Date(now.getTime() + checkAfterMilliseconds),
    key: `check-payment:${paymentId}`,
  })

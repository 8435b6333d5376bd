import { randomUUID } from 'node:crypto'
import type { Intent, ProcessorRefund } from '@silla/core'
import { type Payment, paymentQueries, type Reference } from '@silla/db'
import type { PaymentObservation } from '../../packages/core/src/payments/observation.ts'
import { settlePayment } from '../../packages/core/src/payments/settle-payment.ts'
import { testDatabase } from './database.ts'
import { requestContextFor } from './request-context.ts'
import type { TestSalon } from './salon.ts'

/** What is paid for: the response to a booking or an order, or a points package and its buyer. */
export type PaidBooking =
  | { booking: { id: number; cliente: { id: number }; total_centimos: number } }
  | { order: { id: number; cliente: { id: number }; total_centimos: number } }
  | { packageId: number; customerId: number; priceCents: number; points: number }

/** Inserts a processor account for the salon, or changes whether it can charge. */
export async function connectTestAccount(
  { businessId, guest }: TestSalon,
  { ready = true } = {},
): Promise<void> {
  const { admin } = await testDatabase()
  await admin.begin(async (sql) => {
    await sql`select app.set_business(${businessId})`
    await sql`
      insert into app.processor_accounts (business_id, account_ref, livemode, card_payments, ready, connected_at, checked_at)
      values (${businessId}, ${accountOf(businessId)}, false, 'active', ${ready}, now(), now())
      on conflict (business_id, account_ref) do update set ready = excluded.ready`
    await sql`select app.touch_catalog(${businessId})`
  })
  // an availability request compares catalogue versions; the notification takes a moment
  await guest.get('/disponibilidad/dias/')
}

/** Creates an open payment with an intent. Returns the payment's id. */
export async function createOpenPayment(
  salon: TestSalon,
  bought: PaidBooking,
  purpose: Payment['purpose'] = 'total',
): Promise<number> {
  const { tenant, clock } = await requestContextFor(salon)
  const [row] = await tenant.db.transaction(async (tx) =>
    paymentQueries.insertPayment(tx, {
      ...referenceOf(bought),
      purpose,
      account: accountOf(salon.businessId),
      currency: 'EUR',
      ...{ feeCents: 0, cardId: null },
      processorKey: randomUUID(),
      leaseUntil: clock.now(),
      createdAt: clock.now(),
    }),
  )
  return row?.id ?? 0
}

/** Pays the full amount. Returns the payment's id. */
export async function payOnline(
  salon: TestSalon,
  bought: PaidBooking,
  purpose: Payment['purpose'] = 'total',
): Promise<number> {
  const id = await createOpenPayment(salon, bought, purpose)
  const cents = referenceOf(bought).amountCents
  await applyProcessorEvent(
    salon,
    id,
    intentObservation(id, { status: 'succeeded', amountCents: cents, receivedCents: cents }),
  )
  return id
}

/** Delivers the outcome of the pending refunds of a payment. */
export async function completeRefunds(
  salon: TestSalon,
  paymentId: number,
  state: ProcessorRefund['state'],
): Promise<void> {
  const { witness } = await testDatabase()
  const rows = await witness<{ id: number; amountCents: number }[]>`
    select id, amount_cents from refunds where business_id = ${salon.businessId} and payment_id = ${paymentId} and state = 'pending'`
  for (const { id, amountCents } of rows) {
    const refund = { refundRef: `re_${id}`, refundId: id, amountCents, state, failureMessage: 'No' }
    await applyProcessorEvent(salon, paymentId, {
      kind: 'refund',
      intentRef: `pi_${paymentId}`,
      refund,
    })
  }
}

/** Applies a processor event to a payment. */
export async function applyProcessorEvent(
  salon: TestSalon,
  paymentId: number,
  update: PaymentObservation,
): Promise<void> {
  const { tenant, clock } = await requestContextFor(salon)
  const catalog = await tenant.catalog()
  const now = clock.now()
  const observations = { items: [update], observedAt: now }
  const moment = { realTime: now, tenantTime: now }
  await tenant.db.transaction((tx) => settlePayment(tx, catalog, paymentId, observations, moment))
}

export const intentObservation = (paymentId: number, its: Partial<Intent>): PaymentObservation => ({
  kind: 'intent',
  intent: {
    intentRef: `pi_${paymentId}`,
    paymentId,
    status: 'new',
    amountCents: 0,
    currency: 'EUR',
    receivedCents: 0,
    refundedCents: 0,
    chargeRef: `ch_${paymentId}`,
    isDisputed: false,
    card: null,
    receiptUrl: `https://pay.example/receipts/${paymentId}`,
    failure: null,
    clientSecret: '',
    customerRef: 'cus_1',
    createdAt: new Date(0),
    ...its,
  },
})

const accountOf = (businessId: string) => `acct_${businessId.replaceAll('-', '')}`

function referenceOf(bought: PaidBooking) {
  if ('packageId' in bought) {
    const { packageId, customerId, priceCents: amountCents, points: pointsBought } = bought
    const reference = { kind: 'package', packageId } as const
    return { reference, customerId, amountCents, pointsBought }
  }
  const { id, cliente, total_centimos } = 'booking' in bought ? bought.booking : bought.order
  const reference: Reference =
    'booking' in bought ? { kind: 'booking', bookingId: id } : { kind: 'order', orderId: id }
  return { reference, customerId: cliente.id, amountCents: total_centimos, pointsBought: 0 }
}

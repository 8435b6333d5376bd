import assert from 'node:assert/strict'
import {
  type Booking,
  cancelBooking,
  createBooking,
  createOrder,
  expireBooking,
  expireOrder,
  type Identity,
  type Intent,
  type PaymentObservation,
  type Processors,
  type Reference,
  rescheduleBooking,
  settlePayment,
  type TenantContext,
} from '@silla/core'
import { paymentQueries, refundQueries } from '@silla/db'
import { parseDate } from '@silla/slots'
import { testDatabase } from '../support/database.ts'
import { requestContextFor } from '../support/request-context.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import type { SalonFixture } from '../support/salon-fixture.ts'
import {
  amountCents,
  depositPercent,
  dueCentsOf,
  type Kind,
  type Outcome,
  type Phase,
  pricesCents,
  shortCents,
} from './model.ts'

/** A customer of a salon with something to pay for, and one or two open payments for it. */
export interface Scenario {
  run(step: Phase): Promise<void>
  outcome(): Promise<Outcome>
}

const account = 'acct_test'
const settings = {
  prepaid: { requiresPrepayment: true },
  'prepaid, by hand': { requiresPrepayment: true, confirmsByHand: true },
  'by hand': { confirmsByHand: true },
  optional: {},
  deposit: {
    deposit: {
      ...{ percent: depositPercent, amountCents: null },
      ...{ onlyNewCustomers: false, fromTotalCents: 0 },
    },
  },
  order: {},
  package: {},
} as const satisfies Record<Kind, SalonFixture['settings']>

/** Opens a salon with a customer for each number of payments; what they pay for is overdue. */
export async function openScenarios(kind: Kind, payments: readonly (1 | 2)[]): Promise<Scenario[]> {
  const { witness } = await testDatabase()
  const salon = await openSalon({
    settings: { acceptsOnlinePayments: true, ...settings[kind] },
    professionals: ['Ana', { name: 'Bea', ownTerms: { Corte: { priceCents: pricesCents.Bea } } }],
    products: payments.map((_, ordinal) => ({
      name: `Cera ${ordinal}`,
      priceCents: amountCents,
      pointsAwarded: 6,
      stock: 3,
    })),
    pointsPackages: [{ name: 'Cien', points: 100, priceCents: amountCents }],
    now: '2030-03-04T08:00',
  })
  await witness`
    insert into processor_accounts (business_id, account_ref, livemode, card_payments, ready,
        connected_at, checked_at)
    values (${salon.businessId}, ${account}, false, 'active', true, ${salon.clock.now()},
        ${salon.clock.now()})`
  const context = await requestContextFor(salon)
  const openers = await Promise.all(
    payments.map((count, ordinal) => beginScenario(kind, salon, context, count, ordinal)),
  )
  salon.setTime('2030-03-04T21:00')
  return Promise.all(openers.map((open) => open()))
}

/** Creates the booking or order; the returned function inserts the payments. */
async function beginScenario(
  kind: Kind,
  salon: TestSalon,
  worker: TenantContext,
  payments: 1 | 2,
  ordinal: number,
): Promise<() => Promise<Scenario>> {
  const { tenant } = worker
  const catalog = await tenant.catalog()
  const customer = await salon.customer({
    nombre: 'Lucía Prado',
    email: `lucia-${ordinal}@example.com`,
  })
  const identity: Identity = {
    kind: 'customer',
    customerId: customer.id,
    sessionId: 1,
    authenticatedAt: new Date(0),
    byCode: true,
  }
  const context = { ...worker, identity }
  const booking = isBooking(kind) ? await booked(salon, context, ordinal) : null
  const dueCents = dueCentsOf(kind)
  const items = [{ productId: salon.id(`Cera ${ordinal}`), quantity: 1 }]
  const order = kind === 'order' ? await createOrder(context, { items, notes: '' }) : null
  const reference: Reference = booking
    ? { kind: 'booking', bookingId: booking.id }
    : order
      ? { kind: 'order', orderId: order.id }
      : { kind: 'package', packageId: salon.id('Cien') }

  const ids: number[] = []
  const scenario: Scenario = {
    async run(step) {
      switch (step.action) {
        case 'report':
          return report(
            step.payment,
            intent(step.payment, step.status, step.status === 'succeeded' ? dueCents : 0),
            step.second,
          )
        case 'underpay':
          return report(step.payment, intent(step.payment, 'succeeded', shortCents), 9)
        case 'refund charge':
          return report(0, { kind: 'charge', intentRef: refOf(0), refundedCents: dueCents }, 9)
        case 'refund at processor':
          return report(
            0,
            refund({
              refundRef: `re_there_${ids[0]}`,
              refundId: null,
              amountCents: dueCents,
              state: step.state,
            }),
            9,
          )
        case 'settle refunds': {
          for (const [index, id] of ids.entries()) {
            for (const each of await tenant.db.transaction((tx) =>
              refundQueries.listRefunds(tx, id),
            )) {
              if (each.reason === 'processor') continue
              const reported = {
                refundRef: `re_${each.id}`,
                refundId: each.id,
                amountCents: each.amountCents,
              }
              await report(index, refund({ ...reported, state: step.state }), 9)
            }
          }
          return
        }
        case 'dispute': {
          const dispute = {
            disputeRef: `dp_${ids[0]}`,
            amountCents: dueCents,
            reason: 'fraudulent',
            state: step.state,
            respondBy: null,
            url: '',
          }
          return report(0, { kind: 'dispute', intentRef: refOf(0), dispute }, step.second)
        }
        case 'cancel':
          if (booking)
            await cancelBooking(context, {
              bookingId: booking.id,
              code: null,
              reason: null,
              note: null,
            }).catch(ignoreTooLate)
          return
        case 'move':
          if (booking)
            await rescheduleBooking(
              { ...worker, identity: { kind: 'business' } },
              {
                ...visitOf(ordinal),
                bookingId: booking.id,
                code: null,
                professionals: { kind: 'one', professionalId: salon.id(step.to) },
                version: null,
                byBusiness: true,
                simulated: false,
              },
            ).catch(ignoreTooLate)
          return
        case 'expire':
          if (booking) await expireBooking(worker, processors, booking.id)
          if (order) await expireOrder(worker, processors, order.id)
      }
    },
    outcome: () =>
      outcomeIn(salon, { customerId: customer.id, ids, productId: items[0]?.productId ?? 0, kind }),
  }
  return async () => {
    for (let index = 0; index < payments; index++)
      ids.push(await insertPayment(index + 1 < payments))
    return scenario
  }

  async function insertPayment(isClosed: boolean): Promise<number> {
    const id = await tenant.db.transaction(async (tx) => {
      const [row] = await paymentQueries.insertPayment(tx, {
        ...{ reference, purpose: kind === 'deposit' ? 'deposit' : 'total' },
        customerId: customer.id,
        account,
        amountCents: dueCents,
        currency: 'EUR',
        feeCents: 0,
        ...{ pointsBought: kind === 'package' ? 100 : 0, cardId: null },
        processorKey: crypto.randomUUID(),
        leaseUntil: worker.clock.now(),
        createdAt: worker.clock.now(),
      })
      assert.ok(row, 'there is an open payment already')
      await paymentQueries.deletePaymentLease(tx, {
        id: row.id,
        intentRef: `pi_${row.id}`,
        keySpent: false,
        at: worker.clock.now(),
      })
      return row.id
    })
    if (isClosed) await settle(id, { kind: 'no_intent', failure: null }, 0)
    return id
  }

  function refOf(index: number) {
    return `pi_${ids[index]}`
  }

  function intent(
    index: number,
    status: Intent['status'],
    receivedCents: number,
  ): PaymentObservation {
    return { kind: 'intent', intent: intentAs(refOf(index), status, receivedCents, dueCents) }
  }

  function refund(result: {
    refundRef: string
    refundId: number | null
    amountCents: number
    state: 'completed' | 'failed'
  }) {
    return { kind: 'refund', intentRef: '', refund: { ...result, failureMessage: '' } } as const
  }

  function report(index: number, observation: PaymentObservation, second: number) {
    return settle(ids[index] ?? 0, observation, second)
  }

  async function settle(id: number, observation: PaymentObservation, second: number) {
    const now = worker.clock.now()
    const observedAt = new Date(now.getTime() + second * 1000)
    await tenant.db.transaction((tx) =>
      settlePayment(
        tx,
        catalog,
        id,
        { items: [observation], observedAt },
        { realTime: now, tenantTime: now },
      ),
    )
  }
}

const isBooking = (kind: Kind) => kind !== 'order' && kind !== 'package'

/** A separate visit for each customer: 20 a day. */
async function booked(
  salon: TestSalon,
  context: Parameters<typeof createBooking>[0],
  ordinal: number,
): Promise<Booking> {
  const { booking } = await createBooking(context, {
    serviceIds: [salon.id('Corte')],
    professionalId: salon.id('Ana'),
    lines: null,
    ...visitOf(ordinal),
    contact: { name: '', email: '', phone: null },
    language: 'es',
    notes: '',
    usePoints: false,
    byBusiness: false,
  })
  return booking
}

const visitOf = (ordinal: number) => ({
  day: (parseDate('2030-03-07') ?? 0) + Math.floor(ordinal / 20),
  startMinute: 540 + (ordinal % 20) * 30,
})

function ignoreTooLate(error: { code?: string }) {
  if (error.code !== 'CANNOT_CANCEL' && error.code !== 'CANNOT_RESCHEDULE') throw error
}

/** A processor that can only cancel intents, except those that are being processed. */
const processors: Processors = () =>
  ({
    async cancelIntent({ intentRef }: { intentRef: string }) {
      const { witness } = await testDatabase()
      const [row] = await witness<
        { statusSeen: string }[]
      >`select status_seen from payments where intent_ref = ${intentRef}`
      return intentAs(intentRef, row?.statusSeen === 'processing' ? 'processing' : 'cancelled', 0)
    },
  }) as never

const intentAs = (
  intentRef: string,
  status: Intent['status'],
  receivedCents: number,
  dueCents = amountCents,
): Intent => ({
  intentRef,
  paymentId: null,
  status,
  amountCents: dueCents,
  currency: 'EUR',
  receivedCents,
  refundedCents: 0,
  chargeRef: receivedCents > 0 ? `ch_${intentRef}` : null,
  isDisputed: false,
  card: null,
  receiptUrl: '',
  failure:
    status === 'failed' ? { code: 'card_declined', declined: true, message: 'Declined.' } : null,
  clientSecret: '',
  customerRef: 'cus_1',
  createdAt: new Date(0),
})

/** Everything stored about a customer, in the terms of the model. */
async function outcomeIn(
  { businessId }: TestSalon,
  {
    customerId,
    ids,
    productId,
    kind,
  }: { customerId: number; ids: number[]; productId: number; kind: Kind },
): Promise<Outcome> {
  const { witness } = await testDatabase()
  const [row] = await witness<
    {
      outcome: Outcome & {
        paidById: number | null
        balance: number
        summed: number
        claims: number
      }
    }[]
  >`
    select jsonb_build_object(
      'state', coalesce(
        (select state from bookings
          where business_id = ${businessId} and customer_id = ${customerId}),
        (select state from orders
          where business_id = ${businessId} and customer_id = ${customerId}),
        ''),
      'paidById', coalesce(
        (select payment_id from bookings
          where business_id = ${businessId} and customer_id = ${customerId}),
        (select payment_id from orders
          where business_id = ${businessId} and customer_id = ${customerId})),
      'balance', (
        select points_balance from customers
        where business_id = ${businessId} and id = ${customerId}),
      'summed', (
        select coalesce(sum(points), 0) from points_movements
        where business_id = ${businessId} and customer_id = ${customerId}),
      'movements', (
        select coalesce(jsonb_agg(kind || ' ' || points order by ordinal), '[]')
        from points_movements
        where business_id = ${businessId} and customer_id = ${customerId}),
      'payments', (
        select jsonb_agg(
          jsonb_build_object(
            'state', state, 'isOpen', is_open, 'applied', applied, 'points', points_awarded,
            'refunds', (
              select coalesce(jsonb_agg(refund.text order by refund.text collate "C"), '[]')
              from (
                select reason || ' ' || amount_cents || ' ' || refunds.state as text
                from refunds
                where business_id = ${businessId} and payment_id = payments.id) as refund))
          order by array_position(${ids}::bigint[], id))
        from payments where business_id = ${businessId} and customer_id = ${customerId}),
      'emails', (
        select coalesce(jsonb_agg(kind order by kind), '[]') from mails
        where business_id = ${businessId} and payload ->> 'customerId' = ${String(customerId)}),
      'events', (
        select coalesce(jsonb_agg(type order by type collate "C"), '[]') from events
        where business_id = ${businessId} and payload ->> 'customerId' = ${String(customerId)}
          and (type like 'pago.%' or type like 'reembolso.%'
            or type in ('reserva.confirmada', 'reserva.cancelada', 'reserva.reprogramada'))),
      'claims', (
        select count(*) from claims
        join bookings
          on bookings.business_id = claims.business_id and bookings.id = claims.owner_id
        where claims.business_id = ${businessId} and bookings.customer_id = ${customerId}),
      'taken', (
        select taken from products
        where business_id = ${businessId} and id = ${productId})) as outcome`
  assert.ok(row)
  const { paidById, balance, summed, claims, ...outcome } = row.outcome
  assert.equal(balance, summed, 'the balance is the sum of the ledger')
  if (isBooking(kind))
    assert.equal(
      claims,
      outcome.state === 'cancelled' ? 0 : 1,
      'a booking has a claim unless it is cancelled',
    )
  return {
    ...outcome,
    paidBy: paidById === null ? null : ids.indexOf(paidById),
    taken: kind === 'order' ? outcome.taken : 0,
  }
}

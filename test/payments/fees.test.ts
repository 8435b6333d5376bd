import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  cancelBooking,
  chargeFee,
  closePayment,
  expireBooking,
  type Intent,
  type PaymentObservation,
  type Processors,
  settlePayment,
  type TenantContext,
  transitionBooking,
  waiveFee,
} from '@silla/core'
import { savedCardQueries } from '@silla/db'
import fc from 'fast-check'
import { settleCard } from '../../packages/core/src/payments/cards/settle-card.ts'
import type { CardSetup } from '../../packages/core/src/ports/processor.ts'
import { dataOf } from '../support/assertions.ts'
import { testDatabase } from '../support/database.ts'
import { requestContextFor } from '../support/request-context.ts'
import type { TestSalon } from '../support/salon.ts'
import { bookWithCard, missVisit, openCardSalon, requestCard } from '../support/saved-cards.ts'
import { permutationsOf, withConcurrency } from './orders.ts'

// Fees and cards, whose events arrive in any order, more than once, and with what people do in between:
// money is charged once, or goes back.

const histories = 100
/** 108 of the 720: every sixth, each time another of six. */
const ordersOf = <T>(six: readonly T[]): T[][] =>
  permutationsOf(six).filter((_, index) => index % 6 === index % 7)
const amountCents = 1850

let missed: Copies
let waiting: Copies

before(async () => {
  const salon = await openCardSalon()
  const booking = await missVisit(salon)
  missed = await copiesOf(salon, booking.id, 720 + histories)
  const other = await openCardSalon()
  const pending = await bookWithCard(other)
  dataOf(await requestCard(other, pending))
  waiting = await copiesOf(other, pending.id, 720)
  other.clock.set(new Date(other.clock.now().getTime() + 16 * 60_000))
})

type FeeStep =
  | { action: 'charge' | 'waive' | 'complete' | 'close' | 'refund there' }
  | { action: 'report'; status: 'paid' | 'declined' | 'unauthenticated'; second: number }
  | { action: 'settle refunds'; state: 'completed' | 'failed' }
  | { action: 'dispute'; state: 'open' | 'won' | 'lost'; second: number }

test('D51: in whichever order six events come, a fee is charged once or goes back', async () => {
  const six: FeeStep[] = [
    { action: 'report', status: 'unauthenticated', second: 1 },
    { action: 'report', status: 'paid', second: 3 },
    { action: 'waive' },
    { action: 'close' },
    { action: 'refund there' },
    { action: 'dispute', state: 'won', second: 2 },
  ]
  await withConcurrency(ordersOf(six), async (steps) => {
    const bookingId = missed.next()
    await playFee(bookingId, [{ action: 'charge' }, ...steps])
    const [fee] = await conserved(bookingId, steps)
    // closed before anybody knew that it was paid: there is no fee to waive, and money counts most
    const isTooLate =
      indexOf(steps, 'close') < indexOf(steps, 'waive') &&
      indexOf(steps, 'close') <
        steps.findIndex((step) => 'status' in step && step.status === 'paid') &&
      indexOf(steps, 'waive') <
        steps.findIndex((step) => 'status' in step && step.status === 'paid')
    assert.equal(fee?.state, isTooLate ? 'charged' : 'waived', JSON.stringify(steps))
  })
})

test(`D51: ${histories} random histories of fees conserve every cent`, async () => {
  const step = fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom<FeeStep>({ action: 'charge' }, { action: 'waive' }) },
    fc.constantFrom<FeeStep>(
      ...([{ action: 'complete' }, { action: 'close' }, { action: 'refund there' }] as const),
    ),
    {
      weight: 4,
      arbitrary: fc.record({
        action: fc.constant('report' as const),
        status: fc.constantFrom('paid' as const, 'declined' as const, 'unauthenticated' as const),
        second: fc.nat(5),
      }),
    },
    fc.record({
      action: fc.constant('settle refunds' as const),
      state: fc.constantFrom('completed' as const, 'failed' as const),
    }),
    fc.record({
      action: fc.constant('dispute' as const),
      state: fc.constantFrom('open' as const, 'won' as const, 'lost' as const),
      second: fc.nat(5),
    }),
  )
  const cases = fc.sample(fc.array(step, { minLength: 3, maxLength: 9 }), {
    ...{ numRuns: histories, seed: 51 },
  })
  await withConcurrency(cases, async (steps) => {
    const bookingId = missed.next()
    const played: FeeStep[] = [{ action: 'charge' }, ...steps]
    await playFee(bookingId, played)
    await conserved(bookingId, played)
  })
})

type CardStep = 'failed' | 'saved' | 'saved again' | 'forgotten' | 'expire' | 'cancel'

test('D50: in whichever order six events come, a saved card secures its booking, or is detached', async () => {
  const six: CardStep[] = ['failed', 'saved', 'saved again', 'forgotten', 'expire', 'cancel']
  await withConcurrency(ordersOf(six), async (steps) => {
    const bookingId = waiting.next()
    for (const step of steps) await playCard(bookingId, step)
    const { witness } = await testDatabase()
    const [row] = await witness<{ card: string; booking: string; confirmed: number }[]>`
      select card.state as card, booking.state as booking,
        (select count(*)::int from booking_transitions confirmation
          where confirmation.business_id = booking.business_id
            and confirmation.booking_id = booking.id
            and confirmation.to_state = 'confirmed') as confirmed
      from bookings booking
      join saved_cards card
        on card.business_id = booking.business_id and card.booking_id = booking.id
      where booking.business_id = ${waiting.salon.businessId} and booking.id = ${bookingId}`
    // the first of these decides; a card that is saved after the customer has cancelled is detached
    const deciding = steps.filter((step) => step !== 'failed')
    const [first = 'failed'] = deciding
    const [next = 'failed'] = deciding.filter((step) => /saved|forgotten/.test(step))
    const ends = { saved: 'saved', 'saved again': 'saved', forgotten: 'expired', expire: 'expired' }
    const card =
      first === 'cancel'
        ? next === 'forgotten'
          ? 'expired'
          : 'retired'
        : ends[first as keyof typeof ends]
    assert.deepEqual(
      { ...row },
      { card, booking: 'cancelled', confirmed: card === 'saved' ? 1 : 0 },
      steps.join(', '),
    )
  })
})

interface Copies {
  salon: TestSalon
  worker: TenantContext
  next(): number
}

/** Bookings like this one, with its card and consent. */
async function copiesOf(salon: TestSalon, id: number, count: number): Promise<Copies> {
  const { businessId } = salon
  const { witness } = await testDatabase()
  await witness`
    insert into bookings overriding system value
    select copy.*
    from bookings it, generate_series(1, ${count}) n,
      lateral jsonb_populate_record(it, jsonb_build_object('id', n, 'code', 'COPY' || n)) copy
    where it.business_id = ${businessId} and it.id = ${id}`
  for (const table of ['booking_lines', 'booking_transitions', 'saved_cards'] as const)
    await witness`
      insert into ${witness(table)} overriding system value
      select copy.*
      from (
        select it, n, row_number() over (partition by n order by it.id) as ordinal
        from ${witness(table)} it, generate_series(1, ${count}) n
        where it.business_id = ${businessId} and it.booking_id = ${id}) original,
        lateral jsonb_populate_record(original.it, jsonb_build_object(
          'id', case when ${table} = 'saved_cards' then n else 1000000 + n * 10 + ordinal end,
          'booking_id', n, 'setup_ref', 'seti_' || n)) copy`
  await witness`
    insert into card_consents overriding system value
    select copy.*
    from card_consents consent
    join saved_cards card on card.business_id = ${businessId} and card.id = consent.card_id
    cross join generate_series(1, ${count}) n
    cross join lateral
      jsonb_populate_record(consent, jsonb_build_object('id', n, 'card_id', n)) copy
    where consent.business_id = ${businessId} and card.booking_id = ${id}`
  let last = 0
  return { salon, worker: await requestContextFor(salon), next: () => ++last }
}

const business = { identity: { kind: 'business' } } as const

async function playFee(bookingId: number, steps: readonly FeeStep[]): Promise<void> {
  for (const step of steps) await playFeeStep(bookingId, step)
}

async function playFeeStep(bookingId: number, step: FeeStep): Promise<void> {
  const { worker } = missed
  const context = { ...worker, ...business }
  switch (step.action) {
    case 'charge':
      await chargeFee(context, processors, {
        ...{ bookingId, reason: 'no_show', amountCents: null },
      }).catch(ignore('FEE_ALREADY_CHARGED', 'FEE_NOT_ALLOWED'))
      return
    case 'waive':
      await waiveFee(context, { bookingId }).catch(ignore('FEE_NOT_ALLOWED'))
      return
    case 'complete':
      await transitionBooking(context, {
        ...{ bookingId, transition: 'complete', reason: null },
      }).catch(ignore('INVALID_TRANSITION'))
      return
  }
  for (const payment of await paymentsOf(bookingId)) {
    if (step.action === 'close') await closePayment(worker, processors, payment.id)
    else await report(payment, step)
  }
}

const ignore =
  (...codes: string[]) =>
  (error: { code?: string }) => {
    if (!codes.includes(error.code ?? '')) throw error
  }

interface FeeRow {
  id: number
  state: string
  amountCents: number
  isOpen: boolean
  receivedCents: number
  refundSeenCents: number
  dispute: string | null
  refunds: { id: number; reason: string; state: string; amountCents: number }[]
}

/** The fees of a booking with their payments, the first first. */
async function paymentsOf(bookingId: number): Promise<FeeRow[]> {
  const { witness } = await testDatabase()
  const { businessId } = missed.salon
  return witness<FeeRow[]>`
    select payment.id, fee.state, fee.amount_cents, payment.is_open, payment.received_cents,
      payment.refund_seen_cents,
      (select state from disputes
        where business_id = ${businessId} and payment_id = payment.id) as dispute,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'reason', reason, 'state', state,
          'amountCents', amount_cents)), '[]')
        from refunds where business_id = ${businessId} and payment_id = payment.id) as refunds
    from fees fee
    join payments payment on payment.business_id = fee.business_id and payment.id = fee.payment_id
    where fee.business_id = ${businessId} and fee.booking_id = ${bookingId}
    order by fee.created_at, fee.id`
}

async function report({ id, refunds }: FeeRow, step: FeeStep): Promise<void> {
  const intentRef = `pi_${id}`
  if (step.action === 'report') await settle(id, intentReport(id, step.status), step.second)
  if (step.action === 'refund there')
    await settle(id, { kind: 'charge', intentRef, refundedCents: amountCents }, 9)
  if (step.action === 'dispute')
    await settle(
      id,
      {
        ...{ kind: 'dispute', intentRef },
        dispute: {
          ...{ disputeRef: `dp_${id}`, amountCents, reason: 'fraudulent', state: step.state },
          ...{ respondBy: null, url: '' },
        },
      },
      step.second,
    )
  if (step.action !== 'settle refunds') return
  for (const { id: refundId, amountCents: cents } of refunds)
    await settle(
      id,
      {
        ...{ kind: 'refund', intentRef: '' },
        refund: {
          ...{ refundRef: `re_${refundId}`, refundId, amountCents: cents },
          ...{ state: step.state, failureMessage: '' },
        },
      },
      9,
    )
}

const intentReport = (
  id: number,
  status: 'paid' | 'declined' | 'unauthenticated' | 'cancelled',
): PaymentObservation => ({ kind: 'intent', intent: intentAs(`pi_${id}`, status) })

const intentAs = (
  intentRef: string,
  status: 'paid' | 'declined' | 'unauthenticated' | 'cancelled',
): Intent => ({
  ...{ intentRef, paymentId: null, amountCents, currency: 'EUR', refundedCents: 0 },
  status: status === 'paid' ? 'succeeded' : status === 'cancelled' ? 'cancelled' : 'failed',
  receivedCents: status === 'paid' ? amountCents : 0,
  chargeRef: status === 'paid' ? `ch_${intentRef}` : null,
  ...{ isDisputed: false, receiptUrl: '', clientSecret: '', customerRef: 'cus_1' },
  failure:
    status === 'paid' || status === 'cancelled'
      ? null
      : {
          code: status === 'declined' ? 'card_declined' : 'authentication_required',
          ...{ declined: true, message: 'Declined.' },
        },
  createdAt: new Date(0),
})

async function settle(id: number, observation: PaymentObservation, second: number): Promise<void> {
  const { tenant, clock } = missed.worker
  const catalog = await tenant.catalog()
  const now = clock.now()
  const observedAt = new Date(now.getTime() + second * 1000)
  const observations = { items: [observation], observedAt }
  const moment = { realTime: now, tenantTime: now }
  await tenant.db.transaction((tx) => settlePayment(tx, catalog, id, observations, moment))
}

/** Checks that no money was taken that nobody may keep. Returns the fees. */
async function conserved(bookingId: number, steps: readonly FeeStep[]): Promise<FeeRow[]> {
  const fees = await paymentsOf(bookingId)
  const text = JSON.stringify({ steps, fees })
  assert.ok(fees.filter(({ state }) => state !== 'failed').length <= 1, text)
  for (const { state, receivedCents, refundSeenCents, refunds, isOpen, dispute } of fees) {
    const sumOf = (...states: string[]) =>
      refunds
        .filter((refund) => states.includes(refund.state))
        .reduce((sum, refund) => sum + refund.amountCents, 0)
    assert.ok(sumOf('pending', 'completed') <= receivedCents, `more goes back than came: ${text}`)
    const isReturned =
      sumOf('pending', 'completed', 'failed') + refundSeenCents >= receivedCents ||
      dispute === 'lost'
    if (state === 'waived' || state === 'failed')
      assert.ok(isReturned, `a fee is kept that nobody owes: ${text}`)
    if (state === 'charged') {
      assert.equal(receivedCents, amountCents, text)
      assert.deepEqual(refunds, [], `a fee was charged and refunded: ${text}`)
    }
    if (state === 'requested' || state === 'action') assert.equal(receivedCents, 0, text)
    if (state === 'requested' || state === 'action') assert.ok(isOpen, text)
  }
  return fees
}

const indexOf = (steps: readonly FeeStep[], action: FeeStep['action']) =>
  steps.findIndex((step) => step.action === action)

async function playCard(bookingId: number, step: CardStep): Promise<void> {
  const { worker } = waiting
  if (step === 'expire') return expireBooking(worker, processors, bookingId)
  if (step === 'cancel') {
    const input = { ...{ bookingId, code: null, reason: null, note: null } }
    await cancelBooking({ ...worker, ...business }, input).catch(ignore('CANNOT_CANCEL'))
    return
  }
  const { tenant, clock } = worker
  const catalog = await tenant.catalog()
  const moment = { realTime: clock.now(), tenantTime: clock.now() }
  await tenant.db.transaction(async (tx) => {
    const [card] = await savedCardQueries.findCard(tx, bookingId)
    if (!card) throw new Error('a copy has its card')
    const setup = step === 'forgotten' ? null : setupAs(bookingId, step)
    await settleCard(tx, catalog, card, { setup, moment })
  })
}

const setupAs = (
  id: number,
  step: 'failed' | 'saved' | 'saved again' | 'cancelled',
): CardSetup => ({
  ...{ setupRef: `seti_${id}`, clientSecret: '', customerRef: 'cus_1' },
  status: step === 'failed' ? 'failed' : step === 'cancelled' ? 'cancelled' : 'saved',
  failure:
    step === 'failed' ? { code: 'card_declined', declined: true, message: 'Declined.' } : null,
  card: step.startsWith('saved')
    ? { cardRef: `pm_${id}`, brand: 'visa', last4: '4242', expiresOn: '2034-12-31' }
    : null,
})

/** Cancels everything: nobody has paid or saved it. */
const processors: Processors = () =>
  ({
    async cancelIntent({ intentRef }: { intentRef: string }) {
      return intentAs(intentRef, 'cancelled')
    },
    async cancelSetup({ setupRef }: { setupRef: string }) {
      return setupAs(Number(setupRef.replace('seti_', '')), 'cancelled')
    },
    async findIntentByPayment() {
      return null
    },
  }) as never

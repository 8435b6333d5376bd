import assert from 'node:assert/strict'
import {
  chargeFee,
  expireBooking,
  type Intent,
  type PaymentObservation,
  type Processors,
  settlePayment,
  transitionBooking,
  waiveFee,
} from '@silla/core'
import fc from 'fast-check'
import { dataOf } from '../support/assertions.ts'
import { testDatabase } from '../support/database.ts'
import {
  bookWithCard,
  deposit,
  depositCents,
  openCardSalon,
  requestDeposit,
} from '../support/saved-cards.ts'
import { type Copies, copiesOf } from './copies.ts'
import { ignore } from './fee-history.ts'
import { withConcurrency } from './orders.ts'

// What people, the bank and the processor do with a deposit by which a card is saved (D47), and with the
// fee for the same visit, one after the other.

export type DepositStep =
  /** An event names the card only; what is read from the processor has its details. */
  | { action: 'event' | 'read' | 'declined' | 'read a card that ends early' }
  | { action: 'expire' | 'miss' | 'charge' | 'waive' | 'complete' | 'fee paid' | 'fee declined' }
  | { action: 'refund there'; cents: number }

/** What the customer has agreed to for a visit that they miss. */
const agreedCents = 1850

const business = { identity: { kind: 'business' } } as const

/** Bookings that wait for their deposits, when their visits have begun. */
export async function awaitedDeposits(count: number): Promise<Copies> {
  const salon = await openCardSalon({ deposit })
  const booking = await bookWithCard(salon)
  dataOf(await requestDeposit(salon, booking))
  const copies = await copiesOf(salon, booking.id, count)
  salon.setTime('2030-03-06T10:20')
  return copies
}

/** Plays the steps with the next of the bookings. @returns it, with which no money was lost or invented */
export async function playDeposit(
  copies: Copies,
  steps: readonly DepositStep[],
): Promise<DepositRow> {
  const bookingId = copies.next()
  for (const step of steps) await playStep(copies, bookingId, step)
  return conserved(copies, bookingId, steps)
}

async function playStep(copies: Copies, bookingId: number, step: DepositStep): Promise<void> {
  const { worker } = copies
  const context = { ...worker, ...business }
  switch (step.action) {
    case 'expire':
      return expireBooking(worker, processors, bookingId)
    case 'miss':
    case 'complete': {
      const transition = step.action === 'miss' ? 'no_show' : 'complete'
      await transitionBooking(context, { bookingId, transition, reason: null }).catch(
        ignore('INVALID_TRANSITION'),
      )
      return
    }
    case 'charge':
      await chargeFee(context, processors, {
        ...{ bookingId, reason: 'no_show', amountCents: null },
      }).catch(ignore('FEE_ALREADY_CHARGED', 'FEE_NOT_ALLOWED', 'CARD_NOT_SAVED'))
      return
    case 'waive':
      await waiveFee(context, { bookingId }).catch(ignore('FEE_NOT_ALLOWED'))
      return
    case 'fee paid':
    case 'fee declined':
      for (const { paymentId, amountCents } of (await rowOf(copies, bookingId)).fees)
        await settle(copies, paymentId, {
          kind: 'intent',
          intent: intentAs(`pi_fee_${paymentId}`, {
            amountCents,
            isPaid: step.action === 'fee paid',
          }),
        })
      return
    case 'refund there': {
      const { cents: refundedCents } = step
      return settle(copies, bookingId, {
        ...{ kind: 'charge', intentRef: `pi_${bookingId}`, refundedCents },
      })
    }
    default: {
      const hasCard = step.action === 'read' || step.action === 'read a card that ends early'
      const expiresOn = step.action === 'read' ? '2034-12-31' : '2030-02-28'
      const details = { cardRef: `pm_${bookingId}`, brand: 'visa', last4: '4242', expiresOn }
      const isPaid = step.action !== 'declined'
      const intent = intentAs(`pi_${bookingId}`, { amountCents: depositCents, isPaid })
      return settle(copies, bookingId, {
        kind: 'intent',
        intent: { ...intent, card: hasCard ? details : null },
      })
    }
  }
}

const intentAs = (
  intentRef: string,
  { amountCents, isPaid }: { amountCents: number; isPaid: boolean },
): Intent => ({
  ...{ intentRef, paymentId: null, amountCents, currency: 'EUR', refundedCents: 0, card: null },
  ...{ isDisputed: false, receiptUrl: '', clientSecret: '', customerRef: 'cus_1' },
  status: isPaid ? 'succeeded' : 'failed',
  receivedCents: isPaid ? amountCents : 0,
  chargeRef: isPaid ? `ch_${intentRef}` : null,
  failure: isPaid ? null : { code: 'card_declined', declined: true, message: 'Declined.' },
  createdAt: new Date(0),
})

async function settle(
  { worker }: Copies,
  id: number,
  observation: PaymentObservation,
): Promise<void> {
  const { tenant, clock } = worker
  const catalog = await tenant.catalog()
  const now = clock.now()
  const moment = { realTime: now, tenantTime: now }
  await tenant.db.transaction((tx) =>
    settlePayment(tx, catalog, id, { items: [observation], observedAt: now }, moment),
  )
}

export interface DepositRow {
  booking: string
  card: 'pending' | 'saved' | 'expired' | 'retired'
  cardRef: string | null
  applied: boolean
  receivedCents: number
  /** What the salon has refunded of the deposit at the processor, and what Silla has requested besides. */
  refundSeenCents: number
  requestedCents: number
  fees: { paymentId: number; state: string; amountCents: number; retainedCents: number }[]
}

async function rowOf({ salon }: Copies, bookingId: number): Promise<DepositRow> {
  const { witness } = await testDatabase()
  const { businessId } = salon
  const [row] = await witness<DepositRow[]>`
    select booking.state as booking, card.state as card, card.card_ref, deposit.applied,
      deposit.received_cents,
      deposit.refund_seen_cents, (
        select coalesce(sum(amount_cents), 0)::int from refunds
        where business_id = ${businessId} and payment_id = ${bookingId}) as requested_cents,
      (select coalesce(jsonb_agg(jsonb_build_object('paymentId', payment.id, 'state', fee.state,
          'amountCents', fee.amount_cents, 'retainedCents', payment.received_cents - (
            select coalesce(sum(refund.amount_cents), 0) from refunds refund
            where refund.business_id = ${businessId} and refund.payment_id = payment.id))), '[]')
        from fees fee
        join payments payment
          on payment.business_id = fee.business_id and payment.id = fee.payment_id
        where fee.business_id = ${businessId} and fee.booking_id = ${bookingId}) as fees
    from bookings booking
    join saved_cards card on card.business_id = booking.business_id and card.id = booking.id
    join payments deposit on deposit.business_id = booking.business_id and deposit.id = booking.id
    where booking.business_id = ${businessId} and booking.id = ${bookingId}`
  if (!row) throw new Error('a copy has its card and its deposit')
  return row
}

/** Checks that nobody pays more than they agreed to, and that a card is kept only with its deposit. */
async function conserved(
  copies: Copies,
  bookingId: number,
  steps: readonly DepositStep[],
): Promise<DepositRow> {
  const row = await rowOf(copies, bookingId)
  const text = JSON.stringify({ steps, row })
  const { applied, receivedCents, refundSeenCents, requestedCents, fees, card, cardRef } = row
  assert.ok(requestedCents <= receivedCents, `more goes back than came: ${text}`)
  // what is reported later may be the refund that was requested
  const retainedCents = Math.max(0, receivedCents - refundSeenCents - requestedCents)
  if (!applied) assert.equal(retainedCents, 0, `a deposit is kept that does not count: ${text}`)
  if (row.booking === 'confirmed' || row.booking === 'no_show') assert.ok(applied, text)
  const counting = fees.filter(({ state }) => state !== 'failed' && state !== 'waived')
  assert.ok(counting.length <= 1, text)
  for (const { amountCents } of counting)
    assert.ok(retainedCents + amountCents <= agreedCents, `more than was agreed: ${text}`)
  for (const fee of fees.filter(({ state }) => state === 'waived' || state === 'failed'))
    assert.equal(fee.retainedCents, 0, `a fee is kept that nobody owes: ${text}`)
  if (card === 'saved') assert.ok(applied, `a card is kept without its deposit: ${text}`)
  const isKnown = steps.some(({ action }) => action.startsWith('read'))
  assert.equal(cardRef !== null, isKnown, text)
  assert.equal(card === 'saved' || card === 'retired', isKnown, text)
  return row
}

/** Nobody has paid what the expiry ends. */
const processors: Processors = () =>
  ({
    async cancelIntent({ intentRef }: { intentRef: string }) {
      const intent = intentAs(intentRef, { amountCents: depositCents, isPaid: false })
      return { ...intent, status: 'cancelled', failure: null }
    },
    async findIntentByPayment() {
      return null
    },
  }) as never

const anyStep = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom<DepositStep>(
      ...([{ action: 'event' }, { action: 'read' }, { action: 'declined' }] as const),
      { action: 'read a card that ends early' },
    ),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom<DepositStep>(
      ...([{ action: 'miss' }, { action: 'charge' }, { action: 'fee paid' }] as const),
    ),
  },
  fc.constantFrom<DepositStep>(
    ...([{ action: 'expire' }, { action: 'waive' }, { action: 'complete' }] as const),
    { action: 'fee declined' },
  ),
  fc.record({
    action: fc.constant('refund there' as const),
    cents: fc.integer({ min: 0, max: depositCents }),
  }),
)

/**
 * Plays random histories, each with the next of the bookings; the same seed plays the same ones.
 *
 * @param onPlayed called after each
 * @returns what has failed
 */
export async function playRandomDeposits(
  copies: Copies,
  { histories, seed }: { histories: number; seed: number },
  onPlayed: () => void = () => {},
): Promise<Error[]> {
  const cases = fc.sample(fc.array(anyStep, { minLength: 3, maxLength: 10 }), {
    ...{ numRuns: histories, seed },
  })
  const failures: Error[] = []
  await withConcurrency(cases, async (steps) => {
    await playDeposit(copies, steps).catch((error) => failures.push(error))
    onPlayed()
  })
  return failures
}

import { expect } from '../failure.ts'
import { chargeableUntil, feeOf } from '../model/fees.ts'
import type { CardRow, FeeRow, SalonRows } from '../rows.ts'
import type { Simulation } from '../simulation.ts'

/** Cards and fees change only as allowed, and nothing is charged that a person has not charged. */
export function checkFees(simulation: Simulation, before: SalonRows, after: SalonRows): void {
  for (const card of after.cards)
    checkCard(
      simulation,
      before.cards.find(({ id }) => id === card.id),
      card,
      after,
    )
  for (const booking of simulation.model.bookings) {
    const open = after.cards.filter(
      ({ bookingId, state }) => bookingId === booking.id && isOpen(state),
    )
    expect(open.length <= 1, 'a booking has one card', () => booking.label)
    const counting = after.fees.filter(
      ({ bookingId, state }) => bookingId === booking.id && state !== 'failed',
    )
    expect(counting.length <= 1, 'a booking has one fee', () => booking.label)
    expect(
      booking.state !== 'completed' || (feeOf(after, booking)?.state ?? 'waived') === 'waived',
      'a visit that took place has no fee',
      () => booking.label,
    )
  }
  for (const fee of after.fees)
    checkFee(
      simulation,
      before.fees.find(({ id }) => id === fee.id),
      fee,
      after,
    )
  expect(
    after.fees.length === before.fees.length + simulation.step.feesCharged.size,
    'fees are charged by people only',
    () => `${before.fees.length} before, ${after.fees.length} after`,
  )
}

const isOpen = (state: CardRow['state']) => state === 'pending' || state === 'saved'

const cardChanges = [
  ...['new pending', 'pending saved', 'pending expired', 'pending retired', 'saved retired'],
  // within one step
  ...['new saved', 'new expired', 'new retired'],
  // its deposit came too late
  'expired retired',
]

function checkCard(
  { processor, model }: Simulation,
  old: CardRow | undefined,
  { state, setupRef, cardRef, bookingId }: CardRow,
  { payments }: SalonRows,
): void {
  const from = old?.state ?? 'new'
  const booking = model.bookings.find(({ id }) => id === bookingId)
  const text = () => `${booking?.label}: ${from} to ${state}`
  if (from === state) return
  /** Whether the card was saved by paying its deposit (D47). */
  const hasSaved = (intentRef: string | null) =>
    processor.hasArrived(intentRef) &&
    processor.intent(intentRef)?.payment_method === cardRef &&
    !processor.endsEarly.has(intentRef ?? '')
  expect(cardChanges.includes(`${from} ${state}`), 'a card changes only as allowed', text)
  expect(
    state !== 'saved' ||
      (setupRef === null
        ? payments.some((each) => each.bookingId === bookingId && hasSaved(each.intentRef))
        : processor.saved.has(setupRef) && !processor.endsEarly.has(setupRef)),
    'a card counts as saved when the processor has saved it',
    text,
  )
  expect(
    from !== 'saved' || (booking !== undefined && chargeableUntil(booking) <= model.now()),
    'a saved card is kept until no fee may be charged any more',
    text,
  )
}

const feeChanges = [
  ...['new requested', 'requested charged', 'requested action', 'requested failed'],
  ...['requested waived', 'action charged', 'action failed', 'action waived', 'charged waived'],
  // the money came first
  'failed charged',
]

function checkFee(
  { step, model }: Simulation,
  old: FeeRow | undefined,
  fee: FeeRow,
  after: SalonRows,
): void {
  const { state, amountCents, bookingId, paymentId } = fee
  const booking = model.bookings.find(({ id }) => id === bookingId)
  const payment = after.feePayments.find(({ id }) => id === paymentId)
  const from = old?.state ?? 'new'
  const text = () => `${booking?.label}: ${from} to ${state}, ${JSON.stringify(payment)}`
  expect(
    from === state || feeChanges.includes(`${from} ${state}`),
    'a fee changes only as allowed',
    text,
  )
  expect(
    old ? old.amountCents === amountCents : step.feesCharged.get(bookingId) === amountCents,
    'a fee keeps the amount with which it was charged',
    text,
  )
  const received = payment?.receivedCents ?? 0
  expect(
    payment !== undefined && payment.amountCents === amountCents && payment.bookingId === bookingId,
    'a fee has a payment of its amount',
    text,
  )
  const isPaid = received === amountCents
  expect(
    state === 'charged' ? isPaid : state === 'waived' || state === 'failed' || received === 0,
    'a fee is charged when its money has arrived',
    text,
  )
  expect(
    (state !== 'requested' && state !== 'action') || payment?.isOpen === true,
    'a fee that is not decided can still be paid',
    text,
  )
}

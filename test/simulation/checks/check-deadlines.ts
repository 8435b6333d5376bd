import { expect } from '../failure.ts'
import { allPayments, type SalonRows } from '../rows.ts'
import type { Simulation } from '../simulation.ts'

/** Payments are read again every ten minutes, and less often the older they are (D22). */
const knownAfter = (ageMilliseconds: number): number => Math.max(10 * 60_000, ageMilliseconds / 10)

/** While a bank has not decided, expiry is tried again after this time. */
const expiryRetryMilliseconds = 5 * 60_000

/** One that is confirmed when it should be completed is completed by the next night. */
const nightMilliseconds = 25 * 3_600_000

/** Once the worker has run, nothing that is due is left. */
export function checkDeadlines({ model, step, processor }: Simulation, rows: SalonRows): void {
  if (!step.isWorkerDone) return
  const now = model.now()
  const intents = processor.intents()
  const processing = new Set(
    intents.filter(({ status }) => status === 'processing').map(({ id }) => id),
  )
  const isUndecided = (ref: string) =>
    processing.has(ref) || (processor.settled.get(ref) ?? 0) + expiryRetryMilliseconds > now
  const waitsForBank = (id: number) =>
    rows.payments.some(
      ({ bookingId, orderId, intentRef }) =>
        (bookingId === id || orderId === id) && intentRef !== null && isUndecided(intentRef),
    )
  const { autocompleteHours } = model.plan
  for (const { id, label, state, expiresAt, end, changedAt } of model.bookings) {
    expect(
      state !== 'pending' || expiresAt === null || expiresAt > now || waitsForBank(id),
      'a pending booking ends at its deadline',
      () => label,
    )
    const completesAt = end * 60_000 + (autocompleteHours ?? 0) * 3_600_000
    const isLate = changedAt >= completesAt && changedAt + nightMilliseconds > now
    expect(
      state !== 'confirmed' || autocompleteHours === null || completesAt > now || isLate,
      'a past booking is completed',
      () => label,
    )
  }
  for (const { id, label, state, expiresAt } of model.orders) {
    expect(
      state !== 'pending' || expiresAt > now || waitsForBank(id),
      'an unpaid order ends at its deadline',
      () => label,
    )
  }
  for (const payment of allPayments(rows)) {
    if (!processor.hasArrived(payment.intentRef)) continue
    const arrivedAt = processor.arrived.get(payment.intentRef ?? '') ?? 0
    const { created = 0 } = intents.find(({ id }) => id === payment.intentRef) ?? {}
    expect(
      payment.receivedCents > 0 ||
        Math.max(arrivedAt, step.beganAt) + knownAfter(now - created * 1000) > now,
      'a payment is known in time although its event is lost',
      () => `${payment.amountCents} cents arrived ${(now - arrivedAt) / 60_000} minutes ago`,
    )
  }
}

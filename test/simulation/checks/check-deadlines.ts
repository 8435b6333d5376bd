import { expect } from '../failure.ts'
import type { SalonRows } from '../rows.ts'
import type { Simulation } from '../simulation.ts'

/** Payments are read again every ten minutes, and less often the older they are (D22). */
const knownAfter = (ageMilliseconds: number): number => Math.max(10 * 60_000, ageMilliseconds / 10)

/** Once the worker has run, nothing that is due is left. */
export function checkDeadlines({ model, step, arrived, salon }: Simulation, rows: SalonRows): void {
  if (!step.isWorkerDone) return
  const now = model.now()
  const intents = model.plan.takesOnlinePayments
    ? salon.stripe.fake.paymentIntents(salon.stripe.account)
    : []
  const isProcessing = (id: number) =>
    rows.payments.some(
      ({ bookingId, intentRef }) =>
        bookingId === id &&
        intents.some((each) => each.id === intentRef && each.status === 'processing'),
    )
  const { autocompleteHours } = model.plan
  for (const { id, label, state, expiresAt, end } of model.bookings) {
    expect(
      state !== 'pending' || expiresAt === null || expiresAt > now || isProcessing(id),
      'a pending booking ends at its deadline',
      () => label,
    )
    expect(
      state !== 'confirmed' ||
        autocompleteHours === null ||
        end * 60_000 + autocompleteHours * 3_600_000 > now,
      'a past booking is completed',
      () => label,
    )
  }
  for (const payment of rows.payments) {
    const arrivedAt = arrived.get(payment.intentRef ?? '')
    const { created = 0 } = intents.find(({ id }) => id === payment.intentRef) ?? {}
    expect(
      arrivedAt === undefined ||
        payment.receivedCents > 0 ||
        Math.max(arrivedAt, step.beganAt) + knownAfter(now - created * 1000) > now,
      'a payment is known in time although its event is lost',
      () => `${payment.amountCents} cents arrived ${(now - (arrivedAt ?? 0)) / 60_000} minutes ago`,
    )
  }
}

import { expect } from '../failure.ts'
import type { ModelBooking } from '../model/model.ts'
import { isReleased } from '../model/money.ts'
import type { BookingRow, MovementRow, SalonRows } from '../rows.ts'
import type { Simulation } from '../simulation.ts'

/** A movement of points that a step should have caused. */
interface ExpectedMovement {
  customerId: number
  kind: string
  /** Negative for `reverted` points: at most the balance is taken. */
  points: number
  bookingId: number | null
}

/**
 * Every movement of the ledger has one cause and every cause one movement; the balance is their sum
 * and never negative (D12, D15).
 */
export function checkPoints(simulation: Simulation, before: SalonRows, after: SalonRows): void {
  const expected = expectedMovements(simulation, before, after)
  for (const { id, email, balance } of after.customers) {
    const movements = after.movements.filter(({ customerId }) => customerId === id)
    const known = before.movements.filter(({ customerId }) => customerId === id).length
    let sum = 0
    for (const [index, movement] of movements.entries()) {
      if (index >= known) takeExpected(expected, movement, sum)
      sum += movement.points
      expect(
        sum >= 0 && movement.balanceAfter === sum,
        'the balance is the sum of the ledger',
        () => `${email}: ${movement.kind} ${movement.points}, ${movement.balanceAfter}, not ${sum}`,
      )
    }
    expect(sum === balance, 'the balance is the sum of the ledger', () => `${email}: ${balance}`)
  }
  expect(expected.length === 0, 'points are moved for every cause', () =>
    expected.map(({ kind, points }) => `${kind} ${points}`).join(', '),
  )
}

/** Finds the cause of a movement and removes it. */
function takeExpected(expected: ExpectedMovement[], movement: MovementRow, balance: number): void {
  const index = expected.findIndex(
    (each) =>
      each.customerId === movement.customerId &&
      each.kind === movement.kind &&
      each.bookingId === movement.bookingId &&
      (each.kind === 'reverted' ? Math.max(each.points, -balance) : each.points) ===
        movement.points,
  )
  expect(
    index >= 0,
    'points are moved for a cause, once',
    () => `${movement.kind} ${movement.points} at a balance of ${balance}`,
  )
  expected.splice(index, 1)
}

function expectedMovements(
  { model, step }: Simulation,
  before: SalonRows,
  after: SalonRows,
): ExpectedMovement[] {
  const gifts = step.gifts.map((gift) => ({ ...gift, kind: 'adjusted', bookingId: null }))
  const atDesk = step.pointsOfSales.map((sale) => ({
    ...sale,
    kind: sale.points > 0 ? 'earned' : 'reverted',
    bookingId: null,
  }))
  const ofBookings = model.bookings.flatMap((booking) => {
    const row = after.bookings.find(({ id }) => id === booking.id)
    const old = before.bookings.find(({ id }) => id === booking.id)
    if (row === undefined) return []
    return [
      ...movementsOfLines(booking, old, step.pointsOfLines.get(booking.id) ?? 0),
      ...movementsOf(booking, old, row, releasedNow(before, after, booking)),
    ]
  })
  const all = [...gifts, ...atDesk, ...ofBookings, ...movementsOfSales(model, before, after)]
  return all.filter(({ points }) => points !== 0)
}

/** A deposit has given no points. */
const releasedNow = (
  before: SalonRows,
  after: SalonRows,
  { id: bookingId, depositCents }: ModelBooking,
): boolean =>
  depositCents === null &&
  after.payments.some((each) => {
    const old = before.payments.find(({ id }) => id === each.id)
    return (
      each.bookingId === bookingId &&
      isReleased(after, each) &&
      !(old !== undefined && isReleased(before, old))
    )
  })

/** Points that were awarded follow the services of the visit (D54). */
function movementsOfLines(
  { id: bookingId, customerId, award, state, isPaid, depositCents }: ModelBooking,
  old: BookingRow | undefined,
  points: number,
): ExpectedMovement[] {
  const isDue = (isPaid && depositCents === null) || old?.state === 'completed'
  if (points === 0 || !isDue || award === 'taken' || state === 'cancelled') return []
  return [{ customerId, bookingId, points, kind: points > 0 ? 'earned' : 'reverted' }]
}

function movementsOf(
  booking: ModelBooking,
  old: BookingRow | undefined,
  row: BookingRow,
  isReleased: boolean,
): ExpectedMovement[] {
  const { id: bookingId, customerId, pointsUsed, pointsEarned } = booking
  const movements: ExpectedMovement[] = []
  const moveBy = (kind: string, points: number) =>
    movements.push({ customerId, kind, points, bookingId })

  const wasPaid = booking.isPaid
  booking.isPaid = row.paymentId !== null
  const isNewly = (state: string) => row.state === state && old?.state !== state
  if (old === undefined) moveBy('redeemed', -pointsUsed)
  if (isNewly('cancelled')) moveBy('reverted', pointsUsed)
  if (old?.state === 'completed' && row.state === 'no_show' && !wasPaid) {
    moveBy('reverted', -pointsEarned)
    booking.award = 'none'
  }
  const isPaidInFull = booking.isPaid && !wasPaid && booking.depositCents === null
  if (booking.award === 'none' && (isNewly('completed') || isPaidInFull)) {
    moveBy('earned', pointsEarned)
    booking.award = 'given'
  }
  if (isReleased && booking.award === 'given') {
    moveBy('reverted', -pointsEarned)
    booking.award = 'taken'
  }
  return movements
}

/** Of orders and of points packages. */
function movementsOfSales(
  { orders }: Simulation['model'],
  before: SalonRows,
  after: SalonRows,
): ExpectedMovement[] {
  return after.payments.flatMap((payment) => {
    if (payment.bookingId !== null) return []
    const old = before.payments.find(({ id }) => id === payment.id)
    const order = orders.find(({ id }) => id === payment.orderId)
    const points = order ? order.pointsEarned : payment.pointsBought
    const { customerId } = payment
    const isNew = payment.applied && !old?.applied
    const isReleasedNow =
      isReleased(after, payment) && !(old !== undefined && isReleased(before, old))
    return [
      ...(isNew
        ? [{ customerId, kind: order ? 'earned' : 'bought', points, bookingId: null }]
        : []),
      ...(isReleasedNow
        ? [{ customerId, kind: 'reverted', points: -points, bookingId: null }]
        : []),
    ]
  })
}

import { expect } from '../failure.ts'
import { confirmationDeadline } from '../model/booking-rules.ts'
import { isLive, type ModelBooking } from '../model/model.ts'
import type { BookingRow, ClaimRow, MoveRow, SalonRows } from '../rows.ts'
import type { Simulation } from '../simulation.ts'

/**
 * The bookings are those of the model, their states have changed only as allowed, and no time is
 * taken twice. The model then takes over what the system has done by itself.
 */
export function checkBookings(simulation: Simulation, before: SalonRows, after: SalonRows): void {
  const { model } = simulation
  expect(
    after.bookings.length === model.bookings.length,
    'bookings are made by requests only',
    () => `${after.bookings.length} rows, ${model.bookings.length} bookings`,
  )
  for (const booking of model.bookings) {
    const row = after.bookings.find(({ id }) => id === booking.id)
    const old = before.bookings.find(({ id }) => id === booking.id)
    expect(row !== undefined, 'no booking disappears', () => booking.label)
    if (row) checkBooking(simulation, booking, old, row)
  }
  checkClaims(simulation, after)
}

function checkBooking(
  simulation: Simulation,
  booking: ModelBooking,
  old: BookingRow | undefined,
  row: BookingRow,
): void {
  const { label, professional, start, end, totalCents, pointsUsed, pointsEarned } = booking
  const agreed = [simulation.salon.id(professional), start, end]
  expect(
    JSON.stringify([row.professionalId, row.start, row.end]) === JSON.stringify(agreed) &&
      JSON.stringify([row.totalCents, row.pointsUsed, row.pointsEarned]) ===
        JSON.stringify([totalCents, pointsUsed, pointsEarned]),
    'a booking keeps its time and its price',
    () => `${label}: ${JSON.stringify(row)}`,
  )
  expect(
    row.depositCents === booking.depositCents && row.hasArrived === booking.hasArrived,
    'a booking keeps its deposit, and who has come in',
    () =>
      `${label}: ${row.depositCents} and ${row.hasArrived}, ${booking.depositCents} and ${booking.hasArrived}`,
  )
  const moves = newMoves(old?.moves ?? [], row.moves)
  let state = old?.state ?? null
  for (const each of moves) {
    expect(
      each.from === state && isLegal(simulation, booking, each),
      'only allowed state changes are recorded',
      () => `${label}: ${state} to ${each.to} by ${each.actor}`,
    )
    state = each.to
    if (each.from === each.to) continue
    booking.changedAt = each.at
    booking.isBySystem = each.actor === 'system'
  }
  expect(
    state === row.state,
    'the state is the last one recorded',
    () => `${label}: ${row.state}, recorded ${state}`,
  )
  checkPaid(simulation, booking, row)
  checkDeadline(simulation, booking, row)
  checkSecured(simulation, booking, row)
  booking.state = row.state
}

const order = ['pending', 'confirmed', 'completed', 'no_show', 'cancelled']

/** The changes since the last step, oldest first. The same change may occur twice at one time. */
function newMoves(old: readonly MoveRow[], all: readonly MoveRow[]): MoveRow[] {
  const seen = old.map((each) => JSON.stringify(each))
  const moves = all.filter((each) => {
    const index = seen.indexOf(JSON.stringify(each))
    if (index >= 0) seen.splice(index, 1)
    return index < 0
  })
  return moves.sort(
    (one, other) => one.at - other.at || order.indexOf(one.to) - order.indexOf(other.to),
  )
}

/** A person made the change in this step, or the system had a reason to. */
function isLegal(simulation: Simulation, booking: ModelBooking, { from, to, actor, at }: MoveRow) {
  const { model, step, processor, rows } = simulation
  if (actor !== 'system' || from === null)
    return step.moves.some((each) => each.bookingId === booking.id && each.to === to)
  const payments = rows.payments.filter(({ bookingId }) => bookingId === booking.id)
  const hasArrived = payments.some(({ intentRef }) => processor.arrived.has(intentRef ?? ''))
  const isKnowable = payments.some(
    ({ intentRef, receivedCents }) => receivedCents > 0 || processor.hasArrived(intentRef),
  )
  const isPrepaid = booking.paymentRequired && !model.plan.confirmsByHand
  switch (`${from} ${to}`) {
    case 'pending confirmed':
      return isPrepaid && (hasArrived || isSecured(simulation, booking))
    case 'pending cancelled':
      return (
        booking.expiresAt !== null &&
        booking.expiresAt <= at &&
        !(isPrepaid && (isKnowable || isCardKnowable(simulation, booking)))
      )
    case 'confirmed completed': {
      const { autocompleteHours } = model.plan
      return (
        autocompleteHours !== null && booking.end * 60_000 + autocompleteHours * 3_600_000 <= at
      )
    }
    default:
      return false
  }
}

/** Whether a card was saved for the booking in time, and the product can find it out. */
const isCardKnowable = ({ rows, processor }: Simulation, { id }: ModelBooking): boolean =>
  rows.cards.some(
    ({ bookingId, setupRef }) =>
      bookingId === id && wasSaved(processor, setupRef) && !processor.gone.has(setupRef),
  )

function checkPaid({ processor, rows }: Simulation, booking: ModelBooking, row: BookingRow): void {
  if (row.paymentId === null || booking.isPaid) {
    expect(
      booking.isPaid === (row.paymentId !== null),
      'a paid booking stays paid',
      () => booking.label,
    )
    return
  }
  const isFromProcessor = rows.payments.some(
    ({ id, bookingId, intentRef }) =>
      bookingId === booking.id && id === row.paymentId && processor.arrived.has(intentRef ?? ''),
  )
  expect(
    isFromProcessor,
    'a booking is paid when its money has arrived',
    () => `${booking.label} is paid by ${row.paymentId}`,
  )
}

/** A booking that needs a card has one when it does not wait for it any more (D50). */
function checkSecured(simulation: Simulation, booking: ModelBooking, row: BookingRow): void {
  const { guarantee, label, paymentRequired } = booking
  const guaranteed = row.guarantee && {
    noShowCents: row.guarantee.noShowCents,
    lateCancelCents: row.guarantee.lateCancelCents,
  }
  expect(
    JSON.stringify(guaranteed) === JSON.stringify(guarantee),
    'what may be charged to the card of a booking stays as it was agreed',
    () => `${label}: ${JSON.stringify(guaranteed)}, agreed ${JSON.stringify(guarantee)}`,
  )
  // a deposit secures it, whatever became of its card (D47)
  const isSecuredByCard = guarantee !== null && booking.depositCents === null
  if (!isSecuredByCard || !paymentRequired || row.paymentRequired) return
  expect(isSecured(simulation, booking), 'a booking is secured by its card', () => label)
  booking.paymentRequired = false
}

/** Its card was saved; when the visit is long past it may be given up in the same step (D50). */
const isSecured = ({ rows, processor }: Simulation, { id }: ModelBooking): boolean =>
  rows.cards.some(
    ({ bookingId, state, setupRef }) =>
      bookingId === id &&
      (state === 'saved' || (state === 'retired' && wasSaved(processor, setupRef))),
  )

/** Whether the processor has saved a card that is valid until the visit. */
const wasSaved = (
  { saved, endsEarly }: Simulation['processor'],
  setupRef: string | null,
): setupRef is string => setupRef !== null && saved.has(setupRef) && !endsEarly.has(setupRef)

/** A deadline ends with the state it belongs to, or moves when the payment arrives (D14). */
function checkDeadline(simulation: Simulation, booking: ModelBooking, row: BookingRow): void {
  const { model, step } = simulation
  const { label, expiresAt, paymentRequired, start } = booking
  const isNew = row.expiresAt !== expiresAt
  booking.expiresAt = row.expiresAt
  if (row.state !== 'pending' || !isNew) return
  const [earliest, latest] = [step.beganAt, model.now()].map((at) =>
    confirmationDeadline(at, start),
  )
  expect(
    model.plan.confirmsByHand &&
      paymentRequired &&
      (row.paymentId !== null || isSecured(simulation, booking)) &&
      (row.expiresAt ?? 0) >= (earliest ?? 0) &&
      (row.expiresAt ?? 0) <= (latest ?? 0),
    'a deadline moves only when the payment arrives or the card is saved',
    () => `${label}: ${row.expiresAt}, before ${expiresAt}`,
  )
}

/**
 * Exactly the bookings that are not cancelled, the live holds and the blocks occupy their time, and
 * none of them overlap. The claims of a hold that has expired may be left.
 */
function checkClaims({ model, salon }: Simulation, { claims }: SalonRows): void {
  const taken = [
    ...model.bookings
      .filter(({ state }) => state !== 'cancelled')
      .flatMap(({ id, label, parts }) =>
        parts.map((part) => ({ id, label, ...part, kind: 'booking' as const })),
      ),
    ...model.holds
      .filter((each) => isLive(model, each))
      .map((each) => ({ ...each, kind: 'hold' as const })),
    ...model.blocks.map((each) => ({ ...each, kind: 'block' as const })),
  ]
  const expired = new Set(
    model.holds.filter((each) => each.state === 'open' && !isLive(model, each)).map(({ id }) => id),
  )
  const claimed = claims
    .filter(({ kind, ownerId }) => kind !== 'hold' || !expired.has(ownerId))
    .map((each) => claimText(each))
  const expected = taken.map(({ kind, id: ownerId, professional, start, end }) =>
    claimText({ kind, ownerId, resourceId: salon.id(professional), start, end }),
  )
  expect(
    claimed.sort().join() === expected.sort().join(),
    'exactly the bookings that are not cancelled, live holds and blocks occupy their time',
    () => `${claimed.length} claims, ${expected.length} expected`,
  )
  for (const [index, one] of taken.entries()) {
    const other = taken
      .slice(index + 1)
      .find(
        (each) =>
          each.professional === one.professional && each.start < one.end && one.start < each.end,
      )
    expect(
      other === undefined,
      'no two bookings, holds or blocks overlap',
      () => `${one.label} and ${other?.label}`,
    )
  }
}

const claimText = ({ kind, ownerId, resourceId, start, end }: ClaimRow): string =>
  `${kind} ${ownerId} ${resourceId} ${start} ${end}`

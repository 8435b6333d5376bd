import type { Candidate } from '../../unit/slots/minute-model.ts'
import type { Caller } from '../api-client.ts'
import { expect } from '../failure.ts'
import { startsAmong } from '../model/availability.ts'
import {
  deadlineAfterMove,
  movedVisit,
  type RescheduleAttempt,
  refundPercent,
  rescheduleRefusal,
  type WantedPeople,
} from '../model/booking-rules.ts'
import { clockTime, localTime } from '../model/local-time.ts'
import { isOpen, type Model, type ModelBooking } from '../model/model.ts'
import type { Simulation } from '../simulation.ts'
import { assignedCandidate, partsOf } from './assigned-candidate.ts'
import { checkAlternatives } from './check-alternatives.ts'
import { randomBooking, randomDate } from './choices.ts'
import type { Step } from './step.ts'

type Random = Parameters<Step['run']>[1]

/** A booking is moved to another time or other people, or only tried (D37, D44). */
export const reschedule: Step = {
  name: 'reschedule',
  weight: ({ model }) => (model.bookings.length > 0 ? 14 : 0),
  async run(simulation, random) {
    const { model, api, salon } = simulation
    const booking = bookingToMove(random, model)
    if (booking === null) return 'nothing to move'
    const caller = randomCaller(random, booking)
    const { attempt, starts } = randomMove(simulation, random, booking, caller.by)
    const { by, who, date, minute } = attempt
    const start = starts[minute]
    const rule = rescheduleRefusal(model, attempt, start)
    const isStale = random.chance(0.05)
    const refusal = rule === 'INVALID_TIME' ? rule : isStale ? 'VERSION_CONFLICT' : rule
    const expected = refusal === null || refusal === 'same' ? 'ok' : refusal
    const isSimulated = random.chance(0.2)
    const path = `/reservas/${booking.id}/reprogramar/`
    const body = {
      fecha: date,
      hora_inicio: clockTime(minute),
      ...(who.kind === 'anyone' && { peluquero_id: 0 }),
      ...(who.kind === 'one' && { peluquero_id: salon.id(who.professional) }),
      ...(caller.code && { codigo: caller.code }),
      ...(isStale && { version: 2 ** 30 }),
      ...(by === 'salon' && { por_negocio: true }),
    }
    const { code, data, error } = await api.post(caller.caller, path, body, { isSimulated })
    const people = who.kind === 'one' ? who.professional : who.kind
    const text =
      `${booking.label} is moved (${by}) to ${date} ${clockTime(minute)} with ${people}` +
      `${isSimulated ? ', simulated' : ''}: ${code}${refusal === 'same' ? ', where it is' : ''}`
    expect(
      code === expected,
      'a booking can be moved to what is free and nothing else',
      () => `${text}, expected ${expected}`,
    )
    if (code === 'SLOT_NOT_AVAILABLE')
      checkAlternatives(
        simulation,
        {
          ...{ by, date },
          professional: who.kind === 'one' ? who.professional : booking.professional,
          isOffered: who.kind === 'anyone',
        },
        starts,
        error.alternativas,
      )
    if (refusal !== null || start?.kind !== 'placed') return text
    const shown = [data.fecha, data.hora_inicio, data.hora_fin, data.total_centimos, data.simulado]
    const agreed = [
      ...[date, clockTime(minute), clockTime(start.endMinute % 1440)],
      ...[booking.totalCents, isSimulated],
    ]
    expect(
      JSON.stringify(shown) === JSON.stringify(agreed),
      'a moved booking is as agreed',
      () => `${text}: ${JSON.stringify(shown)}, expected ${JSON.stringify(agreed)}`,
    )
    const candidate = assignedCandidate(simulation, start, data)
    expect(
      candidate !== undefined,
      'those who do a visit are free, and they change as seldom as possible',
      () => `${text}: ${JSON.stringify(data.servicios)}`,
    )
    if (!isSimulated) moveBooking(simulation, attempt, start.start, candidate as Candidate)
    return text
  },
}

/** Mostly one that can still be moved, and often one that a customer has moved before. */
function bookingToMove(random: Random, model: Model): ModelBooking | null {
  const movable = model.bookings.filter((each) => isOpen(each) && each.start * 60_000 > model.now())
  const moved = movable.filter(({ customerMoves }) => customerMoves > 0)
  if (moved.length > 0 && random.chance(0.8)) return random.pick(moved)
  if (movable.length > 0 && random.chance(0.6)) return random.pick(movable)
  return randomBooking(random, model)
}

function randomCaller(random: Random, { code, person, customerMoves }: ModelBooking) {
  const by = random.weighted([
    [5, 'guest'],
    [person.hasAccount ? 4 : 0, 'customer'],
    [1, 'server'],
    // only the moves of a customer have a limit
    [customerMoves > 0 ? 1 : 4, 'salon'],
  ] as const)
  const isSalon = by === 'salon' || by === 'server'
  const caller: Caller = isSalon ? { kind: 'salon' } : { kind: by, person }
  return { by, caller, code: by === 'guest' ? code : null }
}

/**
 * Often near its own time, which it may overlap, and sometimes exactly there, above all when its
 * people cannot do it there any more.
 */
function randomMove(
  { model }: Simulation,
  random: Random,
  booking: ModelBooking,
  by: RescheduleAttempt['by'],
) {
  const { plan } = model
  const who = random.weighted<WantedPeople>([
    [4, { kind: 'same' }],
    [2, { kind: 'one', professional: booking.professional }],
    [2, { kind: 'one', professional: random.pick(plan.professionals).name }],
    [4, { kind: 'anyone' }],
  ])
  const current = localTime(booking.start * 60_000, plan.timezone)
  const isNear = random.chance(0.4)
  const date = isNear ? current.date : randomDate(random, model)
  const starts = startsAmong(model, movedVisit(model, booking, who), {
    ...{ date, own: booking.label },
    anyMinute: by === 'salon',
  })
  const free = starts.flatMap((start, minute) =>
    start.kind === 'placed' && start.free.length > 0 ? [minute] : [],
  )
  const near = free.filter((minute) => Math.abs(minute - current.minute) <= 60)
  const minute = random.weighted([
    [free.length > 0 ? 6 : 0, () => random.pick(isNear && near.length > 0 ? near : free)],
    [isNear ? 3 : 1, () => current.minute],
    [2, () => random.integer(0, 287) * 5],
  ] as const)()
  const attempt: RescheduleAttempt = { by, booking, who, date, minute }
  return { attempt, starts }
}

export function moveBooking(
  { model, step }: Simulation,
  { by, booking }: Pick<RescheduleAttempt, 'by' | 'booking'>,
  start: number,
  candidate: Candidate,
): void {
  if (by !== 'salon') {
    // no more is refunded later than the cancellation would have refunded now
    booking.refundPercent = refundPercent(model, booking)
    booking.customerMoves++
  }
  const { timezone } = model.plan
  const dateOf = (epochMinute: number) => localTime(epochMinute * 60_000, timezone).date
  booking.hasArrived &&= dateOf(start) === dateOf(booking.start)
  booking.expiresAt = deadlineAfterMove(model, booking, start)
  booking.end += start - booking.start
  booking.start = start
  booking.parts = partsOf(model, start, candidate)
  booking.professional = booking.parts[0]?.professional ?? ''
  step.moves.push({ bookingId: booking.id, to: booking.state })
}

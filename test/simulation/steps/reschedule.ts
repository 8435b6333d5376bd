import type { Caller } from '../api-client.ts'
import { expect } from '../failure.ts'
import { startsOf } from '../model/availability.ts'
import {
  cancelRefusal,
  deadlineAfterMove,
  type RescheduleAttempt,
  rescheduleRefusal,
} from '../model/booking-rules.ts'
import { clockTime, localTime } from '../model/local-time.ts'
import { isOpen, type ModelBooking } from '../model/model.ts'
import type { Simulation } from '../simulation.ts'
import { checkAlternatives } from './check-alternatives.ts'
import { randomBooking, randomDate } from './choices.ts'
import type { Step } from './step.ts'

type Random = Parameters<Step['run']>[1]

/** A booking is moved to another time or another professional, or only tried (D37, D44). */
export const reschedule: Step = {
  name: 'reschedule',
  weight: ({ model }) => (model.bookings.length > 0 ? 11 : 0),
  async run(simulation, random) {
    const { model, api, salon } = simulation
    const again = model.bookings.filter((each) => isOpen(each) && each.customerMoves > 0)
    const booking =
      again.length > 0 && random.chance(0.3) ? random.pick(again) : randomBooking(random, model)
    if (booking === null) return 'nothing to move'
    const caller = randomCaller(random, booking)
    const { attempt, starts } = randomMove(simulation, random, booking, caller.by)
    const { by, professional, date, minute } = attempt
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
      ...(booking.parts.some((part) => part.professional !== professional) && {
        peluquero_id: salon.id(professional),
      }),
      ...(caller.code && { codigo: caller.code }),
      ...(isStale && { version: 2 ** 30 }),
      ...(by === 'salon' && { por_negocio: true }),
    }
    const { code, data, error } = await api.post(caller.caller, path, body, { isSimulated })
    const text =
      `${booking.label} is moved (${by}) to ${date} ${clockTime(minute)} with ${professional}` +
      `${isSimulated ? ', simulated' : ''}: ${code}${refusal === 'same' ? ', where it is' : ''}`
    expect(
      code === expected,
      'a booking can be moved to what is free and nothing else',
      () => `${text}, expected ${expected}`,
    )
    if (code === 'SLOT_NOT_AVAILABLE')
      checkAlternatives(simulation, attempt, starts, error.alternativas)
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
    if (!isSimulated) moveBooking(simulation, attempt, start.start)
    return text
  },
}

function randomCaller(random: Random, { code, person }: ModelBooking) {
  const by = random.weighted([
    [5, 'guest'],
    [person.hasAccount ? 4 : 0, 'customer'],
    [1, 'server'],
    [4, 'salon'],
  ] as const)
  const isSalon = by === 'salon' || by === 'server'
  const caller: Caller = isSalon ? { kind: 'salon' } : { kind: by, person }
  return { by, caller, code: by === 'guest' ? code : null }
}

/** Often near its own time, which it may overlap, and sometimes exactly there. */
function randomMove(
  { model }: Simulation,
  random: Random,
  booking: ModelBooking,
  by: RescheduleAttempt['by'],
) {
  const { plan } = model
  const professional = random.chance(0.7)
    ? booking.professional
    : random.pick(plan.professionals).name
  const current = localTime(booking.start * 60_000, plan.timezone)
  const isNear = random.chance(0.4)
  const date = isNear ? current.date : randomDate(random, model)
  const starts = startsOf(model, {
    ...{ professional, date, minutes: booking.end - booking.start, own: booking.label },
    anyMinute: by === 'salon',
  })
  const free = starts.flatMap((start, minute) =>
    start.kind === 'placed' && start.free.length > 0 ? [minute] : [],
  )
  const near = free.filter((minute) => Math.abs(minute - current.minute) <= 60)
  const minute = random.weighted([
    [free.length > 0 ? 6 : 0, () => random.pick(isNear && near.length > 0 ? near : free)],
    [1, () => current.minute],
    [2, () => random.integer(0, 287) * 5],
  ] as const)()
  const attempt: RescheduleAttempt = { by, booking, professional, date, minute }
  return { attempt, starts }
}

function moveBooking(
  { model, step }: Simulation,
  { by, booking, professional }: RescheduleAttempt,
  start: number,
): void {
  if (by !== 'salon') {
    // no more is refunded later than the cancellation would have refunded now
    if (cancelRefusal(model, booking, false) !== null) booking.refundPercent = 0
    booking.customerMoves++
  }
  booking.expiresAt = deadlineAfterMove(model, booking, start)
  booking.end += start - booking.start
  booking.start = start
  booking.professional = professional
  booking.parts = [{ professional, start, end: booking.end }]
  step.moves.push({ bookingId: booking.id, to: booking.state })
}

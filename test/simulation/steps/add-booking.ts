import type { StartOutcome } from '../../unit/slots/minute-model.ts'
import { expect } from '../failure.ts'
import { type BookingAttempt, deadlineOf, priceOf, requirementOf } from '../model/booking-rules.ts'
import { clockTime } from '../model/local-time.ts'
import type { ModelBooking, ModelPart } from '../model/model.ts'
import type { Simulation } from '../simulation.ts'
import { minutesOf } from './choices.ts'

/** Adds the booking to the model, and compares the response with it. */
export function addBooking(
  simulation: Simulation,
  attempt: BookingAttempt,
  start: StartOutcome & { kind: 'placed' },
  // biome-ignore lint/suspicious/noExplicitAny: any field of the contract
  data: any,
  /** Who does it, where that was left open. */
  assigned?: readonly ModelPart[],
): void {
  const { model, customerIds, step } = simulation
  const { by, person, services, usesPoints } = attempt
  const { plan } = model
  const price = priceOf(plan, services, usesPoints)
  const { isPrepaid, depositCents, guarantee } = requirementOf(model, by, price.lines)
  const now = model.now()
  const isPending = isPrepaid || (by !== 'salon' && plan.confirmsByHand)
  const end = start.start + minutesOf(services)
  const parts = assigned ?? [{ professional: attempt.professional, start: start.start, end }]
  const booking: ModelBooking = {
    label: `B${model.bookings.length + 1}`,
    id: data.id,
    code: data.codigo,
    person,
    customerId: data.cliente.id,
    professional: parts[0]?.professional ?? '',
    parts,
    lines: price.lines,
    start: start.start,
    end,
    customerMoves: 0,
    refundPercent: 100,
    cancelledPercent: null,
    state: isPending ? 'pending' : 'confirmed',
    changedAt: now,
    isBySystem: false,
    customerCancelledAt: null,
    hasArrived: false,
    seriesId: null,
    expiresAt: deadlineOf(plan, by, { now, startMinute: start.start, isPrepaid }),
    totalCents: price.totalCents,
    leastTotalCents: price.totalCents,
    depositCents,
    guarantee,
    pointsUsed: price.pointsUsed,
    pointsEarned: price.pointsEarned,
    paymentRequired: isPrepaid,
    isPaid: false,
    award: 'none',
  }
  model.bookings.push(booking)
  if (person.email !== '') customerIds.set(person.email, data.cliente.id)
  step.moves.push({ bookingId: data.id, to: booking.state })
  const shown = {
    fecha: data.fecha,
    hora_inicio: data.hora_inicio,
    hora_fin: data.hora_fin,
    subtotal: Math.round(data.subtotal * 100),
    total_centimos: data.total_centimos,
    estado: data.estado,
    pago_requerido: data.pago_requerido,
    puntos_ganados: data.puntos_ganados,
  }
  const expected = {
    fecha: attempt.date,
    hora_inicio: clockTime(attempt.minute),
    hora_fin: clockTime(start.endMinute % 1440),
    subtotal: price.subtotalCents,
    total_centimos: price.totalCents,
    estado: isPending ? 'pendiente' : 'confirmada',
    pago_requerido: isPrepaid,
    puntos_ganados: price.pointsEarned,
  }
  expect(
    JSON.stringify(shown) === JSON.stringify(expected),
    'a new booking is as agreed',
    () => `${JSON.stringify(shown)}, expected ${JSON.stringify(expected)}`,
  )
}

import type { Caller } from '../api-client.ts'
import { expect } from '../failure.ts'
import { cancelRefusal, isLate, mayMove, refundPercent } from '../model/booking-rules.ts'
import { cardOf } from '../model/fees.ts'
import { isOpen, type ModelBooking } from '../model/model.ts'
import { hasOpenDispute, refundableCents } from '../model/money.ts'
import type { SalonRows } from '../rows.ts'
import type { Simulation } from '../simulation.ts'
import { randomBooking } from './choices.ts'
import type { Step } from './step.ts'

/** A booking is cancelled by its customer, by the salon, or by somebody who may not. */
export const cancel: Step = {
  name: 'cancel',
  weight: ({ model, rows }) =>
    model.bookings.some((each) => hasCard(rows, each) && isLate(model, each))
      ? 60
      : model.bookings.length > 0
        ? 9
        : 0,
  async run(simulation, random) {
    const { model, rows, api, step } = simulation
    const late = model.bookings.filter(
      (each) =>
        hasCard(rows, each) && cancelRefusal(model, each, false) === null && isLate(model, each),
    )
    const isLateOne = late.length > 0 && random.chance(0.7)
    const booking = isLateOne ? random.pick(late) : randomBooking(random, model)
    if (booking === null) return 'nothing to cancel'
    const by = random.weighted([
      [5, 'code'],
      [isLateOne ? 1 : 4, 'salon'],
      [booking.person.hasAccount ? 5 : 0, 'customer'],
      [1, 'wrong code'],
    ] as const)
    const caller: Caller =
      by === 'salon'
        ? { kind: 'salon' }
        : { kind: by === 'customer' ? 'customer' : 'guest', person: booking.person }
    const body =
      by === 'code' ? { codigo: booking.code } : by === 'wrong code' ? { codigo: '0000000000' } : {}
    const refusal =
      by === 'wrong code' ? 'BOOKING_NOT_FOUND' : cancelRefusal(model, booking, by === 'salon')
    const percent = by === 'salon' ? 100 : refundPercent(model, booking)
    const refundCents = cancellationCents(simulation, booking, percent)
    const answers = await Promise.all(
      Array.from({ length: random.chance(0.1) ? 2 : 1 }, () =>
        api.post(caller, `/reservas/${booking.id}/cancelar/`, body),
      ),
    )
    const codes = answers.map(({ code }) => code).sort()
    const text = `${booking.label} is cancelled (${by}): ${codes.join(', ')}`
    const done = answers.filter(({ code }) => code === 'ok')
    expect(
      done.length === (refusal === null ? 1 : 0) &&
        codes.every((code) => code === 'ok' || code === (refusal ?? 'CANNOT_CANCEL')),
      'a booking is cancelled once, by those who may and in time',
      () => `${text}, expected ${refusal ?? 'ok'}`,
    )
    if (done[0]) {
      step.moves.push({ bookingId: booking.id, to: 'cancelled' })
      booking.cancelledPercent = percent
      if (by !== 'salon') booking.customerCancelledAt = model.now()
      const { reembolso } = done[0].data
      expect(
        Math.round(reembolso.monto * 100) === refundCents,
        'cancelling refunds what was paid',
        () => `${text}: ${JSON.stringify(reembolso)}, expected ${refundCents} cents`,
      )
    }
    return text
  },
}

/** What cancelling refunds for certain: not what is disputed. */
export const cancellationCents = (
  { rows }: Simulation,
  { id }: ModelBooking,
  percent: number,
): number =>
  rows.payments
    .filter((payment) => payment.bookingId === id && !hasOpenDispute(rows, payment))
    .reduce((sum, payment) => sum + Math.floor((refundableCents(rows, payment) * percent) / 100), 0)

/** The salon confirms, completes or corrects a booking, allowed or not. */
export const move: Step = {
  name: 'move',
  weight: ({ model, rows }) =>
    model.bookings.some((each) => hasCard(rows, each) && mayMove(model, each, 'no_show'))
      ? 150
      : model.bookings.length > 0
        ? 9
        : 0,
  async run({ model, rows, api, step }, random) {
    const missed = model.bookings.filter(
      (each) => hasCard(rows, each) && mayMove(model, each, 'no_show'),
    )
    const isMissed = missed.length > 0 && random.chance(0.7)
    const booking = isMissed ? random.pick(missed) : randomBooking(random, model)
    if (booking === null) return 'nothing to move'
    const [to, path] = random.weighted([
      [booking.state === 'pending' ? 6 : 1, ['confirmed', 'confirmar'] as const],
      [isMissed ? 1 : 3, ['completed', 'completar'] as const],
      [isMissed ? 9 : 3, ['no_show', 'no-show'] as const],
    ])
    const isAllowed = mayMove(model, booking, to)
    const answer = await api.post({ kind: 'salon' }, `/reservas/${booking.id}/${path}/`)
    const text = `${booking.label} (${booking.state}) becomes ${to}: ${answer.code}`
    expect(
      answer.code === (isAllowed ? 'ok' : 'INVALID_TRANSITION'),
      'only allowed state changes are made',
      () => `${text}, expected ${isAllowed ? 'ok' : 'INVALID_TRANSITION'}`,
    )
    if (isAllowed) step.moves.push({ bookingId: booking.id, to })
    if (isAllowed && to === 'no_show') booking.hasArrived = false
    return text
  },
}

/** A visit to come or just begun, for which a fee may be charged one day. */
const hasCard = (rows: SalonRows, booking: ModelBooking): boolean =>
  isOpen(booking) && cardOf(rows, booking)?.state === 'saved'

import type { Candidate } from '../../unit/slots/minute-model.ts'
import { expect } from '../failure.ts'
import { startsAmong } from '../model/availability.ts'
import {
  canStayThere,
  movedVisit,
  type RescheduleAttempt,
  rescheduleRefusal,
  teamOf,
} from '../model/booking-rules.ts'
import { localTime } from '../model/local-time.ts'
import { isOpen, type Model, type ModelBooking } from '../model/model.ts'
import type { Simulation } from '../simulation.ts'
import { cancellationCents } from './change-booking.ts'
import { moveBooking } from './reschedule.ts'
import type { Step } from './step.ts'

/** Somebody is ill: their visits of a day go to others or are cancelled, and the day is one off (D71). */
export const absence: Step = {
  name: 'absence',
  weight: ({ model }) => (model.bookings.some((each) => isToCome(model, each)) ? 5 : 0),
  async run(simulation, random) {
    const { model, api, salon, step } = simulation
    const some = random.pick(model.bookings.filter((each) => isToCome(model, each)))
    const { professional } = random.pick(some.parts)
    const date = dateOf(model, some)
    const others = teamOf(model.plan)
      .map(({ name }) => name)
      .filter((name) => name !== professional)
    const visits = model.bookings
      .filter((each) => isToCome(model, each) && dateOf(model, each) === date)
      .filter(({ parts }) => parts.some((part) => part.professional === professional))
      .sort((one, other) => one.start - other.start)
      .map((booking) => {
        const isWhole = new Set(booking.parts.map((part) => part.professional)).size === 1
        const to = isWhole && others.length > 0 && random.chance(0.6) ? random.pick(others) : null
        return { booking, to, isLeft: random.chance(0.35) }
      })
    const chosen = visits.filter(({ isLeft }) => !isLeft)
    const addsDayOff = random.chance(0.5)
    const before = await Promise.all(
      chosen.map(({ booking }) => api.get({ kind: 'salon' }, `/reservas/${booking.id}/`)),
    )
    const { code, data } = await api.post(
      { kind: 'salon' },
      `/peluqueros/${salon.id(professional)}/ausencia/`,
      {
        fecha: date,
        avisar: false,
        visitas: chosen.map(({ booking, to }, index) => ({
          ...{ reserva_id: booking.id, version: before[index]?.data.version },
          ...(to === null
            ? { accion: 'cancelar' }
            : { accion: 'mover', peluqueros: booking.lines.map(() => salon.id(to)) }),
        })),
        ...(addsDayOff && { dia_libre: {} }),
      },
    )
    const hasLeft = !teamOf(model.plan).some(({ name }) => name === professional)
    const text = `${professional} is ill on ${date}, ${chosen.length} of ${visits.length} visits: ${code}`
    expect(
      code === (hasLeft ? 'PROFESSIONAL_NOT_FOUND' : 'ok'),
      'the absence of who works at the salon is settled',
      () => text,
    )
    if (hasLeft) return text
    // one after the other, by start: what one frees another can take
    const outcomes = chosen.map(({ booking, to }): string => {
      const refundCents = cancellationCents(simulation, booking, 100)
      if (to !== null) return handOver(simulation, booking, to) ?? 'moved'
      step.moves.push({ bookingId: booking.id, to: 'cancelled' })
      Object.assign(booking, { state: 'cancelled', cancelledPercent: 100 })
      return `cancelled, ${refundCents} cents`
    })
    const shown = data.visitas.map(
      ({ codigo_motivo, accion, reembolso }: Record<string, unknown>) =>
        codigo_motivo ??
        (accion === 'mover' ? 'moved' : `cancelled, ${Math.round(Number(reembolso) * 100)} cents`),
    )
    expect(
      JSON.stringify(shown) === JSON.stringify(outcomes),
      'what becomes of the visits of who is ill is what can',
      () => `${text}: ${JSON.stringify(shown)}, expected ${JSON.stringify(outcomes)}`,
    )
    const dayOff = addsDayOff ? ((data.dia_libre?.codigo_motivo as string | null) ?? 'saved') : null
    if (dayOff === 'saved') takeDayOff(simulation, professional, date)
    return `${text} ${outcomes.join('; ')}${dayOff ? `, day off ${dayOff}` : ''}`
  },
}

const isToCome = (model: Model, booking: ModelBooking): boolean =>
  isOpen(booking) && booking.start * 60_000 > model.now()

const dateOf = ({ plan }: Model, { start }: ModelBooking): string =>
  localTime(start * 60_000, plan.timezone).date

/** Gives a visit to somebody else at its time. @returns the code of the refusal, or null */
function handOver(simulation: Simulation, booking: ModelBooking, to: string): string | null {
  const { model } = simulation
  const { date, minute } = localTime(booking.start * 60_000, model.plan.timezone)
  const attempt: RescheduleAttempt = {
    ...{ by: 'salon', booking, date, minute },
    who: { kind: 'one', professional: to },
  }
  const visit = movedVisit(model, booking, attempt.who)
  const start = startsAmong(model, visit, { date, anyMinute: true, own: booking.label })[minute]
  const refusal = rescheduleRefusal(model, attempt, start)
  if (refusal === null && start?.kind === 'placed')
    moveBooking(simulation, attempt, start.start, start.free[0] as Candidate)
  return refusal === 'same' ? null : refusal
}

/** A day off is an exception, and takes no visit its place. */
function takeDayOff({ model }: Simulation, professional: string, date: string): void {
  const left = model.bookings.filter(
    (each) =>
      isToCome(model, each) &&
      dateOf(model, each) === date &&
      each.parts.some((part) => part.professional === professional) &&
      canStayThere(model, each, localTime(each.start * 60_000, model.plan.timezone)),
  )
  expect(
    left.length === 0,
    'a day off takes no visit its place',
    () => `${professional} on ${date}: ${left.map(({ label }) => label).join(', ')}`,
  )
  model.plan = {
    ...model.plan,
    professionals: model.plan.professionals.map((each) =>
      each.name === professional
        ? {
            ...each,
            exceptions: [
              ...each.exceptions.filter((exception) => exception.date !== date),
              { date, shifts: [] },
            ],
          }
        : each,
    ),
  }
}

import type { Random } from '../../support/random.ts'
import { expect } from '../failure.ts'
import { startsOf } from '../model/availability.ts'
import { type BookingAttempt, bookingRefusal, cancelRefusal } from '../model/booking-rules.ts'
import { clockTime, dateAfter } from '../model/local-time.ts'
import { isOpen, type ModelBooking } from '../model/model.ts'
import { addBooking } from './add-booking.ts'
import { bookingBody, describeAttempt, randomAttempt } from './attempt.ts'
import { cancellationCents } from './change-booking.ts'
import { minutesOf } from './choices.ts'
import type { Step } from './step.ts'

/** The salon books the same visit every few weeks, or only tries it (D80). */
export const repeat: Step = {
  name: 'repeat',
  weight: () => 3,
  async run(simulation, random) {
    const { model, api } = simulation
    const { attempt: first } = randomAttempt(simulation, random, 'salon')
    const [weeks, times] = [random.integer(1, 3), random.integer(2, 4)]
    const attempts = Array.from(
      { length: times },
      (_, index): BookingAttempt => ({
        ...{ ...first, isNow: false },
        date: dateAfter(first.date, index * weeks * 7),
      }),
    )
    const isSimulated = random.chance(0.2)
    const { code, data } = await api.post(
      { kind: 'salon' },
      '/reservas/crear/',
      {
        ...bookingBody(simulation, attempts[0] as BookingAttempt),
        repetir: { cada_semanas: weeks, veces: times },
      },
      { isSimulated },
    )
    const planned = attempts.map((attempt) => {
      const { professional, services, date, minute } = attempt
      const minutes = minutesOf(services)
      const start = startsOf(model, { professional, date, minutes, anyMinute: true })[minute]
      return { attempt, start, refusal: bookingRefusal(model, attempt, start) }
    })
    const fatal = planned.find(({ refusal }) => refusal !== null && !isAboutTime(refusal))?.refusal
    const isNone = planned.every(({ refusal }) => refusal !== null)
    const expected = fatal ?? (isNone ? planned[0]?.refusal : 'ok')
    const text = `${describeAttempt(first)} ${times} times every ${weeks} weeks${isSimulated ? ', simulated' : ''}: ${code}`
    expect(
      code === expected,
      'a repeated visit is booked on the days on which it can be',
      () => `${text}, expected ${expected}`,
    )
    if (code !== 'ok') return text
    const shown = data.visitas.map((visit: Visit) => [
      visit.fecha,
      visit.hora_inicio,
      visit.codigo_motivo,
    ])
    const agreed = planned.map(({ attempt, refusal }) => [
      attempt.date,
      clockTime(attempt.minute),
      refusal,
    ])
    expect(
      JSON.stringify(shown) === JSON.stringify(agreed),
      'a repeated visit is booked on the days on which it can be',
      () => `${text}: ${JSON.stringify(shown)}, expected ${JSON.stringify(agreed)}`,
    )
    const labels: string[] = []
    for (const [index, { attempt, start, refusal }] of planned.entries()) {
      if (isSimulated || refusal !== null || start?.kind !== 'placed') continue
      const { reserva_id } = data.visitas[index]
      const answer = await api.get({ kind: 'salon' }, `/reservas/${reserva_id}/`)
      addBooking(simulation, attempt, start, answer.data)
      const booking = model.bookings.at(-1) as ModelBooking
      booking.seriesId = data.serie
      labels.push(booking.label)
      expect(
        answer.data.serie === data.serie && answer.data.cliente.id === data.cliente.id,
        'the visits of a series are of one customer',
        () => `${text}: ${booking.label}`,
      )
    }
    return `${text} ${labels.join(',')}`
  },
}

interface Visit {
  fecha: string
  hora_inicio: string
  codigo_motivo: string | null
  reserva_id: number | null
  reembolso: number
}

/** Another day may be possible. */
const isAboutTime = (code: string): boolean =>
  [
    ...['INVALID_TIME', 'DATE_IN_PAST', 'TOO_SOON', 'BUSINESS_CLOSED'],
    ...['PROFESSIONAL_NOT_AVAILABLE', 'SLOT_NOT_AVAILABLE'],
  ].includes(code)

/** The salon cancels a visit with those of its series that follow (D80). */
export const cancelFollowing: Step = {
  name: 'cancel following',
  weight: ({ model }) => (model.bookings.some(inSeries) ? 7 : 0),
  async run(simulation, random) {
    const { model, api, step } = simulation
    const named = randomOfSeries(random, model.bookings.filter(inSeries))
    const following = model.bookings
      .filter(
        (each) =>
          each !== named &&
          each.seriesId === named.seriesId &&
          each.start >= named.start &&
          isOpen(each),
      )
      .sort((one, other) => one.start - other.start)
    const visits = [named, ...following].map((booking) => ({
      booking,
      refusal: cancelRefusal(model, booking, true),
      refundCents: cancellationCents(simulation, booking, 100),
    }))
    const expected = visits[0]?.refusal ?? 'ok'
    const isSimulated = random.chance(0.2)
    const { code, data } = await api.post(
      { kind: 'salon' },
      `/reservas/${named.id}/cancelar/`,
      { serie: 'siguientes' },
      { isSimulated },
    )
    const labels = visits.map(({ booking }) => booking.label).join(',')
    const text = `${labels} are cancelled together${isSimulated ? ', simulated' : ''}: ${code}`
    expect(
      code === expected,
      'of a series what can be cancelled is cancelled',
      () => `${text}, expected ${expected}`,
    )
    if (code !== 'ok') return text
    const shown = data.visitas.map((visit: Visit) => [
      visit.reserva_id,
      visit.codigo_motivo,
      Math.round(visit.reembolso * 100),
    ])
    const agreed = visits.map(({ booking, refusal, refundCents }) => [
      booking.id,
      refusal,
      refusal === null ? refundCents : 0,
    ])
    expect(
      JSON.stringify(shown) === JSON.stringify(agreed),
      'of a series what can be cancelled is cancelled',
      () => `${text}: ${JSON.stringify(shown)}, expected ${JSON.stringify(agreed)}`,
    )
    for (const { booking, refusal } of isSimulated ? [] : visits) {
      if (refusal !== null) continue
      step.moves.push({ bookingId: booking.id, to: 'cancelled' })
      booking.cancelledPercent = 100
    }
    return text
  },
}

const inSeries = ({ seriesId }: ModelBooking): boolean => seriesId !== null

function randomOfSeries(random: Random, bookings: readonly ModelBooking[]): ModelBooking {
  const open = bookings.filter(isOpen)
  return random.pick(open.length > 0 && random.chance(0.85) ? open : bookings)
}

import type { Random } from '../../support/random.ts'
import type { Candidate, StartOutcome } from '../../unit/slots/minute-model.ts'
import { expect } from '../failure.ts'
import { startsAmong } from '../model/availability.ts'
import {
  bookedPeople,
  confirmationDeadline,
  hasLeft,
  leastCents,
  minutesOf,
  priceOf,
  totalsOf,
} from '../model/booking-rules.ts'
import { clockTime, localTime } from '../model/local-time.ts'
import { isOpen, type Model, type ModelBooking, type ModelLine } from '../model/model.ts'
import type { Simulation } from '../simulation.ts'
import { partsOf } from './assigned-candidate.ts'
import { randomBooking } from './choices.ts'
import type { Step } from './step.ts'

/** A service that a booking is to have; who does it is not said. */
interface WantedLine {
  service: string
  /** null: as it was booked, or as in the catalogue. */
  priceCents: number | null
}

/** The same with who does it, and what it costs then. */
interface PlannedLine extends ModelLine {
  professional: string
  isBooked: boolean
}

/** The salon changes the services of a visit and their prices, or tries to (D54). */
export const changeLines: Step = {
  name: 'change lines',
  weight: ({ model }) => (model.bookings.length > 0 ? 8 : 0),
  async run(simulation, random) {
    const { model, api, salon } = simulation
    const booking = randomBooking(random, model)
    if (booking === null) return 'nothing to change'
    const wanted = randomLines(random, model, booking)
    const planned = plannedLines(model, booking, wanted)
    const keepsClaims = isSameVisit(booking, planned)
    const { date, minute } = localTime(booking.start * 60_000, model.plan.timezone)
    const start = keepsClaims ? undefined : startOf(model, booking, planned, { date, minute })
    const refusal = refusalOf(model, { booking, wanted, planned, keepsClaims, start })
    const isSimulated = random.chance(0.2)
    const { data: shownBefore } = await api.get({ kind: 'salon' }, `/reservas/${booking.id}/`)
    const { code, data } = await api.put(
      { kind: 'salon' },
      `/reservas/${booking.id}/lineas/`,
      {
        version: shownBefore.version,
        lineas: wanted.map(({ service, priceCents }) => ({
          servicio_id: salon.id(service),
          ...(priceCents !== null && { precio: priceCents / 100, motivo: 'Cortesía' }),
        })),
      },
      { isSimulated },
    )
    const names = wanted.map(({ service, priceCents }) =>
      priceCents === null ? service : `${service} for ${priceCents}`,
    )
    const text = `${booking.label} (${booking.state}) has now ${names.join(' and ')}${isSimulated ? ', simulated' : ''}: ${code}`
    expect(
      code === (refusal ?? 'ok'),
      'services are changed where there is time for them, and nowhere else',
      () => `${text}, expected ${refusal ?? 'ok'}`,
    )
    if (refusal !== null || typeof planned === 'string') return text
    const end = booking.start + minutesOfAll(model, planned)
    const shown = [Math.round(data.total * 100), data.puntos_ganados, data.hora_fin, data.simulado]
    const { totalCents, pointsEarned } = totalsOf(planned)
    const agreed = [
      ...[totalCents, pointsEarned],
      ...[clockTime(localTime(end * 60_000, model.plan.timezone).minute), isSimulated],
    ]
    expect(
      JSON.stringify(shown) === JSON.stringify(agreed),
      'changed services are as agreed',
      () => `${text}: ${JSON.stringify(shown)}, expected ${JSON.stringify(agreed)}`,
    )
    if (!isSimulated) change(simulation, booking, planned, start)
    return text
  },
}

/** Mostly those that are booked, and one more, one less, in another order or for another price. */
function randomLines(random: Random, { plan }: Model, { lines }: ModelBooking): WantedLine[] {
  const kept = lines.filter(() => lines.length === 1 || random.chance(0.8))
  const wanted = (kept.length > 0 ? kept : lines).map(({ service }) => service)
  const others = plan.services.map(({ name }) => name).filter((name) => !wanted.includes(name))
  const isMore = others.length > 0 && random.chance(0.5)
  const services = isMore ? [...wanted, random.pick(others)] : wanted
  return (random.chance(0.1) ? services.toReversed() : services).map((service) => ({
    service,
    priceCents: random.chance(0.25) ? random.pick([0, 40, 900, 2000, 5000]) : null,
  }))
}

/**
 * Who is booked for a service goes on, and does what is added after it; the code of the refusal of one
 * who cannot.
 */
function plannedLines(
  model: Model,
  booking: ModelBooking,
  wanted: readonly WantedLine[],
): PlannedLine[] | string {
  const { plan } = model
  const people = bookedPeople(model, booking)
  const planned: PlannedLine[] = []
  for (const { service, priceCents } of wanted) {
    const index = booking.lines.findIndex((line) => line.service === service)
    const booked = booking.lines[index]
    const professional = booked
      ? (people[index] as string)
      : (planned.at(-1)?.professional ?? booking.professional)
    const member = plan.professionals.find(({ name }) => name === professional)
    if (!booked && (member === undefined || member.hasLeft)) return 'PROFESSIONAL_NOT_FOUND'
    if (!booked && !member?.services.includes(service)) return 'SERVICE_NOT_OFFERED'
    const usual = booked ?? todaysLine(model, service)
    planned.push({
      ...{ ...usual, professional, isBooked: booked !== undefined },
      ...(priceCents !== null && {
        priceCents: Math.max(usual.priceCents, priceCents),
        chargedCents: priceCents,
      }),
    })
  }
  return planned
}

function todaysLine({ plan }: Model, service: string): ModelLine {
  const found = plan.services.filter(({ name }) => name === service)
  return priceOf(plan, found, false).lines[0] as ModelLine
}

/** The same services by the same people in the same order. */
const isSameVisit = ({ lines }: ModelBooking, planned: PlannedLine[] | string): boolean =>
  typeof planned !== 'string' &&
  planned.map(({ service }) => service).join() === lines.map(({ service }) => service).join()

/** Where it is, among what others have booked. */
function startOf(
  model: Model,
  { label }: ModelBooking,
  planned: PlannedLine[] | string,
  { date, minute }: { date: string; minute: number },
): StartOutcome | undefined {
  if (typeof planned === 'string') return undefined
  const services = planned.map(({ service, professional }) => ({
    minutes: minutesOf(model.plan, service),
    candidates: [professional],
  }))
  const onePerson = new Set(planned.map(({ professional }) => professional)).size === 1
  return startsAmong(model, { services, onePerson }, { date, anyMinute: true, own: label })[minute]
}

function refusalOf(
  model: Model,
  {
    booking,
    wanted,
    planned,
    keepsClaims,
    start,
  }: {
    booking: ModelBooking
    wanted: readonly WantedLine[]
    planned: PlannedLine[] | string
    keepsClaims: boolean
    start: StartOutcome | undefined
  },
): string | null {
  const isClosed = !(isOpen(booking) || (booking.state === 'completed' && booking.isBySystem))
  if (isClosed) return 'CANNOT_CHANGE_LINES'
  const isForPoints = booking.lines
    .filter(
      ({ priceCents, chargedCents }) =>
        booking.pointsUsed > 0 && chargedCents === 0 && priceCents > 0,
    )
    .some(({ service }) => {
      const one = wanted.find((each) => each.service === service)
      return one === undefined || (one.priceCents ?? 0) !== 0
    })
  if (isForPoints) return 'LINE_PAID_WITH_POINTS'
  if (typeof planned === 'string') return planned
  if (keepsClaims) return null
  if (planned.some(({ professional }) => hasLeft(model.plan, professional)))
    return 'PROFESSIONAL_NOT_FOUND'
  if (start?.kind === 'closed') return 'BUSINESS_CLOSED'
  if (start?.kind === 'not_working') return 'PROFESSIONAL_NOT_AVAILABLE'
  return start?.kind === 'placed' && start.free.length > 0 ? null : 'SLOT_NOT_AVAILABLE'
}

function change(
  { model, step, rows }: Simulation,
  booking: ModelBooking,
  planned: readonly PlannedLine[],
  start: StartOutcome | undefined,
): void {
  const { totalCents, pointsEarned } = totalsOf(planned)
  step.pointsOfLines.set(booking.id, pointsEarned - booking.pointsEarned)
  booking.lines = planned.map(({ service, priceCents, chargedCents, pointsAwarded }) => ({
    ...{ service, priceCents, chargedCents, pointsAwarded },
  }))
  booking.totalCents = totalCents
  booking.leastTotalCents = Math.min(booking.leastTotalCents, totalCents)
  booking.pointsEarned = pointsEarned
  if (start?.kind === 'placed') {
    booking.parts = partsOf(model, booking.start, start.free[0] as Candidate)
    booking.professional = booking.parts[0]?.professional ?? ''
    booking.end = booking.start + minutesOfAll(model, planned)
  }
  const isPaid = rows.bookings.find(({ id }) => id === booking.id)?.paymentId != null
  if (
    booking.state === 'pending' &&
    booking.paymentRequired &&
    !isPaid &&
    totalCents < leastCents
  ) {
    // it costs too little now to be paid online
    booking.paymentRequired = false
    booking.expiresAt = model.plan.confirmsByHand
      ? confirmationDeadline(model.now(), booking.start)
      : null
    if (!model.plan.confirmsByHand) booking.state = 'confirmed'
  }
  step.moves.push({ bookingId: booking.id, to: booking.state })
}

const minutesOfAll = ({ plan }: Model, lines: readonly ModelLine[]): number =>
  lines.reduce((sum, { service }) => sum + minutesOf(plan, service), 0)

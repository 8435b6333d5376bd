import type { Random } from '../../support/random.ts'
import type { Candidate } from '../../unit/slots/minute-model.ts'
import { expect } from '../failure.ts'
import { bookableFrom, type OpenVisit, startsAmong } from '../model/availability.ts'
import { type BookingAttempt, bookingRefusal, teamOf } from '../model/booking-rules.ts'
import { clockTime } from '../model/local-time.ts'
import type { Model } from '../model/model.ts'
import type { ServicePlan } from '../model/plan.ts'
import type { Simulation } from '../simulation.ts'
import { addBooking } from './add-booking.ts'
import { assignedCandidate, partsOf } from './assigned-candidate.ts'
import { callerOf, contactOf, describeAttempt, freeMinutes, randomRequester } from './attempt.ts'
import { checkAlternatives } from './check-alternatives.ts'
import { randomDate } from './choices.ts'
import type { Step } from './step.ts'

/** Somebody books with whom the salon finds: one person for all services (D32). */
export const bookAnyone: Step = {
  name: 'book with anyone',
  weight: () => 4,
  run: (simulation, random) => bookOpen(simulation, random, anyoneVisit),
}

/** Somebody books services that several people may do, some of them by name (D33). */
export const bookLines: Step = {
  name: 'book lines',
  weight: () => 5,
  run: (simulation, random) => bookOpen(simulation, random, linesVisit),
}

/** A visit, and what the request says of its people. */
interface Wanted {
  services: readonly ServicePlan[]
  visit: OpenVisit
  /** As people read it. */
  people: string
  body(simulation: Simulation): object
}

async function bookOpen(
  simulation: Simulation,
  random: Random,
  want: (random: Random, model: Model) => Wanted,
): Promise<string> {
  const { model, api } = simulation
  const requester = randomRequester(simulation, random)
  const wanted = want(random, model)
  const { services, visit, people } = wanted
  const date = randomDate(random, model)
  const starts = startsAmong(model, visit, { date, anyMinute: requester.by === 'salon' })
  const free = freeMinutes(starts, bookableFrom(model))
  const isFree = free.length > 0 && random.chance(0.8)
  const minute = isFree ? random.pick(free) : random.integer(0, 287) * 5
  const attempt: BookingAttempt = {
    ...{ ...requester, services, date, minute },
    professional: people,
    isOffered: visit.services.every(({ candidates }) => candidates.length > 0),
  }
  const start = starts[minute]
  const refusal = bookingRefusal(model, attempt, start)
  const { code, data, error } = await api.post(callerOf(attempt), '/reservas/crear/', {
    ...wanted.body(simulation),
    fecha: date,
    hora_inicio: clockTime(minute),
    ...(requester.by === 'salon' && { por_negocio: true }),
    ...(requester.by !== 'customer' && contactOf(attempt)),
    ...(requester.usesPoints && { usar_puntos: true }),
  })
  const text = `${describeAttempt(attempt)}: ${code}`
  expect(
    code === (refusal ?? 'ok'),
    'where somebody is free a visit is booked, and nowhere else',
    () => `${text}, expected ${refusal ?? 'ok'}`,
  )
  if (code === 'SLOT_NOT_AVAILABLE')
    checkAlternatives(simulation, attempt, starts, error.alternativas)
  if (code !== 'ok' || start?.kind !== 'placed') return text
  const assigned = assignedCandidate(simulation, start, data)
  expect(
    assigned !== undefined && changes(assigned) === changes(start.free[0] as Candidate),
    'those who do a visit are free, and they change as seldom as possible',
    () => `${text}: ${JSON.stringify(data.servicios)}`,
  )
  const parts = partsOf(model, start.start, assigned as Candidate)
  addBooking(simulation, attempt, start, data, parts)
  return `${text} ${model.bookings.at(-1)?.label} by ${parts.map((each) => each.professional)}`
}

/** One who offers all of the services. */
function anyoneVisit(random: Random, { plan }: Model): Wanted {
  const { services: offered } = random.pick(plan.professionals)
  const services = randomServices(
    random,
    plan.services.filter(({ name }) => offered.includes(name)),
    3,
  )
  const candidates = teamOf(plan)
    .filter((each) => services.every(({ name }) => each.services.includes(name)))
    .map(({ name }) => name)
  const zero = random.chance(0.5)
  return {
    services,
    visit: { services: services.map(({ minutes }) => ({ minutes, candidates })), onePerson: true },
    people: 'anyone',
    body: ({ salon }) => ({
      servicio_ids: services.map(({ name }) => salon.id(name)),
      ...(zero && { peluquero_id: 0 }),
    }),
  }
}

/** Each service with a person of its own, or with anyone who offers it. */
function linesVisit(random: Random, { plan }: Model): Wanted {
  const services = randomServices(random, plan.services, 4)
  const lines = services.map(({ name, minutes }) => {
    const able = teamOf(plan)
      .filter((each) => each.services.includes(name))
      .map((each) => each.name)
    const person = random.chance(0.7) && able.length > 0 ? random.pick(able) : null
    return { name, minutes, person, candidates: person === null ? able : [person] }
  })
  return {
    services,
    visit: { services: lines, onePerson: false },
    people: lines.map(({ person }) => person ?? 'anyone').join(' and '),
    body: ({ salon }) => ({
      lineas: lines.map(({ name, person }) => ({
        servicio_id: salon.id(name),
        peluquero_id: person === null ? 0 : salon.id(person),
      })),
    }),
  }
}

/** One to so many of them. */
function randomServices(
  random: Random,
  offered: readonly ServicePlan[],
  most: number,
): ServicePlan[] {
  const count = random.integer(1, most)
  return [...new Set(Array.from({ length: count }, () => random.pick(offered)))]
}

const changes = ({ terms }: Candidate): number =>
  terms.filter(({ who }, index) => index > 0 && who !== terms[index - 1]?.who).length

import type { Random } from '../../support/random.ts'
import type { StartOutcome } from '../../unit/slots/minute-model.ts'
import type { Caller } from '../api-client.ts'
import { bookableFrom, startsOf } from '../model/availability.ts'
import type { BookingAttempt, Requester } from '../model/booking-rules.ts'
import { clockTime, localTime } from '../model/local-time.ts'
import { type Model, todayOf, walkIn } from '../model/model.ts'
import type { Simulation } from '../simulation.ts'
import { minutesOf, randomDate, randomServices } from './choices.ts'

/** Somebody who wants to book something. */
export function randomAttempt(
  simulation: Simulation,
  random: Random,
  onlyBy?: Requester,
): { attempt: BookingAttempt; starts: StartOutcome[] } {
  const { model } = simulation
  const requester = randomRequester(simulation, random, onlyBy)
  const { by } = requester
  const isNow = by === 'salon' && random.chance(0.15)
  const { starts, ...visit } = isNow
    ? visitNow(random, model)
    : randomVisit(random, model, by === 'salon')
  return { attempt: { ...requester, ...visit, isNow }, starts }
}

/** Who books, and if they pay with points. */
export function randomRequester(
  { model, rows, customerIds }: Simulation,
  random: Random,
  onlyBy?: Requester,
): Pick<BookingAttempt, 'by' | 'person' | 'usesPoints' | 'balance' | 'customerId'> {
  const by: Requester =
    onlyBy ??
    random.weighted([
      [9, 'guest'],
      [7, 'customer'],
      [2, 'server'],
      // which leaves no card
      [model.plan.cardGuarantee ? 1 : 3, 'salon'],
    ])
  const known = random.pick(
    model.people.filter(({ hasAccount }) => by !== 'customer' || hasAccount),
  )
  const person = by === 'salon' && random.chance(0.4) ? walkIn : known
  const customerId = customerIds.get(person.email) ?? null
  const balance = rows.customers.find(({ id }) => id === customerId)?.balance ?? 0
  const usesPoints = by === 'customer' && random.chance(balance > 0 ? 0.6 : 0.1)
  return { by, person, usesPoints, balance, customerId }
}

type Visit = Pick<BookingAttempt, 'professional' | 'services' | 'date' | 'minute'> & {
  starts: StartOutcome[]
}

const searches = 4

/** Most often a free slot, if one is found soon, else one that is taken or over, else any time. */
function randomVisit(random: Random, model: Model, anyMinute: boolean): Visit {
  const isForFree = random.chance(0.75)
  for (let count = 1; ; count++) {
    const professional = random.pick(model.plan.professionals).name
    const services = randomServices(random, model, professional)
    const date = randomDate(random, model)
    const minutes = minutesOf(services)
    const starts = startsOf(model, { professional, date, minutes, anyMinute })
    const list = isForFree
      ? freeMinutes(starts, bookableFrom(model))
      : random.chance(0.6)
        ? minutesWhere(starts, () => true)
        : []
    if (list.length === 0 && isForFree && count < searches) continue
    const minute = list.length > 0 ? random.pick(list) : random.integer(0, 287) * 5
    return { professional, services, date, minute, starts }
  }
}

/** At the next full minute. */
function visitNow(random: Random, model: Model): Visit {
  const professional = random.pick(model.plan.professionals).name
  const services = randomServices(random, model, professional)
  const { date, minute } = localTime(Math.ceil(model.now() / 60_000) * 60_000, model.plan.timezone)
  const minutes = minutesOf(services)
  const starts = startsOf(model, { professional, date, minutes, anyMinute: true })
  return { professional, services, date, minute, starts }
}

export const freeMinutes = (starts: readonly StartOutcome[], from: number): number[] =>
  minutesWhere(starts, (start) => start.free.length > 0 && start.start >= from)

const minutesWhere = (
  starts: readonly StartOutcome[],
  holds: (start: StartOutcome & { kind: 'placed' }) => boolean,
): number[] =>
  starts.flatMap((start, minute) => (start.kind === 'placed' && holds(start) ? [minute] : []))

export const bookingBody = (simulation: Simulation, attempt: BookingAttempt): object => ({
  ...holdBody(simulation, attempt),
  ...(attempt.by !== 'customer' && contactOf(attempt)),
  ...(attempt.usesPoints && { usar_puntos: true }),
})

/** What is booked, without the customer. */
export function holdBody({ salon, model }: Simulation, attempt: BookingAttempt): object {
  const { by, professional, services, date, minute, isNow } = attempt
  return {
    servicio_ids: services.map(({ name }) => salon.id(name)),
    peluquero_id: salon.id(professional),
    fecha: isNow ? todayOf(model) : date,
    hora_inicio: isNow ? 'ahora' : clockTime(minute),
    ...(by === 'salon' && { por_negocio: true }),
  }
}

export const contactOf = ({ person: { name, email, phone } }: BookingAttempt): object => ({
  nombre: name,
  ...(email !== '' && { email }),
  telefono: phone,
})

export const callerOf = ({ by, person }: BookingAttempt): Caller =>
  by === 'server' || by === 'salon' ? { kind: 'salon' } : { kind: by, person }

export const describeAttempt = (attempt: BookingAttempt): string => {
  const { by, person, services, professional, date, minute, usesPoints } = attempt
  const names = services.map(({ name }) => name).join(' and ')
  const points = usesPoints ? ' with points' : ''
  return `${person.name} (${by}) books ${names} with ${professional} on ${date} ${clockTime(minute)}${points}`
}

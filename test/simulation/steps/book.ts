import type { Random } from '../../support/random.ts'
import type { StartOutcome } from '../../unit/slots/minute-model.ts'
import type { Caller } from '../api-client.ts'
import { expect } from '../failure.ts'
import { bookableFrom, startsOf } from '../model/availability.ts'
import {
  type BookingAttempt,
  bookingRefusal,
  deadlineOf,
  needsPrepayment,
  priceOf,
  type Requester,
} from '../model/booking-rules.ts'
import { clockTime } from '../model/local-time.ts'
import type { Model, ModelBooking } from '../model/model.ts'
import type { Simulation } from '../simulation.ts'
import { minutesOf, randomDate, randomServices } from './choices.ts'
import type { Step } from './step.ts'

/** Somebody books a free time, a taken one or an impossible one. */
export const book: Step = {
  name: 'book',
  weight: () => 30,
  async run(simulation, random) {
    const { model, api } = simulation
    const { attempt, starts } = randomAttempt(simulation, random)
    const start = starts[attempt.minute]
    const refusal = bookingRefusal(model, attempt, start)
    const body = bookingBody(simulation, attempt)
    const key = random.chance(0.1) ? { idempotencyKey: `book ${random.integer(0, 1e9)}` } : {}
    const answer = await api.post(callerOf(attempt), '/reservas/crear/', body, key)
    const text = `${describeAttempt(attempt)}: ${answer.code}`
    expect(
      answer.code === (refusal ?? 'ok'),
      'what is offered can be booked and nothing else',
      () => `${text}, expected ${refusal ?? 'ok'}`,
    )
    if (answer.code === 'SLOT_NOT_AVAILABLE')
      checkAlternatives(simulation, attempt, starts, answer.error.alternativas)
    if (answer.code !== 'ok' || start?.kind !== 'placed') return text
    addBooking(simulation, attempt, start, answer.data)
    if (key.idempotencyKey) {
      const again = await api.post(callerOf(attempt), '/reservas/crear/', body, key)
      expect(
        again.data?.id === answer.data.id,
        'a repeated request creates nothing',
        () => `${text}, then ${again.code}`,
      )
    }
    return `${text} ${model.bookings.at(-1)?.label}`
  },
}

/** Several requests for one free time at once: exactly one succeeds. */
export const rush: Step = {
  name: 'rush',
  weight: () => 3,
  async run(simulation, random) {
    const { attempt, starts } = randomAttempt(simulation, random, 'salon')
    const start = starts[attempt.minute]
    const refusal = bookingRefusal(simulation.model, attempt, start)
    const body = bookingBody(simulation, attempt)
    const answers = await Promise.all(
      [1, 2, 3].map(() => simulation.api.post({ kind: 'salon' }, '/reservas/crear/', body)),
    )
    const codes = answers.map(({ code }) => code).sort()
    const expected = refusal ?? 'ok'
    expect(
      codes.filter((code) => code === 'ok').length === (refusal === null ? 1 : 0) &&
        codes.every((code) => code === expected || code === 'SLOT_NOT_AVAILABLE'),
      'of simultaneous requests for one time exactly one succeeds',
      () => `${describeAttempt(attempt)}: ${codes.join(', ')}, expected one ${expected}`,
    )
    const booked = answers.find(({ code }) => code === 'ok')
    if (booked && start?.kind === 'placed') addBooking(simulation, attempt, start, booked.data)
    return `three times at once, ${describeAttempt(attempt)}: ${codes.join(', ')}`
  },
}

function randomAttempt(
  simulation: Simulation,
  random: Random,
  onlyBy?: Requester,
): { attempt: BookingAttempt; starts: StartOutcome[] } {
  const { model, rows, customerIds } = simulation
  const by: Requester =
    onlyBy ??
    random.weighted([
      [9, 'guest'],
      [7, 'customer'],
      [2, 'server'],
      [3, 'salon'],
    ])
  const person = random.pick(
    model.people.filter(({ hasAccount }) => by !== 'customer' || hasAccount),
  )
  const { starts, ...visit } = randomVisit(random, model, by === 'salon')
  const customerId = customerIds.get(person.email) ?? null
  const balance = rows.customers.find(({ id }) => id === customerId)?.balance ?? 0
  const attempt: BookingAttempt = {
    by,
    person,
    ...visit,
    usesPoints: by === 'customer' && random.chance(balance > 0 ? 0.6 : 0.1),
    balance,
    customerId,
  }
  return { attempt, starts }
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

const freeMinutes = (starts: readonly StartOutcome[], from: number): number[] =>
  minutesWhere(starts, (start) => start.free.length > 0 && start.start >= from)

const minutesWhere = (
  starts: readonly StartOutcome[],
  holds: (start: StartOutcome & { kind: 'placed' }) => boolean,
): number[] =>
  starts.flatMap((start, minute) => (start.kind === 'placed' && holds(start) ? [minute] : []))

function bookingBody({ salon }: Simulation, attempt: BookingAttempt): object {
  const { by, person, professional, services, date, minute, usesPoints } = attempt
  return {
    servicio_ids: services.map(({ name }) => salon.id(name)),
    peluquero_id: salon.id(professional),
    fecha: date,
    hora_inicio: clockTime(minute),
    ...(by !== 'customer' && {
      nombre: person.name,
      email: person.email,
      telefono: person.phone,
    }),
    ...(usesPoints && { usar_puntos: true }),
    ...(by === 'salon' && { por_negocio: true }),
  }
}

const callerOf = ({ by, person }: BookingAttempt): Caller =>
  by === 'server' || by === 'salon' ? { kind: 'salon' } : { kind: by, person }

/** Adds the booking to the model, and compares the response with it. */
function addBooking(
  simulation: Simulation,
  attempt: BookingAttempt,
  start: StartOutcome & { kind: 'placed' },
  // biome-ignore lint/suspicious/noExplicitAny: any field of the contract
  data: any,
): void {
  const { model, customerIds, step } = simulation
  const { by, person, services, usesPoints } = attempt
  const { plan } = model
  const price = priceOf(plan, services, usesPoints)
  const isPrepaid = needsPrepayment(model, by, price.totalCents)
  const now = model.now()
  const isPending = isPrepaid || (by !== 'salon' && plan.confirmsByHand)
  const booking: ModelBooking = {
    label: `B${model.bookings.length + 1}`,
    id: data.id,
    code: data.codigo,
    person,
    customerId: data.cliente.id,
    professional: attempt.professional,
    start: start.start,
    end: start.start + minutesOf(services),
    state: isPending ? 'pending' : 'confirmed',
    changedAt: now,
    expiresAt: deadlineOf(plan, by, { now, startMinute: start.start, isPrepaid }),
    totalCents: price.totalCents,
    pointsUsed: price.pointsUsed,
    pointsEarned: price.pointsEarned,
    paymentRequired: isPrepaid,
    isPaid: false,
    award: 'none',
  }
  model.bookings.push(booking)
  customerIds.set(person.email, data.cliente.id)
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

/** Alternatives on the same day are free. */
function checkAlternatives(
  { model, salon }: Simulation,
  { by, date, professional }: BookingAttempt,
  starts: StartOutcome[],
  alternatives: { fecha: string; hora_inicio: string; peluquero_id: number }[],
): void {
  const from = by === 'salon' ? 0 : bookableFrom(model)
  for (const each of alternatives) {
    if (each.fecha !== date) continue
    const start = starts.find((_, minute) => clockTime(minute) === each.hora_inicio)
    expect(
      start?.kind === 'placed' &&
        start.free.length > 0 &&
        start.start >= from &&
        each.peluquero_id === salon.id(professional),
      'alternatives are free',
      () => `${each.fecha} ${each.hora_inicio}`,
    )
  }
}

const describeAttempt = (attempt: BookingAttempt): string => {
  const { by, person, services, professional, date, minute, usesPoints } = attempt
  const names = services.map(({ name }) => name).join(' and ')
  const points = usesPoints ? ' with points' : ''
  return `${person.name} (${by}) books ${names} with ${professional} on ${date} ${clockTime(minute)}${points}`
}

import { expect } from '../failure.ts'
import { startsOf } from '../model/availability.ts'
import { type BookingAttempt, bookingRefusal, priceOf } from '../model/booking-rules.ts'
import { clockTime } from '../model/local-time.ts'
import { isLive, type Model, type ModelHold } from '../model/model.ts'
import type { Simulation } from '../simulation.ts'
import { addBooking } from './add-booking.ts'
import { bookingBody, callerOf, describeAttempt, holdBody, randomAttempt } from './attempt.ts'
import { checkAlternatives } from './check-alternatives.ts'
import { minutesOf } from './choices.ts'
import type { Step } from './step.ts'

const tenMinutes = 600_000

/** Somebody keeps a time: a free one, a taken one or an impossible one (D36). */
export const hold: Step = {
  name: 'hold',
  weight: () => 8,
  async run(simulation, random) {
    const { model, api } = simulation
    const by = random.weighted([
      [9, 'guest'],
      [2, 'server'],
      [2, 'salon'],
    ] as const)
    const { attempt: wanted, starts } = randomAttempt(simulation, random, by)
    const attempt: BookingAttempt = { ...wanted, hold: 'new' }
    const start = starts[attempt.minute]
    const refusal = bookingRefusal(model, attempt, start)
    const { code, data, error } = await api.post(
      callerOf(attempt),
      '/retenciones/',
      holdBody(simulation, attempt),
    )
    const text = `${describeAttempt(attempt).replace(' books ', ' holds ')}: ${code}`
    expect(
      code === (refusal ?? 'ok'),
      'what is offered can be held and nothing else',
      () => `${text}, expected ${refusal ?? 'ok'}`,
    )
    if (code === 'SLOT_NOT_AVAILABLE')
      checkAlternatives(simulation, attempt, starts, error.alternativas)
    if (code !== 'ok' || start?.kind !== 'placed') return text
    const { services, professional, date, minute } = attempt
    const held: ModelHold = {
      label: `H${model.holds.length + 1}`,
      id: data.id,
      token: data.token,
      isBySalon: by === 'salon',
      ...{ professional, services, date, minute },
      start: start.start,
      end: start.start + minutesOf(services),
      expiresAt: model.now() + tenMinutes,
      isExtended: false,
      state: 'open',
    }
    model.holds.push(held)
    const shown = [data.fecha, data.hora_inicio, data.hora_fin, data.expira_en, data.total]
    const expected = [
      ...[date, clockTime(minute), clockTime(start.endMinute % 1440)],
      new Date(held.expiresAt).toISOString(),
      priceOf(model.plan, services, false).totalCents / 100,
    ]
    expect(
      JSON.stringify(shown) === JSON.stringify(expected),
      'a hold is as agreed',
      () => `${JSON.stringify(shown)}, expected ${JSON.stringify(expected)}`,
    )
    return `${text} ${held.label}`
  },
}

/** A hold is extended, released or booked, in time or too late. */
export const useHold: Step = {
  name: 'use a hold',
  weight: ({ model }) => (storedHolds(model).length > 0 ? 12 : 0),
  async run(simulation, random) {
    const { model } = simulation
    const stored = storedHolds(model)
    const live = stored.filter((each) => isLive(model, each))
    const held = random.pick(live.length > 0 && random.chance(0.85) ? live : stored)
    return random.weighted([
      [1, () => extend(simulation, held)],
      [1, () => release(simulation, held)],
      [held.state === 'booked' ? 0 : 4, () => bookHeld(simulation, held, random)],
    ] as const)()
  },
}

/** The night deletes those that ended more than a day ago. */
const storedHolds = ({ holds, now }: Model): ModelHold[] =>
  holds.filter(({ expiresAt }) => expiresAt > now() - 86_400_000)

async function extend({ model, api }: Simulation, held: ModelHold): Promise<string> {
  const { label, id, token } = held
  const expected =
    held.state === 'booked'
      ? 'HOLD_ALREADY_BOOKED'
      : !isLive(model, held)
        ? 'HOLD_EXPIRED'
        : held.isExtended
          ? 'HOLD_NOT_EXTENDABLE'
          : 'ok'
  const guest = { kind: 'guest', person: model.people[0] as (typeof model.people)[0] } as const
  const { code, data } = await api.post(guest, `/retenciones/${id}/prolongar/`, { token })
  const text = `${label} is extended: ${code}`
  expect(code === expected, 'a hold is extended once', () => `${text}, expected ${expected}`)
  if (code !== 'ok') return text
  held.expiresAt += tenMinutes
  held.isExtended = true
  expect(Date.parse(data.expira_en) === held.expiresAt, 'a hold is extended once', () => text)
  return text
}

async function release({ model, api }: Simulation, held: ModelHold): Promise<string> {
  const { label, id, token } = held
  const expected = held.state === 'booked' ? 'HOLD_ALREADY_BOOKED' : 'ok'
  const guest = { kind: 'guest', person: model.people[0] as (typeof model.people)[0] } as const
  const { code } = await api.delete(guest, `/retenciones/${id}/`, { 'x-retencion-token': token })
  const text = `${label} is released: ${code}`
  expect(code === expected, 'a hold can be released', () => `${text}, expected ${expected}`)
  if (isLive(model, held)) held.state = 'released'
  return text
}

/** Once, or twice at once: one becomes the booking, also of a hold that is over. */
async function bookHeld(
  simulation: Simulation,
  held: ModelHold,
  random: Parameters<Step['run']>[1],
): Promise<string> {
  const { model, api } = simulation
  const { attempt: wanted } = randomAttempt(
    simulation,
    random,
    held.isBySalon ? 'salon' : undefined,
  )
  const { label, professional, date, minute, services } = held
  const isHeld = isLive(model, held)
  const attempt: BookingAttempt = {
    ...wanted,
    ...{ professional, date, minute, isNow: false },
    services: isHeld ? services : currentServices(simulation, services),
    ...(isHeld && { hold: 'live' }),
  }
  const starts = startsOf(model, {
    ...{ professional, date, minutes: minutesOf(services), own: label },
    anyMinute: isHeld || attempt.by === 'salon',
  })
  const start = starts[minute]
  const refusal = bookingRefusal(model, attempt, start)
  const retencion = { id: held.id, token: held.token }
  const bookIt = () =>
    api.post(callerOf(attempt), '/reservas/crear/', {
      ...bookingBody(simulation, attempt),
      retencion,
    })
  const answers = await Promise.all(Array.from({ length: random.chance(0.15) ? 2 : 1 }, bookIt))
  const codes = answers.map(({ code }) => code).sort()
  const text = `${describeAttempt(attempt)} with ${label}: ${codes.join(', ')}`
  expect(
    codes.filter((code) => code === 'ok').length === (refusal === null ? 1 : 0) &&
      codes.every((code) => code === 'ok' || code === (refusal ?? 'HOLD_ALREADY_BOOKED')),
    'a held time becomes one booking',
    () => `${text}, expected ${refusal ?? 'ok'}`,
  )
  const booked = answers.find(({ code }) => code === 'ok')
  if (booked && start?.kind === 'placed') {
    addBooking(simulation, attempt, start, booked.data)
    held.state = 'booked'
    const again = await bookIt()
    expect(
      again.code === 'HOLD_ALREADY_BOOKED',
      'a held time becomes one booking',
      () => `${text}, then ${again.code}`,
    )
  }
  return text
}

/** With the prices of today. */
const currentServices = ({ model }: Simulation, services: ModelHold['services']) =>
  services.map((held) => model.plan.services.find(({ name }) => name === held.name) ?? held)

import { expect } from '../failure.ts'
import { bookableFrom, slotsOf, startsAmong, startsOf } from '../model/availability.ts'
import { movedVisit, peopleRefusal, teamOf, type WantedPeople } from '../model/booking-rules.ts'
import { clockTime, dateAfter } from '../model/local-time.ts'
import { type Model, servicesOf, todayOf } from '../model/model.ts'
import { minutesOf, randomBooking, randomDate, randomServices } from './choices.ts'
import type { Step } from './step.ts'

/** Reads the slots of a day. */
export const look: Step = {
  name: 'look',
  weight: () => 12,
  async run({ model, api, salon }, random) {
    const professional = random.pick(model.plan.professionals)
    const services = randomServices(random, model, professional.name)
    const date = randomDate(random, model)
    const ids = services.map(({ name }) => salon.id(name)).join(',')
    const answer = await api.get(
      { kind: 'guest', person: random.pick(model.people) },
      `/disponibilidad/${salon.id(professional.name)}/${date}/?servicios=${ids}`,
    )
    const text = `slots of ${professional.name} on ${date} for ${minutesOf(services)} minutes`
    const candidates = services.map(() => [professional.name])
    const wanted = { services: services.map(({ name }) => name), candidates }
    const refusal = dateRefusal(model, date) ?? peopleRefusal(model, wanted)
    expect(
      answer.code === (refusal ?? 'ok'),
      'the slots of a day are answered or refused by the rules',
      () => `${text}: ${answer.code}, expected ${refusal ?? 'ok'}`,
    )
    if (answer.code !== 'ok') return `${text}: ${answer.code}`
    const query = { professional: professional.name, date, minutes: minutesOf(services) }
    const expected = slotsOf(model, startsOf(model, query))
    expect(
      JSON.stringify(answer.data.slots) === JSON.stringify(expected),
      'the slots of a day are those of the model',
      () => `${text}: ${slotsText(answer.data.slots)}, expected ${slotsText(expected)}`,
    )
    return `${text}: ${answer.data.slots_disponibles_count} free`
  },
}

/** Reads the times to which a booking can be moved, with nothing said of its people, or one named. */
export const lookToMove: Step = {
  name: 'look to move',
  weight: ({ model }) => (model.bookings.length > 0 ? 5 : 0),
  async run({ model, api, salon }, random) {
    const booking = randomBooking(random, model)
    if (booking === null) return 'nothing to move'
    const named = random.chance(0.3) ? random.pick(model.plan.professionals).name : null
    const isOfSeveral = new Set(booking.parts.map(({ professional }) => professional)).size > 1
    const who: WantedPeople =
      named === null
        ? { kind: isOfSeveral ? 'same' : 'anyone' }
        : { kind: 'one', professional: named }
    const date = randomDate(random, model)
    const visit = movedVisit(model, booking, who)
    const answer = await api.get(
      { kind: 'salon' },
      `/disponibilidad/${named === null ? 0 : salon.id(named)}/${date}/?reserva_id=${booking.id}`,
    )
    const candidates = visit.services.map((each) => [...each.candidates])
    const wanted = { services: servicesOf(booking), candidates }
    const refusal = dateRefusal(model, date) ?? peopleRefusal(model, wanted)
    const text = `times of ${booking.label} on ${date} with ${named ?? who.kind}`
    expect(
      answer.code === (refusal ?? 'ok'),
      'the slots of a day are answered or refused by the rules',
      () => `${text}: ${answer.code}, expected ${refusal ?? 'ok'}`,
    )
    if (answer.code !== 'ok') return `${text}: ${answer.code}`
    const starts = startsAmong(model, visit, { date, anyMinute: false, own: booking.label })
    const expected = slotsOf(model, starts)
    const shown = answer.data.slots.map(
      ({ peluqueros: _, lineas: __, ...slot }: { peluqueros?: object; lineas?: object }) => slot,
    )
    expect(
      JSON.stringify(shown) === JSON.stringify(expected),
      'the slots of a day are those of the model',
      () => `${text}: ${slotsText(shown)}, expected ${slotsText(expected)}`,
    )
    const people = servicesOf(booking).map((name, index) => ({
      servicio_id: salon.id(name),
      peluquero_id: salon.id(candidates[index]?.[0] ?? ''),
    }))
    expect(
      answer.data.slots.every(
        ({ disponible, lineas }: { disponible: boolean; lineas?: object[] }) =>
          isOfSeveral && named === null
            ? JSON.stringify(lineas) === JSON.stringify(disponible ? people : [])
            : lineas === undefined,
      ),
      'a visit that several people do stays with them',
      () => `${text}: ${JSON.stringify(answer.data.slots)}`,
    )
    return `${text}: ${answer.data.slots_disponibles_count} free`
  },
}

const slotsText = (slots: { hora_inicio: string; hora_fin: string; motivo?: string }[]) =>
  slots
    .map((each) => `${each.hora_inicio}-${each.hora_fin}${each.motivo ? ` ${each.motivo}` : ''}`)
    .join(', ')

/** Reads which days have free slots, of one professional or of anybody. */
export const lookAtDays: Step = {
  name: 'look at days',
  weight: () => 3,
  async run({ model, api, salon }, random) {
    const professionals = teamOf(model.plan)
    const chosen = random.chance(0.6) ? [random.pick(professionals)] : professionals
    const service = random.pick(
      model.plan.services.filter(({ name }) => chosen[0]?.services.includes(name)),
    )
    const able = chosen.filter(({ services }) => services.includes(service.name))
    const from = randomDate(random, model)
    const to = dateAfter(from, 1)
    const professional =
      chosen.length < professionals.length || professionals.length === 1
        ? `&peluquero_id=${salon.id(chosen[0]?.name ?? '')}`
        : ''
    const path = `/disponibilidad/dias/?desde=${from}&hasta=${to}&servicio_id=${salon.id(service.name)}`
    const { data } = await api.get({ kind: 'salon' }, `${path}${professional}`)
    const names = able.map(({ name }) => name)
    const expected = [from, to].map((date) => dayOf(model, names, date, service.minutes))
    const shown = data?.dias.map(({ motivo: _, ...day }: { motivo?: string }) => day)
    expect(
      JSON.stringify(shown) === JSON.stringify(expected),
      'the days with free slots are those of the model',
      () =>
        `${from} to ${to}, ${names}: ${JSON.stringify(shown)}, expected ${JSON.stringify(expected)}`,
    )
    return `days of ${names.join(' and ')} from ${from}: ${data.dias_disponibles_count} free`
  },
}

function dayOf(model: Model, professionals: string[], date: string, minutes: number): object {
  const from = bookableFrom(model)
  const free = new Set<number>()
  if (dateRefusal(model, date) === null) {
    for (const professional of professionals) {
      startsOf(model, { professional, date, minutes }).forEach((start, minute) => {
        if (start.kind === 'placed' && start.free.length > 0 && start.start >= from)
          free.add(minute)
      })
    }
  }
  if (free.size === 0) return { fecha: date, disponible: false, slots_libres: 0 }
  return {
    fecha: date,
    disponible: true,
    slots_libres: free.size,
    primer_slot: clockTime(Math.min(...free)),
    ultimo_slot: clockTime(Math.max(...free)),
  }
}

function dateRefusal(model: Model, date: string): string | null {
  const today = todayOf(model)
  if (date < today) return 'DATE_IN_PAST'
  return date > dateAfter(today, model.plan.horizonDays) ? 'DATE_TOO_FAR' : null
}

import { expect } from '../failure.ts'
import { busyTimes } from '../model/availability.ts'
import { teamOf } from '../model/booking-rules.ts'
import { clockTime, dateAfter, instantOf, localTime } from '../model/local-time.ts'
import { randomDate } from './choices.ts'
import type { Step } from './step.ts'

/** The salon takes time out of its diary, which may be taken already (D41). */
export const block: Step = {
  name: 'block',
  weight: () => 8,
  async run({ model, api, salon }, random) {
    const { plan } = model
    const professional = random.pick(teamOf(plan)).name
    const date = randomDate(random, model)
    const from = random.integer(0, 95) * 15
    const minutes = random.pick([30, 60, 120, 480])
    const to = {
      date: dateAfter(date, from + minutes < 1440 ? 0 : 1),
      minute: (from + minutes) % 1440,
    }
    const [start, end] = [
      instantOf(date, from, plan.timezone) / 60_000,
      instantOf(to.date, to.minute, plan.timezone) / 60_000,
    ]
    const taken = busyTimes(model).filter(
      (each) => each.professional === professional && each.start < end && start < each.end,
    )
    const isSkipped = [
      [date, from, start],
      [to.date, to.minute, end],
    ].some(([day, minute, instant]) => {
      const shown = localTime((instant as number) * 60_000, plan.timezone)
      return shown.date !== day || shown.minute !== minute
    })
    const expected = isSkipped
      ? 'INVALID_TIME'
      : end <= start
        ? 'INVALID_RANGE'
        : end * 60_000 <= model.now()
          ? 'DATE_IN_PAST'
          : taken.length > 0
            ? 'SLOT_NOT_AVAILABLE'
            : 'ok'
    const { code, data, error } = await api.post({ kind: 'salon' }, '/bloqueos/', {
      peluquero_id: salon.id(professional),
      desde: `${date}T${clockTime(from)}`,
      hasta: `${to.date}T${clockTime(to.minute)}`,
      motivo: 'Curso',
    })
    const text = `${professional} is blocked from ${date} ${clockTime(from)} for ${minutes} minutes: ${code}`
    expect(
      code === expected,
      'free time can be blocked and nothing else',
      () => `${text}, expected ${expected}`,
    )
    if (code === 'SLOT_NOT_AVAILABLE') {
      const bookings = taken.filter(({ label }) => label.startsWith('B'))
      expect(
        bookings.length > 0
          ? bookings.some(({ id }) => id === error.reserva?.id)
          : error.bloqueo !== undefined || error.libre_desde !== undefined,
        'the error names what is in the way',
        () => `${text}: ${JSON.stringify(error)}`,
      )
    }
    if (code !== 'ok') return text
    model.blocks.push({ label: `block ${date}`, id: data.id, professional, start, end })
    return text
  },
}

/** A block is deleted, or one that was deleted before. */
export const unblock: Step = {
  name: 'unblock',
  weight: ({ model }) => (model.blocks.length > 0 ? 3 : 0),
  async run({ model, api }, random) {
    const chosen = random.pick(model.blocks)
    const path = `/bloqueos/${chosen.id}/`
    const { code } = await api.delete({ kind: 'salon' }, path)
    const again = await api.delete({ kind: 'salon' }, path)
    const text = `a block is deleted: ${code}`
    expect(
      code === 'ok' && again.code === 'BLOCK_NOT_FOUND',
      'a block is deleted once',
      () => `${text}, then ${again.code}`,
    )
    model.blocks.splice(model.blocks.indexOf(chosen), 1)
    return text
  },
}

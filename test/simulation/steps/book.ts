import { expect } from '../failure.ts'
import { bookingRefusal } from '../model/booking-rules.ts'
import { addBooking } from './add-booking.ts'
import { bookingBody, callerOf, describeAttempt, randomAttempt } from './attempt.ts'
import { checkAlternatives } from './check-alternatives.ts'
import type { Step } from './step.ts'

/** Somebody books a free time, a taken one or an impossible one. */
export const book: Step = {
  name: 'book',
  weight: ({ model }) => (model.plan.cardGuarantee ? 45 : 24),
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

import { expect } from '../failure.ts'
import { localTime } from '../model/local-time.ts'
import { todayOf } from '../model/model.ts'
import { randomBooking } from './choices.ts'
import type { Step } from './step.ts'

/** The salon records that somebody has come in, or that they have not (D71). */
export const arrive: Step = {
  name: 'arrive',
  weight: ({ model }) => (model.bookings.length > 0 ? 5 : 0),
  async run({ model, api }, random) {
    const ofToday = model.bookings.filter(
      ({ state, start }) =>
        state === 'confirmed' &&
        localTime(start * 60_000, model.plan.timezone).date === todayOf(model),
    )
    const booking =
      ofToday.length > 0 && random.chance(0.8) ? random.pick(ofToday) : randomBooking(random, model)
    if (booking === null) return 'nobody to come'
    const hasArrived = random.chance(booking.hasArrived ? 0.3 : 0.85)
    const isToday = ofToday.includes(booking)
    const isAllowed =
      booking.state === 'confirmed' && (booking.hasArrived === hasArrived || !hasArrived || isToday)
    const path = `/reservas/${booking.id}/llegada/`
    const { code, data } = await (hasArrived
      ? api.post({ kind: 'salon' }, path)
      : api.delete({ kind: 'salon' }, path))
    const text = `the customer of ${booking.label} has ${hasArrived ? 'arrived' : 'not come'}: ${code}`
    expect(
      code === (isAllowed ? 'ok' : 'INVALID_TRANSITION'),
      'who has come in is recorded on the day of a confirmed visit',
      () => `${text}, ${booking.state}`,
    )
    if (!isAllowed) return text
    booking.hasArrived = hasArrived
    expect((data.llegada_en !== null) === hasArrived, 'an arrival is shown', () => text)
    return text
  },
}

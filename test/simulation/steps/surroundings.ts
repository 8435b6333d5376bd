import { applySalon } from '@silla/core'
import { salonFileFor } from '../../support/salon-fixture.ts'
import { changedSalon } from '../random-salon.ts'
import { fixtureOf } from '../salon-fixture.ts'
import type { Step } from './step.ts'

/** Some of the processor's events arrive, or are lost for ever. */
export const deliver: Step = {
  name: 'deliver',
  weight: ({ events }) => (events !== null && events.waiting > 0 ? 8 : 0),
  async run({ events }, random) {
    if (events === null) return 'no events'
    if (random.chance(0.12)) return `${events.lose()} events are lost`
    return `${await events.deliver(random, { all: random.chance(0.4) })} events arrive`
  },
}

/** The salon changes its schedule and its prices. */
export const changeSalon: Step = {
  name: 'change salon',
  weight: () => 2,
  async run({ world, salon, model, api }, random) {
    const plan = changedSalon(random, model.plan, model.now())
    const file = salonFileFor(salon.slug, fixtureOf(plan))
    await applySalon(world.database.admin, file, {
      clock: salon.clock,
      allowOrphaned: true,
      // days off of who is ill
      staffChanges: 'overwrite',
    })
    model.plan = plan
    // this endpoint compares the catalogue's version, so that the change need not be waited for
    await api.get({ kind: 'salon' }, '/disponibilidad/dias/')
    return 'the salon changes its closings, exceptions and prices'
  },
}

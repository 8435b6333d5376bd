import type { Random } from '../../support/random.ts'
import type { WorkerMode } from '../job-queue.ts'
import { cardOf } from '../model/fees.ts'
import { isOpen, type Model, type ModelBooking } from '../model/model.ts'
import type { SalonRows } from '../rows.ts'
import type { Simulation } from '../simulation.ts'
import { withFault } from './processor-fault.ts'
import type { Step } from './step.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Time passes, from seconds to weeks, while the worker works, lags behind or is stopped. */
export const passTime: Step = {
  name: 'pass time',
  weight: ({ model, rows }) => (withCards(model, rows).length > 0 ? 70 : 16),
  async run(simulation, random) {
    const mode: WorkerMode = random.weighted([
      [8, 'prompt'],
      [2, 'late'],
      [1, 'stopped'],
    ])
    const until = Math.max(simulation.model.now() + 1000, randomMoment(simulation, random))
    const fault = await withFault(simulation, random, () =>
      passUntil(simulation, random, until, mode),
    )
    return `${durationText(until - simulation.step.beganAt)} pass, worker ${mode}${fault}`
  },
}

/** Visits for which a fee may be charged one day. */
const withCards = ({ bookings }: Model, rows: SalonRows): ModelBooking[] =>
  bookings.filter((each) => isOpen(each) && cardOf(rows, each)?.state === 'saved')

/** A moment at which something is about to happen, or any moment. */
function randomMoment({ model, rows }: Simulation, random: Random): number {
  const withCard = withCards(model, rows)
  if (withCard.length > 0 && random.chance(0.6)) {
    const { start } = random.pick(withCard)
    return (
      start * minute +
      random.pick([15 * minute, 20 * minute, -minute, -model.plan.cancellationHours * hour + 1000])
    )
  }
  const booking = model.bookings.length > 0 ? random.pick(model.bookings) : null
  if (booking && random.chance(0.45)) {
    const { start, end, expiresAt } = booking
    const moment = random.pick([
      start * minute - model.plan.cancellationHours * hour,
      start * minute,
      start * minute + 15 * minute,
      end * minute + (model.plan.autocompleteHours ?? 0) * hour,
      expiresAt ?? start * minute,
    ])
    return moment + random.pick([-1000, 0, 0, 1000, minute])
  }
  const length = random.weighted([
    [4, random.integer(1, 60) * minute],
    [3, random.integer(1, 30) * hour],
    [2, random.integer(1, 9) * day],
    [0.5, random.integer(10, 60) * day],
  ])
  return model.now() + length
}

/** Passes the time, and the night at its end when there is one. */
export async function passUntil(
  { model, queue, step }: Simulation,
  random: Random,
  until: number,
  mode: WorkerMode,
): Promise<void> {
  const from = model.now()
  const mayFail = step.hasFault
  await queue.advance(until, { mode, random, mayFail })
  if (mode === 'stopped') return
  if (nightOf(until) > nightOf(from)) {
    await queue.runTask('nightly-round', mayFail)
    await queue.advance(until, { mode, random, mayFail })
  }
  step.isWorkerDone = !mayFail
}

/** The number of the last night, which is at 03:13 UTC. */
const nightOf = (milliseconds: number): number =>
  Math.floor((milliseconds - 3 * hour - 13 * minute) / day)

function durationText(milliseconds: number): string {
  if (milliseconds < 2 * minute) return `${Math.round(milliseconds / 1000)} seconds`
  if (milliseconds < 2 * hour) return `${Math.round(milliseconds / minute)} minutes`
  return milliseconds < 2 * day
    ? `${Math.round(milliseconds / hour)} hours`
    : `${Math.round(milliseconds / day)} days`
}

import type { Random } from '../../support/random.ts'
import { dateAfter, instantOf, localTime, nextClockChange } from '../model/local-time.ts'
import { isOpen, type Model, type ModelBooking, todayOf } from '../model/model.ts'
import type { ServicePlan } from '../model/plan.ts'

/** A date within the horizon or a day outside of it; often soon, or when the clocks change. */
export function randomDate(random: Random, model: Model): string {
  const today = todayOf(model)
  const { horizonDays, timezone } = model.plan
  const change = nextClockChange(model.now(), timezone)
  const changeDate = change === null ? today : localTime(change, timezone).date
  if (changeDate <= dateAfter(today, horizonDays) && random.chance(0.35)) return changeDate
  return dateAfter(
    today,
    random.weighted([
      [8, random.integer(0, Math.min(3, horizonDays))],
      [3, random.integer(0, horizonDays)],
      [0.5, horizonDays],
      [0.5, horizonDays + 1],
      [0.3, -1],
    ]),
  )
}

/** One service or two, most often some that the professional offers. */
export function randomServices(random: Random, model: Model, professional: string): ServicePlan[] {
  const { services, professionals } = model.plan
  const offered = professionals.find(({ name }) => name === professional)?.services ?? []
  const list = random.chance(0.9) ? services.filter(({ name }) => offered.includes(name)) : services
  const first = random.pick(list)
  const second = random.pick(list)
  return second === first || random.chance(0.6) ? [first] : [first, second]
}

export const minutesOf = (services: readonly ServicePlan[]): number =>
  services.reduce((sum, { minutes }) => sum + minutes, 0)

/** A booking, most often one that is still open; null: there is none. */
export function randomBooking(random: Random, { bookings }: Model): ModelBooking | null {
  const open = bookings.filter(isOpen)
  if (bookings.length === 0) return null
  return random.pick(open.length > 0 && random.chance(0.85) ? open : bookings)
}

/** The first epoch minute of a date. */
export const midnightOf = (date: string, timezone: string): number =>
  instantOf(date, 0, timezone) / 60_000

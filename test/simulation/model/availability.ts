import {
  everyStart,
  type Salon,
  type StartOutcome,
  unbrokenVisit,
} from '../../unit/slots/minute-model.ts'
import { clockTime } from './local-time.ts'
import { isLive, type Model } from './model.ts'

/** A professional, a date and the length of a visit. */
export interface VisitQuery {
  professional: string
  date: string
  minutes: number
  /** The salon itself books at any minute (D45). */
  anyMinute?: boolean
  /** The label of a booking or a hold whose own time is free. */
  own?: string | undefined
}

/** A slot as the API returns it. */
export interface ModelSlot {
  hora_inicio: string
  hora_fin: string
  disponible: boolean
  motivo?: 'ocupado' | 'pasado'
}

/** The outcome for a visit at each minute of the day, with the bookings of the moment (D13). */
export function startsOf(
  model: Model,
  { professional, date, minutes, anyMinute = false, own }: VisitQuery,
): StartOutcome[] {
  return everyStart(
    salonOf(model, { professionals: [professional], date, anyMinute, own }),
    unbrokenVisit(minutes),
  )
}

/** Services one after the other, each with those who may do it. */
export interface OpenVisit {
  services: readonly { minutes: number; candidates: readonly string[] }[]
  /** One person does all (D32), or several may take part (D33). */
  onePerson: boolean
}

/** The same for a visit that leaves open who does it. A candidate names people by their index in the plan. */
export function startsAmong(
  model: Model,
  visit: OpenVisit,
  { date, anyMinute, own }: { date: string; anyMinute: boolean; own?: string },
): StartOutcome[] {
  const professionals = model.plan.professionals.map(({ name }) => name)
  return everyStart(salonOf(model, { professionals, date, anyMinute, own }), {
    onePerson: visit.onePerson,
    lines: visit.services.map(({ minutes, candidates }) =>
      candidates.map((name) => ({
        ...{ who: professionals.indexOf(name), phases: [minutes], buffer: 0, units: [] },
      })),
    ),
  })
}

function salonOf(
  model: Model,
  {
    professionals,
    date,
    anyMinute,
    own,
  }: { professionals: string[]; date: string; anyMinute: boolean; own: string | undefined },
): Salon {
  const { plan } = model
  return {
    timezone: plan.timezone,
    date,
    slotIntervalMinutes: anyMinute ? 1 : plan.intervalMinutes,
    openings: plan.week.map(({ weekday, hours, pause }) => ({
      weekday,
      opensMinute: hours?.from ?? null,
      closesMinute: hours?.to ?? null,
      breakStartMinute: pause?.from ?? null,
      breakEndMinute: pause?.to ?? null,
    })),
    closings: plan.closings.map((each) => ({
      day: epochDay(each.date),
      fromMinute: each.from,
      toMinute: each.to,
    })),
    people: professionals.map((professional) => {
      const person = plan.professionals.find(({ name }) => name === professional)
      return {
        shifts: (person?.shifts ?? []).map(({ weekday, from, to }) => ({
          weekday,
          startMinute: from,
          endMinute: to,
        })),
        exceptions: (person?.exceptions ?? []).map((each) => ({
          day: epochDay(each.date),
          works: each.shifts.length > 0,
          shifts: each.shifts.map(({ from, to }) => ({ startMinute: from, endMinute: to })),
        })),
        busy: busyTimes(model)
          .filter((each) => each.professional === professional && each.label !== own)
          .map(({ start, end }) => ({ start, end })),
      }
    }),
  }
}

/** Bookings, live holds and blocks. */
export const busyTimes = (model: Model) => [
  ...model.bookings
    .filter(({ state }) => state !== 'cancelled')
    .flatMap(({ label, id, parts }) => parts.map((part) => ({ label, id, ...part }))),
  ...model.holds.filter((each) => isLive(model, each)),
  ...model.blocks,
]

/** The first epoch minute at which a visit may start, for everybody but the salon itself. */
export const bookableFrom = ({ plan, now }: Model): number =>
  Math.ceil(now() / 60_000) + plan.noticeMinutes

/** What the API answers for a day with these outcomes. */
export function slotsOf(model: Model, starts: readonly StartOutcome[]): ModelSlot[] {
  const from = bookableFrom(model)
  return starts.flatMap((outcome, minute): ModelSlot[] => {
    if (outcome.kind !== 'placed') return []
    const times = { hora_inicio: clockTime(minute), hora_fin: clockTime(outcome.endMinute % 1440) }
    if (outcome.start < from) return [{ ...times, disponible: false, motivo: 'pasado' }]
    return outcome.free.length === 0
      ? [{ ...times, disponible: false, motivo: 'ocupado' }]
      : [{ ...times, disponible: true }]
  })
}

const epochDay = (date: string) => Date.parse(date) / 86_400_000

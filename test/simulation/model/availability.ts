import { everyStart, type StartOutcome, unbrokenVisit } from '../../unit/slots/minute-model.ts'
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
  const { plan } = model
  const person = plan.professionals.find(({ name }) => name === professional)
  return everyStart(
    {
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
      people: [
        {
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
          busy: takenTimes(model)
            .filter((each) => each.professional === professional && each.label !== own)
            .map(({ start, end }) => ({ start, end })),
        },
      ],
    },
    unbrokenVisit(minutes),
  )
}

/** Bookings, live holds and blocks. */
export const takenTimes = (model: Model) => [
  ...model.bookings.filter(({ state }) => state !== 'cancelled'),
  ...model.holds.filter((each) => isLive(model, each)),
  ...model.blocks,
]

/** The first epoch minute at which a visit may start, for everybody but the salon itself. */
export const bookableFrom = ({ plan, now }: Model): number =>
  Math.ceil(now() / 60_000) + plan.noticeMinutes

/** What the API answers for the day. */
export function slotsOf(model: Model, query: VisitQuery): ModelSlot[] {
  const from = bookableFrom(model)
  return startsOf(model, query).flatMap((outcome, minute): ModelSlot[] => {
    if (outcome.kind !== 'placed') return []
    const times = { hora_inicio: clockTime(minute), hora_fin: clockTime(outcome.endMinute % 1440) }
    if (outcome.start < from) return [{ ...times, disponible: false, motivo: 'pasado' }]
    return outcome.free.length === 0
      ? [{ ...times, disponible: false, motivo: 'ocupado' }]
      : [{ ...times, disponible: true }]
  })
}

const epochDay = (date: string) => Date.parse(date) / 86_400_000

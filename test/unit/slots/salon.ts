import {
  type BusinessCalendar,
  businessCalendar,
  type Closing,
  type DaySlots,
  type LocalSpan,
  parseDate,
  parseSpan,
  parseTime,
  type ResourceCalendar,
  resourceCalendar,
  type ServiceTerms,
  type SlotState,
  type SpanList,
  slotsOfDay,
  type VisitPlan,
  type VisitRequest,
} from '@silla/slots'

export const day = (text: string): number => parseDate(text) as number

/** `24:00` is the midnight that ends a day. */
export const minute = (text: string): number =>
  text === '24:00' ? 1440 : (parseTime(text) as number)

/** `09:00-14:00` in minutes. */
export const hours = (text: string): LocalSpan => parseSpan(text) as LocalSpan

const everyDay = [1, 2, 3, 4, 5, 6, 7]

/** A business with the same opening hours all week. */
export function business(
  options: {
    zone?: string
    open?: string | null
    break?: string
    interval?: number
    closings?: Closing[]
  } = {},
): BusinessCalendar {
  const open = options.open === null ? null : hours(options.open ?? '00:00-24:00')
  const pause = options.break === undefined ? null : hours(options.break)
  return businessCalendar({
    timezone: options.zone ?? 'Europe/Madrid',
    slotIntervalMinutes: options.interval ?? 30,
    openings: everyDay.map((weekday) => ({
      weekday,
      opensMinute: open?.startMinute ?? null,
      closesMinute: open?.endMinute ?? null,
      breakStartMinute: pause?.startMinute ?? null,
      breakEndMinute: pause?.endMinute ?? null,
    })),
    closings: options.closings ?? [],
  })
}

export function closing(date: string, part?: string): Closing {
  const minutes = part === undefined ? null : hours(part)
  return {
    day: day(date),
    fromMinute: minutes?.startMinute ?? null,
    toMinute: minutes?.endMinute ?? null,
  }
}

/** A professional with the same shifts all week, and at most one exception. */
export function worker(
  shifts: string[],
  exception?: { date: string; shifts: string[] | null },
): ResourceCalendar {
  return resourceCalendar({
    shifts: everyDay.flatMap((weekday) => shifts.map((shift) => ({ weekday, ...hours(shift) }))),
    exceptions:
      exception === undefined
        ? []
        : [
            {
              day: day(exception.date),
              works: exception.shifts !== null,
              shifts: (exception.shifts ?? []).map(hours),
            },
          ],
  })
}

/** Busy spans such as `09:00-09:45` of a date, in the time zone of a business. */
export function taken(salon: BusinessCalendar, date: string, ...spans: string[]): SpanList {
  return spans
    .map(hours)
    .flatMap(({ startMinute, endMinute }) => [
      salon.zone.toInstant(day(date), startMinute) as number,
      salon.zone.toInstant(day(date), endMinute) as number,
    ])
}

/** The calendars of professionals, and what is taken of them and of units. */
export type Resources = Required<Pick<VisitRequest, 'professionals' | 'busy'>>

/** Professionals with the ids 1, 2, ... in the given order. */
export function resources(
  ...list: (ResourceCalendar | { calendar: ResourceCalendar; busy: SpanList })[]
): Resources {
  const people = list.map((item) => ('calendar' in item ? item : { calendar: item, busy: [] }))
  return {
    professionals: new Map(people.map(({ calendar }, index) => [index + 1, calendar])),
    busy: new Map(people.map(({ busy }, index) => [index + 1, busy])),
  }
}

/** The same with units, whose ids and busy spans are given. */
export const withUnits = (people: Resources, units: Record<number, SpanList>): Resources => ({
  ...people,
  busy: new Map([
    ...(people.busy ?? []),
    ...Object.entries(units).map(([id, busy]) => [Number(id), busy] as const),
  ]),
})

/** Unbroken work that any of the candidates can do. */
export const visit = (lengthMinutes: number, candidates: number[] = [1]): VisitPlan => ({
  lines: [candidates.map((id) => terms(id, [lengthMinutes]))],
  onePerson: true,
})

export const terms = (
  professionalId: number,
  phases: number[],
  { bufferMinutes = 0, units = [] }: Partial<ServiceTerms> = {},
): ServiceTerms => ({ professionalId, phases, bufferMinutes, units })

export function slots(
  business: BusinessCalendar,
  people: Resources,
  date: string,
  plan: VisitPlan = visit(30),
  bookableFrom = Number.NEGATIVE_INFINITY,
): Slot[] {
  return slotList(slotsOfDay({ business, ...people, plan, day: day(date), bookableFrom }))
}

/** One slot of a day. */
export interface Slot {
  startMinute: number
  endMinute: number
  start: number
  state: SlotState
  /** Empty unless the slot is free. */
  people: readonly number[]
}

export const slotList = (slots: DaySlots): Slot[] =>
  slots.starts.map((start, index) => ({
    startMinute: slots.startMinutes[index] as number,
    endMinute: slots.endMinutes[index] as number,
    start,
    state: slots.states[index] as SlotState,
    people: slots.peopleAt(index),
  }))

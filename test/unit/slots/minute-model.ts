import type { Closing, LocalSpan, OpeningHours, Span } from '@silla/slots'

/**
 * A second implementation of the rules of D13, slow and simple: it checks every real minute of a
 * day and shares no code and no method with the engine. There are no stretches, offsets or searches
 * here, only minutes and the wall-clock time of each.
 */
export interface Salon {
  timezone: string
  date: string
  slotIntervalMinutes: number
  openings: OpeningHours[]
  closings: Closing[]
  people: Person[]
}

export interface Person {
  shifts: (LocalSpan & { weekday: number })[]
  exceptions: { day: number; works: boolean; shifts: LocalSpan[] }[]
  busy: Span[]
}

export interface Part {
  offsetMinutes: number
  lengthMinutes: number
  /** Indexes of people. */
  candidates: readonly number[]
}

export type StartOutcome =
  | {
      kind: 'placed'
      start: number
      endMinute: number
      firstChoice: number[]
      freeChoice: number[] | null
    }
  | { kind: 'no_such_time' | 'closed' | 'not_working' | 'off_grid' }

/** The expected result for a visit at each wall-clock minute of the day, 0 to 1439. */
export function everyStart(salon: Salon, parts: Part[]): StartOutcome[] {
  const clocks = clocksAround(salon.timezone, salon.date)
  const open = minutesThat(clocks, openOn(salon))
  const shifts = salon.people.map((person) => shiftsOf(person, salon.date))
  const works = shifts.map((list) =>
    minutesThat(clocks, (minute) => list.some((shift) => within(minute, shift))),
  )
  const isTaken = salon.people.map(({ busy }) =>
    clocks.map(({ at }) => busy.some((span) => span.start <= at && at < span.end)),
  )
  const firstTimes = firstOf(clocks)
  const choicesOfParts = everyChoice(parts)
  const visitMinutes = Math.max(...parts.map((part) => part.offsetMinutes + part.lengthMinutes))

  const isAtWork = (first: number, person: number, part: Part) =>
    all(open, first + part.offsetMinutes, part.lengthMinutes) &&
    all(works[person] as boolean[], first + part.offsetMinutes, part.lengthMinutes)
  const isFree = (first: number, person: number, part: Part) =>
    !any(isTaken[person] as boolean[], first + part.offsetMinutes, part.lengthMinutes)
  const startsThen = (startMinute: number, person: number, part: Part) =>
    part !== parts[0] ||
    (shifts[person] as LocalSpan[]).some(
      (shift) =>
        within(startMinute, shift) &&
        (startMinute - shift.startMinute) % salon.slotIntervalMinutes === 0,
    )

  return Array.from({ length: 1440 }, (_, startMinute) => {
    const first = firstTimes[startMinute]
    if (first === undefined) return { kind: 'no_such_time' }
    if (!all(open, first, visitMinutes)) return { kind: 'closed' }

    const choices = choicesOfParts.filter((choice) =>
      choice.every((who, i) => isAtWork(first, who, parts[i] as Part)),
    )
    if (choices.length === 0) return { kind: 'not_working' }
    const allowed = choices.filter((choice) =>
      choice.every((who, i) => startsThen(startMinute, who, parts[i] as Part)),
    )
    if (allowed.length === 0) return { kind: 'off_grid' }
    const free = allowed.find((choice) =>
      choice.every((who, i) => isFree(first, who, parts[i] as Part)),
    )
    const after = clocks[first + visitMinutes] as Clock
    return {
      kind: 'placed',
      start: (clocks[first] as Clock).at,
      endMinute: after.shown >= 1440 ? 1440 : ((after.shown % 1440) + 1440) % 1440,
      firstChoice: allowed[0] as number[],
      freeChoice: free ?? null,
    }
  })
}

interface Clock {
  at: number
  /** Wall-clock minutes from the date's midnight: -1 is 23:59 of the day before. */
  shown: number
  /**
   * The maximum of `shown` so far, which schedules follow: in the second occurrence of an hour, the
   * events within that hour are over, and stretches that extend beyond it continue.
   */
  latest: number
}

/** Those of the latest dates: a long simulation looks at thousands. */
const clocksOfDates = new Map<string, Clock[]>()
const maxDates = 500

/** Every real minute from well before the date to well after it. */
function clocksAround(timezone: string, date: string): Clock[] {
  const key = `${timezone} ${date}`
  const known = clocksOfDates.get(key)
  if (known !== undefined) return known
  const midnight = Date.parse(`${date}T00:00Z`) / 60_000
  const clocks: Clock[] = []
  let latest = Number.NEGATIVE_INFINITY
  for (let hour = midnight - 20 * 60; hour < midnight + 50 * 60; hour += 60) {
    const first = offsetMinutes(timezone, hour)
    const isSteady = first === offsetMinutes(timezone, hour + 59)
    for (let at = hour; at < hour + 60; at += 1) {
      const shown = at + (isSteady ? first : offsetMinutes(timezone, at)) - midnight
      latest = Math.max(latest, shown)
      clocks.push({ at, shown, latest })
    }
  }
  if (clocksOfDates.size >= maxDates) clocksOfDates.clear()
  clocksOfDates.set(key, clocks)
  return clocks
}

/** How many minutes the clocks are ahead of UTC. */
function offsetMinutes(timezone: string, at: number): number {
  const now = Temporal.Instant.fromEpochMilliseconds(at * 60_000).toZonedDateTimeISO(timezone)
  return now.offsetNanoseconds / 60_000_000_000
}

/** For each wall-clock minute of the day the index of its first occurrence. */
function firstOf(clocks: Clock[]): (number | undefined)[] {
  const indexes: (number | undefined)[] = new Array(1440)
  clocks.forEach(({ shown }, index) => {
    if (shown >= 0 && shown < 1440) indexes[shown] ??= index
  })
  return indexes
}

function minutesThat(clocks: Clock[], holds: (minute: number) => boolean): boolean[] {
  return clocks.map(({ latest }) => latest >= 0 && latest < 1440 && holds(latest))
}

/** Whether the salon is open at a minute of its date. */
function openOn({ date, openings, closings }: Salon): (minute: number) => boolean {
  const weekday = weekdayIn(date)
  const opening = openings.find((each) => each.weekday === weekday)
  if (opening === undefined) return () => false
  const { opensMinute, closesMinute, breakStartMinute, breakEndMinute } = opening
  if (opensMinute === null || closesMinute === null) return () => false
  const closingsOfDay = closings.filter(({ day }) => day === Date.parse(date) / 86_400_000)
  return (minute) => {
    if (minute < opensMinute || minute >= closesMinute) return false
    if (breakStartMinute !== null && breakEndMinute !== null) {
      if (minute >= breakStartMinute && minute < breakEndMinute) return false
    }
    return !closingsOfDay.some(
      ({ fromMinute, toMinute }) => minute >= (fromMinute ?? 0) && minute < (toMinute ?? 1440),
    )
  }
}

function shiftsOf(person: Person, date: string): LocalSpan[] {
  const exception = person.exceptions.find(({ day }) => day === Date.parse(date) / 86_400_000)
  if (exception !== undefined) return exception.works ? exception.shifts : []
  const today = weekdayIn(date)
  return person.shifts.filter(({ weekday }) => weekday === today)
}

function weekdayIn(date: string): number {
  return new Date(date).getUTCDay() || 7
}

function within(minute: number, span: LocalSpan): boolean {
  return span.startMinute <= minute && minute < span.endMinute
}

function all(minutes: boolean[], from: number, length: number): boolean {
  for (let i = from; i < from + length; i += 1) if (minutes[i] !== true) return false
  return true
}

function any(minutes: boolean[], from: number, length: number): boolean {
  for (let i = from; i < from + length; i += 1) if (minutes[i] === true) return true
  return false
}

/** All choices of one person for each part, first candidates first, without conflicts. */
function everyChoice(parts: Part[]): number[][] {
  let choices: number[][] = [[]]
  for (const part of parts)
    choices = choices.flatMap((choice) => part.candidates.map((who) => [...choice, who]))
  return choices.filter((choice) =>
    choice.every((who, i) =>
      choice.every(
        (other, j) => i >= j || who !== other || !overlap(parts[i] as Part, parts[j] as Part),
      ),
    ),
  )
}

function overlap(a: Part, b: Part): boolean {
  const minutesOf = ({ offsetMinutes, lengthMinutes }: Part) =>
    Array.from({ length: lengthMinutes }, (_, minute) => offsetMinutes + minute)
  return minutesOf(a).some((minute) => minutesOf(b).includes(minute))
}

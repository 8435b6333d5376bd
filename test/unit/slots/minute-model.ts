import type { Closing, LocalSpan, OpeningHours, Span } from '@silla/slots'

/**
 * A second implementation of the rules of D13 and D32 to D35, slow and simple: it tries every way to
 * carry out a visit and checks every real minute of it. It shares no code and no method with the
 * engine. There are no stretches, offsets or searches here, only minutes and the wall-clock time of
 * each.
 */
export interface Salon {
  timezone: string
  date: string
  slotIntervalMinutes: number
  openings: OpeningHours[]
  closings: Closing[]
  people: Person[]
  /** What is taken of each unit. */
  units?: Span[][]
}

export interface Person {
  shifts: (LocalSpan & { weekday: number })[]
  exceptions: { day: number; works: boolean; shifts: LocalSpan[] }[]
  busy: Span[]
}

export interface Visit {
  lines: Terms[][]
  onePerson: boolean
}

/** How a person carries out a service. */
export interface Terms {
  /** The index of the person. */
  who: number
  /** Minutes of work, wait, work, ... */
  phases: readonly number[]
  buffer: number
  /** For each needed type the indexes of its units. */
  units: readonly (readonly number[])[]
}

/** Unbroken work of the first person. */
export const unbrokenVisit = (minutes: number): Visit => ({
  lines: [[{ who: 0, phases: [minutes], buffer: 0, units: [] }]],
  onePerson: true,
})

export type StartOutcome =
  | {
      kind: 'placed'
      start: number
      /** Of the best candidate that is free, else of the best one. */
      endMinute: number
      /** Of the best candidate, free or not. */
      possibleEndMinute: number
      /** The candidates that are free, the best first. */
      free: Candidate[]
      /** The same if nothing were taken. */
      possible: Candidate[]
    }
  | { kind: 'no_such_time' | 'closed' | 'too_long' | 'not_working' | 'off_grid' }

/** A possible way to carry out a visit. Minutes count from its start. */
export interface Candidate {
  terms: Terms[]
  /** The units that each line uses. */
  units: number[][]
  minutes: number
  /** The minutes in which a person works. */
  work: { who: number; minute: number }[]
  /** The minutes for which a person or a unit is taken, as `person 1` or `unit 2`. */
  held: { resource: string; minute: number }[]
}

/** The expected result for a visit at each wall-clock minute of the day, 0 to 1439. */
export function everyStart(salon: Salon, visit: Visit): StartOutcome[] {
  const clocks = clocksAround(salon.timezone, salon.date)
  const open = minutesThat(clocks, openOn(salon))
  const shifts = salon.people.map((person) => shiftsOf(person, salon.date))
  const works = shifts.map((list) =>
    minutesThat(clocks, (minute) => list.some((shift) => within(minute, shift))),
  )
  const takenBy = (busy: Span[]) =>
    clocks.map(({ at }) => busy.some((span) => span.start <= at && at < span.end))
  const isTaken = new Map<string, boolean[]>([
    ...salon.people.map(({ busy }, who) => [`person ${who}`, takenBy(busy)] as const),
    ...(salon.units ?? []).map((busy, unit) => [`unit ${unit}`, takenBy(busy)] as const),
  ])
  const firstTimes = firstOf(clocks)
  const candidates = allCandidates(visit)
  const shortest = shortestOf(visit)

  const isWorked = (first: number, candidate: Candidate) =>
    all(open, first, candidate.minutes) &&
    candidate.work.every(({ who, minute }) => works[who]?.[first + minute] === true)
  const isFree = (first: number, candidate: Candidate) =>
    candidate.held.every(({ resource, minute }) => !isTaken.get(resource)?.[first + minute])
  const startsThen = (startMinute: number, candidate: Candidate) =>
    shifts[candidate.terms[0]?.who ?? -1]?.some(
      (shift) =>
        within(startMinute, shift) &&
        (startMinute - shift.startMinute) % salon.slotIntervalMinutes === 0,
    )

  return Array.from({ length: 1440 }, (_, startMinute) => {
    const first = firstTimes[startMinute]
    if (first === undefined) return { kind: 'no_such_time' }
    if (!all(open, first, shortest)) return { kind: 'closed' }
    if (shortest > 1440) return { kind: 'too_long' }

    const worked = candidates.filter(
      (candidate) => candidate.minutes <= 1440 && isWorked(first, candidate),
    )
    if (worked.length === 0) return { kind: 'not_working' }
    const possible = worked.filter((candidate) => startsThen(startMinute, candidate))
    const [best] = possible
    if (best === undefined) return { kind: 'off_grid' }
    const free = possible.filter((candidate) => isFree(first, candidate))
    const endMinute = ({ minutes }: Candidate) => {
      const { shown } = clocks[first + minutes] as Clock
      return shown >= 1440 ? 1440 : ((shown % 1440) + 1440) % 1440
    }
    return {
      kind: 'placed',
      start: (clocks[first] as Clock).at,
      endMinute: endMinute(free[0] ?? best),
      possibleEndMinute: endMinute(best),
      free,
      possible,
    }
  })
}

/** With those who are the fastest. */
function shortestOf({ lines, onePerson }: Visit): number {
  const lengths = combinations(lines)
    .filter((terms) => !onePerson || changes(terms) === 0)
    .map((terms) => sum(terms.flatMap(({ phases }) => phases)))
  return Math.min(...lengths)
}

/** All candidates without conflicts of their own: the fewest changes of person, then by preference. */
function allCandidates({ lines, onePerson }: Visit): Candidate[] {
  const candidates = combinations(lines)
    .filter((terms) => !onePerson || changes(terms) === 0)
    .flatMap((terms) =>
      combinations(terms.flatMap(({ units }) => units)).map((units) => candidateOf(terms, units)),
    )
    .filter(({ held }) => {
      const minutes = held.map(({ resource, minute }) => `${resource} ${minute}`)
      return new Set(minutes).size === minutes.length
    })
  // the sort is stable: among equals the order of the combinations remains
  return candidates.sort((a, b) => changes(a.terms) - changes(b.terms))
}

function candidateOf(terms: Terms[], chosen: number[]): Candidate {
  const units = terms.map((one) => chosen.splice(0, one.units.length))
  const candidate: Candidate = { terms, units, minutes: 0, work: [], held: [] }
  for (const [line, { who, phases, buffer }] of terms.entries()) {
    const used = (units[line] as number[]).map((unit) => `unit ${unit}`)
    for (const [phase, length] of phases.entries()) {
      for (let i = 0; i < length; i++) {
        const minute = candidate.minutes++
        if (phase % 2 === 0) candidate.work.push({ who, minute })
        const busy = phase % 2 === 0 ? [`person ${who}`, ...used] : used
        candidate.held.push(...busy.map((resource) => ({ resource, minute })))
      }
    }
    const next = terms.findIndex((other, index) => index > line && other.who === who)
    const untilNext =
      next === -1
        ? Number.POSITIVE_INFINITY
        : sum(terms.slice(line + 1, next).flatMap((other) => other.phases))
    for (let i = 0; i < Math.min(buffer, untilNext); i++)
      for (const resource of [`person ${who}`, ...used])
        candidate.held.push({ resource, minute: candidate.minutes + i })
  }
  return candidate
}

const changes = (terms: Terms[]): number =>
  terms.filter(({ who }, index) => index > 0 && who !== terms[index - 1]?.who).length

/** One item of each list, in every way; the first list changes slowest. */
function combinations<T>(lists: readonly (readonly T[])[]): T[][] {
  let found: T[][] = [[]]
  for (const list of lists) found = found.flatMap((items) => list.map((item) => [...items, item]))
  return found
}

const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0)

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

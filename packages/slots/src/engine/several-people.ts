import { type EpochMinute, firstEndingFrom, type SpanList, searchEndingFrom } from '../spans.ts'
import { minutesPerDay } from '../times.ts'
import type { Choice, ChoiceFinder, Chooser } from './choices.ts'
import { type Fit, free } from './fits.ts'
import { isOnGrid, type Starts } from './starts.ts'
import { type ChosenTerms, visitCandidate } from './visit-candidate.ts'
import { busyOf, nothingBusy, type PersonDay, personDay, type VisitDay } from './visit-day.ts'
import { lengthOf, longestBuffer, type ServiceTerms } from './visit-plan.ts'

/**
 * Finds, of all divisions of the lines of a visit between people, the one with the fewest changes of
 * person; among those the most preferred people of the earlier lines win (D33).
 *
 * The search is exact. What later lines depend on is when they begin, who did the last line, and the
 * buffers that are not over (`Hold`): whatever failed from there once is not tried again. Where many
 * people contend for a few units with long buffers that may still take very long; after `maxSteps`
 * a start counts as taken, in lists and for placements alike.
 */
export function severalPeopleChooser(visit: VisitDay): Chooser {
  const lines = linesOf(visit)
  return {
    leading: lines[0]?.candidates.map(({ person }) => person) ?? [],
    shortestMinutes: shortestOf(lines),
    at: (starts, checksGrid) => finderOf(visit, lines, starts, checksGrid),
  }
}

function shortestOf(lines: readonly Line[]): number {
  let shortest = 0
  for (const { candidates } of lines)
    shortest += Math.min(...candidates.map(({ lengthMinutes }) => lengthMinutes))
  return Number.isFinite(shortest) ? shortest : 0
}

function finderOf(
  { open, slotIntervalMinutes }: VisitDay,
  lines: readonly Line[],
  { minutes, instants }: Starts,
  checksGrid: boolean,
): ChoiceFinder {
  const searches = new Map<string, Search>()

  function find(index: number, least: Fit): Choice | null {
    const start = instants[index] as EpochMinute
    const minute = minutes[index] as number
    const openUntil = open[firstEndingFrom(open, start + 1, 0) + 1] ?? start
    // an earlier end is needed on a day with 25 hours alone
    const latestEnd = Math.min(openUntil, start + minutesPerDay)
    const key = `${least} ${latestEnd}`
    let search = searches.get(key)
    if (search === undefined) {
      search = openSearch(lines, latestEnd, least === free)
      searches.set(key, search)
    }
    const mayBegin = ({ shifts }: PersonDay) =>
      !checksGrid || isOnGrid(shifts, slotIntervalMinutes, minute)
    const chosen = search.from(start, mayBegin)
    return chosen && choiceOf(chosen)
  }

  return {
    first: find,
    allFree(index) {
      const choice = find(index, free)
      return choice === null ? [] : [choice]
    },
  }
}

function choiceOf(chosen: readonly ChosenTerms[]): Choice {
  let lengthMinutes = 0
  for (const { terms } of chosen) lengthMinutes += lengthOf(terms)
  return {
    lengthMinutes,
    professionalIds: chosen.map(({ terms }) => terms.professionalId),
    candidateAt: (start) => visitCandidate(start, chosen),
  }
}

interface Line {
  candidates: readonly LineCandidate[]
  /** The units that later lines may use, each with the choices of units that it belongs to there. */
  laterUnits: ReadonlyMap<number, string>
  /** How long after the start of the line the visit may hold something. */
  reachMinutes: number
}

interface LineCandidate {
  terms: ServiceTerms
  lengthMinutes: number
  person: PersonDay
  /** Of each needed resource type the units. */
  units: readonly (readonly { id: number; busy: SpanList }[])[]
}

function linesOf(visit: VisitDay): Line[] {
  const laterUnits = new Map<number, string>()
  const people = new Map<number, PersonDay>()
  const lines: Line[] = []
  let reachMinutes = longestBuffer(visit.plan)
  for (const line of visit.plan.lines.toReversed()) {
    reachMinutes += Math.max(0, ...line.map(lengthOf))
    lines.push({
      reachMinutes,
      laterUnits: new Map(laterUnits),
      candidates: line.map((terms) => ({
        terms,
        lengthMinutes: lengthOf(terms),
        person: people.getOrInsertComputed(terms.professionalId, (id) => personDay(visit, id)),
        units: terms.units.map((ids) => ids.map((id) => ({ id, busy: busyOf(visit, id) }))),
      })),
    })
    const choices = new Map(line.flatMap(({ units }) => units.map((ids) => [ids.join(), ids])))
    for (const [choice, ids] of choices)
      for (const id of ids) laterUnits.set(id, `${laterUnits.get(id) ?? ''} ${choice}`)
  }
  return lines.reverse()
}

/**
 * The buffer of a line, which matters to later lines. Where the same professional's next service
 * begins, the buffer ends.
 */
interface Hold {
  professionalId: number
  until: EpochMinute
  /**
   * When the professional's next service must have begun, because something else is taken before the
   * end of the buffer; else infinite.
   */
  returnsBy: EpochMinute
  /** Held units that later lines may need. */
  unitIds: readonly number[]
}

interface Search {
  /** @param mayBegin whether a professional may do the first line */
  from(start: EpochMinute, mayBegin: (person: PersonDay) => boolean): ChosenTerms[] | null
}

/** Salons need tens of them, and hundreds where everybody has durations of their own. */
const maxSteps = 3_000

function openSearch(lines: readonly Line[], latestEnd: EpochMinute, checksBusy: boolean): Search {
  /** The most changes of person with which the lines from some state on were not possible. */
  const failed = new Map<string, number>()
  let stepsLeft = 0
  const takenOf = (spans: SpanList): SpanList => (checksBusy ? spans : nothingBusy)

  return {
    from(start, mayBegin) {
      // the same steps for a start alone as for one of many
      failed.clear()
      const within = (changes: number) => rest(0, start, null, [], changes, mayBegin)
      stepsLeft = maxSteps
      const any = within(Number.POSITIVE_INFINITY)
      if (any === null) return null
      stepsLeft = maxSteps
      for (let changes = 0; changes < changesIn(any); changes++) {
        const fewer = within(changes)
        if (fewer !== null) return fewer
      }
      return any
    },
  }

  /** The lines from `index` on, the first of them at `at`. */
  function rest(
    index: number,
    at: EpochMinute,
    last: number | null,
    holds: readonly Hold[],
    changes: number,
    mayDo: (person: PersonDay) => boolean,
  ): ChosenTerms[] | null {
    const line = lines[index]
    if (line === undefined) return holds.every(isFreeToItsEnd) ? [] : null
    // who did the last line is of no account when any number of changes will do
    const previous = changes === Number.POSITIVE_INFINITY ? null : last
    const key = stateKey(index, at, previous, holds)
    if (stepsLeft <= 0 || (failed.get(key) ?? -1) >= changes) return null
    stepsLeft--
    for (const candidate of line.candidates) {
      const { professionalId } = candidate.person
      const left = previous === null || previous === professionalId ? changes : changes - 1
      if (left < 0 || !mayDo(candidate.person) || !isPossibleAt(candidate, at)) continue
      const held = holdsAt(holds, professionalId, at)
      if (held === null) continue
      const end = at + candidate.lengthMinutes
      // which unit is used must not decide who does the later lines
      let best: ChosenTerms[] | null = null
      for (const units of unitChoices(line, candidate, at, held)) {
        const next = withHold(held, line, candidate, end, units)
        const others = rest(index + 1, end, professionalId, next, left, anybody)
        if (others !== null && (best === null || isPreferred(others, best.slice(1), index + 1)))
          best = [{ terms: candidate.terms, unitIds: units.map(({ id }) => id) }, ...others]
      }
      if (best !== null) return best
    }
    if (stepsLeft > 0) failed.set(key, changes)
    return null
  }

  /** Whether the people of the lines from `index` on are preferred to others. */
  function isPreferred(
    one: readonly ChosenTerms[],
    other: readonly ChosenTerms[],
    index: number,
  ): boolean {
    for (const [offset, { terms }] of one.entries()) {
      const rival = other[offset]?.terms
      if (rival === terms) continue
      const first = lines[index + offset]?.candidates.find(
        (candidate) => candidate.terms === terms || candidate.terms === rival,
      )
      return first?.terms === terms
    }
    return false
  }

  function isPossibleAt({ terms, lengthMinutes, person }: LineCandidate, at: EpochMinute): boolean {
    if (at + lengthMinutes > latestEnd) return false
    let from = at
    for (const [phase, minutes] of terms.phases.entries()) {
      const until = from + minutes
      if (phase % 2 === 0 && !isWorked(person.stretches, from, until)) return false
      if (phase % 2 === 0 && nextTaken(person.busy, from) < until) return false
      from = until
    }
    return true
  }

  /** When a resource is taken next: at an instant or after it. */
  function nextTaken(spans: SpanList, at: EpochMinute): EpochMinute {
    const taken = takenOf(spans)
    const index = searchEndingFrom(taken, at + 1)
    return Math.max(taken[index] ?? Number.POSITIVE_INFINITY, at)
  }

  /** The units that a line may use, one for each type; most preferred first. */
  function unitChoices(
    { laterUnits, reachMinutes }: Line,
    { units, lengthMinutes, terms }: LineCandidate,
    at: EpochMinute,
    held: readonly Hold[],
  ): UnitOption[][] {
    const end = at + lengthMinutes
    let choices: UnitOption[][] = [[]]
    for (const ofType of units) {
      const options: UnitOption[] = ofType
        .filter(({ id }) => !held.some(({ unitIds }) => unitIds.includes(id)))
        .map(({ id, busy }) => ({ id, takenFrom: nextTaken(busy, at) }))
        .filter(({ takenFrom }) => takenFrom >= end)
        .map((option) => (option.takenFrom < at + reachMinutes ? option : unusedUnit(option.id)))
      const isShared = terms.bufferMinutes > 0 && ofType.some(({ id }) => laterUnits.has(id))
      const distinct = isShared
        ? withoutAlike(options, laterUnits)
        : longestFree(options, end + terms.bufferMinutes)
      choices = choices.flatMap((choice) => distinct.map((option) => [...choice, option]))
    }
    return choices
  }

  /** The buffers that are not over, and that of a line which ended at `end`. */
  function withHold(
    held: readonly Hold[],
    { laterUnits }: Line,
    { terms, person }: LineCandidate,
    end: EpochMinute,
    units: readonly UnitOption[],
  ): readonly Hold[] {
    if (terms.bufferMinutes === 0) return held
    const until = end + terms.bufferMinutes
    const takenFrom = Math.min(nextTaken(person.busy, end), ...units.map((unit) => unit.takenFrom))
    const returnsBy = takenFrom < until ? takenFrom : Number.POSITIVE_INFINITY
    const unitIds = units.map(({ id }) => id).filter((id) => laterUnits.has(id))
    const hold = { professionalId: person.professionalId, until, returnsBy, unitIds }
    return isFreeToItsEnd(hold) && unitIds.length === 0 ? held : [...held, hold]
  }
}

interface UnitOption {
  id: number
  /** Free until then, from the start of the line. */
  takenFrom: EpochMinute
}

/** A unit that the visit cannot find taken. */
const unusedUnit = (id: number): UnitOption => ({ id, takenFrom: Number.POSITIVE_INFINITY })

/**
 * Units that are not taken again, and that later lines choose from the same units, are alike: the first
 * of them stands for all.
 */
function withoutAlike(
  options: readonly UnitOption[],
  laterUnits: Line['laterUnits'],
): readonly UnitOption[] {
  const unused = new Set<string | undefined>()
  return options.filter(({ id, takenFrom }) => {
    if (takenFrom !== Number.POSITIVE_INFINITY) return true
    const uses = laterUnits.get(id)
    return !unused.has(uses) && unused.add(uses)
  })
}

/** The first option that is free until an instant, else the one that is free the longest. */
function longestFree(options: readonly UnitOption[], until: EpochMinute): readonly UnitOption[] {
  const [first] = options
  if (first === undefined) return []
  let best = first
  for (const option of options)
    if (best.takenFrom < until && option.takenFrom > best.takenFrom) best = option
  return [best]
}

/**
 * The buffers that are not over when a professional begins a service, without that professional's
 * own; null when that is impossible.
 */
function holdsAt(
  holds: readonly Hold[],
  professionalId: number,
  at: EpochMinute,
): readonly Hold[] | null {
  if (holds.length === 0) return holds
  const held: Hold[] = []
  for (const hold of holds) {
    if (hold.professionalId === professionalId) {
      if (hold.returnsBy < at) return null
    } else if (hold.returnsBy <= at) return null
    else if (hold.until > at) held.push(hold)
  }
  return held
}

const isFreeToItsEnd = ({ returnsBy }: Hold): boolean => returnsBy === Number.POSITIVE_INFINITY

const stateKey = (
  index: number,
  at: EpochMinute,
  previous: number | null,
  holds: readonly Hold[],
): string =>
  `${index} ${at} ${previous} ${holds
    .map(({ professionalId, until, returnsBy, unitIds }) =>
      [professionalId, until, returnsBy, ...unitIds].join(),
    )
    .join(' ')}`

function changesIn(chosen: readonly ChosenTerms[]): number {
  let changes = 0
  for (const [index, { terms }] of chosen.entries()) {
    const previous = chosen[index - 1]?.terms
    if (previous && previous.professionalId !== terms.professionalId) changes++
  }
  return changes
}

const anybody = () => true

function isWorked(stretches: SpanList, from: EpochMinute, until: EpochMinute): boolean {
  const index = firstEndingFrom(stretches, until, 0)
  return index < stretches.length && (stretches[index] as number) <= from
}

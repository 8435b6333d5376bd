import type { EpochMinute, SpanList } from '../spans.ts'
import { overlapping } from '../spans.ts'
import { minutesPerDay } from '../times.ts'
import type { Choice, ChoiceFinder, Chooser } from './choices.ts'
import { busy, type Fit, fitsDuring, free, restrict, unfit } from './fits.ts'
import { haveOneGrid, isOnGrid, type Starts } from './starts.ts'
import { visitCandidate } from './visit-candidate.ts'
import { busyOf, nothingBusy, type PersonDay, personDay, type VisitDay } from './visit-day.ts'
import { lengthOf, type ServiceTerms, type VisitPlan } from './visit-plan.ts'

/** A whole visit by one professional. All times are minutes after the start of the visit. */
interface Candidate {
  professionalId: number
  /** Of each line. */
  terms: readonly ServiceTerms[]
  lengthMinutes: number
  /** When the professional works: start, end, start, end. */
  work: SpanList
  /** After the last service; those before it are dropped. */
  bufferMinutes: number
  /** When units are used, for each line and resource type. */
  uses: readonly UnitUse[]
}

interface UnitUse {
  units: readonly number[]
  from: number
  until: number
}

/** The professionals who do all lines, in the order of the first line. */
function candidatesOf(plan: VisitPlan): readonly Candidate[] {
  if (latest.plan !== plan) latest = { plan, candidates: computeCandidates(plan) }
  return latest.candidates
}

/** The days of a range have the same plan. A WeakMap would take longer than the computation. */
let latest: { plan: VisitPlan | null; candidates: readonly Candidate[] } = {
  plan: null,
  candidates: [],
}

function computeCandidates({ lines }: VisitPlan): Candidate[] {
  const [first = [], ...others] = lines
  const candidates: Candidate[] = []
  for (const own of first) {
    const terms = [own]
    for (const line of others) {
      const next = line.find(({ professionalId }) => professionalId === own.professionalId)
      if (next !== undefined) terms.push(next)
    }
    if (terms.length === lines.length) candidates.push(candidate(own.professionalId, terms))
  }
  return candidates
}

function candidate(professionalId: number, terms: readonly ServiceTerms[]): Candidate {
  const work: number[] = []
  const uses: UnitUse[] = []
  let bufferMinutes = 0
  let at = 0
  for (let line = 0; line < terms.length; line++) {
    const { phases, units, bufferMinutes: buffer } = terms[line] as ServiceTerms
    const from = at
    for (let phase = 0; phase < phases.length; phase++) {
      const until = at + (phases[phase] as number)
      if (phase % 2 === 0) {
        if (work.length > 0 && work[work.length - 1] === at) work[work.length - 1] = until
        else work.push(at, until)
      }
      at = until
    }
    if (line === terms.length - 1) bufferMinutes = buffer
    for (const ofType of units) uses.push({ units: ofType, from, until: at + bufferMinutes })
  }
  return { professionalId, terms, lengthMinutes: at, work, bufferMinutes, uses }
}

export function onePersonChooser(visit: VisitDay): Chooser {
  const candidates = candidatesOf(visit.plan)
  const leading = candidates.map(({ professionalId }) => personDay(visit, professionalId))
  let shortestMinutes = candidates[0]?.lengthMinutes ?? 0
  for (const { lengthMinutes } of candidates)
    if (lengthMinutes < shortestMinutes) shortestMinutes = lengthMinutes
  return {
    leading,
    shortestMinutes,
    at(starts, checksGrid) {
      const excludes = checksGrid && !haveOneGrid(leading)
      const fitsOfUse = unitFits(visit, starts)
      const fits = candidates.map((candidate, index) => {
        const person = leading[index] as PersonDay
        const own = fitsOfCandidate(visit, candidate, person, starts, fitsOfUse)
        if (excludes) excludeOffGrid(own, visit, person, starts)
        return own
      })
      return finderOf(visit, candidates, fits)
    },
  }
}

function finderOf(
  visit: VisitDay,
  candidates: readonly Candidate[],
  fits: readonly (readonly Fit[])[],
): ChoiceFinder {
  const choices: Choice[] = []
  const choiceAt = (index: number): Choice => {
    choices[index] ??= choiceOf(visit, candidates[index] as Candidate)
    return choices[index]
  }
  return {
    first(index, least) {
      for (let candidate = 0; candidate < fits.length; candidate++)
        if (((fits[candidate] as Fit[])[index] as Fit) >= least) return choiceAt(candidate)
      return null
    },
    allFree(index) {
      const found: Choice[] = []
      for (let candidate = 0; candidate < fits.length; candidate++)
        if ((fits[candidate] as Fit[])[index] === free) found.push(choiceAt(candidate))
      return found
    },
  }
}

function fitsOfCandidate(
  visit: VisitDay,
  { work, lengthMinutes, bufferMinutes, uses }: Candidate,
  { stretches, busy: taken }: PersonDay,
  { instants }: Starts,
  fitsOfUse: (use: UnitUse) => Fit[],
): Fit[] {
  if (lengthMinutes > minutesPerDay) return instants.map(() => unfit)
  const fits = fitsDuring(stretches, taken, work[0] as number, work[1] as number, instants)
  for (let span = 2; span < work.length; span += 2) {
    const [from, until] = [work[span] as number, work[span + 1] as number]
    restrict(fits, fitsDuring(stretches, taken, from, until, instants))
  }
  // unbroken work within a stretch is within the open time as well
  if (work.length > 2)
    restrict(fits, fitsDuring(visit.open, nothingBusy, 0, lengthMinutes, instants))
  if (bufferMinutes > 0) {
    const until = lengthMinutes + bufferMinutes
    restrict(fits, fitsDuring(always, taken, lengthMinutes, until, instants))
  }
  for (const use of uses) restrict(fits, fitsOfUse(use))
  return fits
}

function excludeOffGrid(
  fits: Fit[],
  { slotIntervalMinutes }: VisitDay,
  { shifts }: PersonDay,
  { minutes }: Starts,
): void {
  for (let index = 0; index < fits.length; index++) {
    if (!isOnGrid(shifts, slotIntervalMinutes, minutes[index] as number)) fits[index] = unfit
  }
}

const always: SpanList = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]

/** A function that returns whether one of the units is free, for each start; colleagues share it. */
function unitFits(visit: VisitDay, { instants }: Starts): (use: UnitUse) => Fit[] {
  const fitsOfUnits = new Map<string, Fit[]>()
  const fitsOfUnit = (id: number, { from, until }: UnitUse): Fit[] => {
    const key = `${id} ${from} ${until}`
    let fits = fitsOfUnits.get(key)
    if (fits === undefined) {
      fits = fitsDuring(always, busyOf(visit, id), from, until, instants)
      fitsOfUnits.set(key, fits)
    }
    return fits
  }
  return (use) => {
    const every = use.units.map((id) => fitsOfUnit(id, use))
    if (every.length === 0) return instants.map(() => unfit)
    return instants.map((_, start) => (every.some((fits) => fits[start] === free) ? free : busy))
  }
}

const choiceOf = (
  visit: VisitDay,
  { professionalId, terms, lengthMinutes }: Candidate,
): Choice => ({
  lengthMinutes,
  professionalIds: terms.map(() => professionalId),
  candidateAt(start) {
    let at = start
    const chosen = terms.map((one, line) => {
      const from = at
      at += lengthOf(one)
      const until = line === terms.length - 1 ? at + one.bufferMinutes : at
      return { terms: one, unitIds: one.units.map((units) => freeUnit(visit, units, from, until)) }
    })
    return visitCandidate(start, chosen)
  },
})

function freeUnit(
  visit: VisitDay,
  units: readonly number[],
  from: EpochMinute,
  until: EpochMinute,
): number {
  const id = units.find((unit) => overlapping(busyOf(visit, unit), from, until).length === 0)
  if (id === undefined) throw new RangeError('No unit is free at this start')
  return id
}

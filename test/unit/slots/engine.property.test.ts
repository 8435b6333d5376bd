import assert from 'node:assert/strict'
import test from 'node:test'
import {
  businessCalendar,
  minutesPerDay,
  type Placement,
  parseDate,
  placeVisit,
  resourceCalendar,
  type SlotState,
  slotsOfDay,
  type VisitCandidate,
  type VisitPlan,
  type VisitRequest,
} from '@silla/slots'
import fc from 'fast-check'
import {
  type Candidate,
  everyStart,
  type Person,
  type Salon,
  type StartOutcome,
  type Terms,
  type Visit,
} from './minute-model.ts'
import { slotList } from './salon.ts'

// the days on which the clocks change, the days before and after, and ordinary ones
const dates: [timezone: string, ...dates: string[]][] = [
  [
    'Europe/Madrid',
    '2026-03-28',
    '2026-03-29',
    '2026-03-30',
    '2026-10-24',
    '2026-10-25',
    '2026-11-04',
  ],
  [
    'Africa/Cairo',
    '2026-04-23',
    '2026-04-24',
    '2026-04-25',
    '2026-10-28',
    '2026-10-29',
    '2026-10-30',
  ],
  ['Asia/Dubai', '2026-03-29', '2028-02-29'],
  ['America/New_York', '2026-03-08', '2026-11-01', '2026-12-31'],
  ['America/Havana', '2026-03-07', '2026-03-08', '2026-10-31', '2026-11-01'],
  ['America/St_Johns', '2010-11-06', '2010-11-07'],
  ['Australia/Lord_Howe', '2026-04-05', '2026-10-04'],
  ['Pacific/Apia', '2011-12-29', '2011-12-30', '2011-12-31'],
]
const places = dates.flatMap(([timezone, ...list]) => list.map((date) => ({ timezone, date })))

// mostly quarters of an hour, as salons have them, and the hours after midnight, when the clocks
// change
const wallMinute = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 96 }).map((quarter) => quarter * 15) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 240 }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 1440 }) },
)
const span = fc
  .tuple(wallMinute, wallMinute)
  .map(([a, b]) => ({ startMinute: Math.min(a, b), endMinute: Math.max(a, b) }))
const longSpan = fc
  .tuple(
    fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 40 })),
    fc.integer({ min: 56, max: 96 }),
  )
  .map(([from, to]) => ({ startMinute: from * 15, endMinute: to * 15 }))
const workSpan = fc.oneof({ weight: 1, arbitrary: span }, { weight: 2, arbitrary: longSpan })

function salonAt({ timezone, date }: { timezone: string; date: string }): fc.Arbitrary<Salon> {
  const today = parseDate(date) as number
  const weekday = new Date(date).getUTCDay() || 7
  const thisOrAnother = fc.oneof(
    { weight: 4, arbitrary: fc.constant(weekday) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 7 }) },
  )
  const todayOrNear = fc.oneof(
    { weight: 2, arbitrary: fc.constant(today) },
    fc.constantFrom(today - 1, today + 1),
  )
  const hours = fc.record({ open: fc.option(workSpan, { freq: 16 }), pause: fc.option(span) })
  const openings = fc.array(hours, { minLength: 7, maxLength: 7 }).map((week) =>
    week.map(({ open, pause }, index) => ({
      weekday: index + 1,
      opensMinute: open?.startMinute ?? null,
      closesMinute: open?.endMinute ?? null,
      breakStartMinute: pause?.startMinute ?? null,
      breakEndMinute: pause?.endMinute ?? null,
    })),
  )
  const closing = fc
    .record({ day: todayOrNear, part: fc.option(span, { freq: 12 }) })
    .map(({ day, part }) => ({
      day,
      fromMinute: part?.startMinute ?? null,
      toMinute: part?.endMinute ?? null,
    }))
  const shift = fc
    .record({ weekday: thisOrAnother, hours: workSpan })
    .map(({ weekday, hours }) => ({ weekday, ...hours }))
  const exception = fc.record({
    day: todayOrNear,
    works: fc.boolean(),
    shifts: fc.array(workSpan, { maxLength: 3 }),
  })
  const busy = fc.array(
    fc.tuple(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 1, max: 240 })),
    { maxLength: 10 },
  )
  const person: fc.Arbitrary<Person> = fc.record({
    shifts: fc.array(shift, { minLength: 1, maxLength: 4 }),
    exceptions: fc.uniqueArray(exception, { selector: ({ day }) => day, maxLength: 1 }),
    busy: busy.map((steps) => oneAfterTheOther(today * 1440 - 600, steps)),
  })
  const unit = busy.map((steps) => oneAfterTheOther(today * 1440 - 600, steps))
  return fc.record({
    timezone: fc.constant(timezone),
    date: fc.constant(date),
    slotIntervalMinutes: fc.constantFrom(15, 30, 20),
    openings,
    closings: fc.array(closing, { maxLength: 2 }),
    people: fc.array(person, { minLength: 3, maxLength: 3 }),
    units: fc.array(unit, { minLength: 4, maxLength: 4 }),
  })
}

/** Disjoint spans, some of them adjacent. */
function oneAfterTheOther(
  from: number,
  steps: [pause: number, length: number][],
): { start: number; end: number }[] {
  let at = from
  return steps.map(([pause, length]) => {
    const start = at + pause
    at = start + length
    return { start, end: at }
  })
}

const salons = fc.constantFrom(...places).chain(salonAt)
const people = fc.shuffledSubarray([0, 1, 2], { minLength: 1 })
const duration = fc.oneof(fc.constantFrom(15, 30, 45, 60, 90), fc.integer({ min: 1, max: 300 }))
const unbroken: fc.Arbitrary<Visit> = fc.record({ duration, people }).map((visit) => ({
  lines: [visit.people.map((who) => ({ who, phases: [visit.duration], buffer: 0, units: [] }))],
  onePerson: true,
}))

const minutes = fc.integer({ min: 5, max: 40 })
const phases = fc.oneof(
  minutes.map((work) => [work]),
  fc.tuple(minutes, minutes, minutes),
  fc.tuple(minutes, minutes, minutes, minutes, minutes),
)
const buffer = fc.constantFrom(0, 0, 5, 30, 45)
const needs = fc.constantFrom(
  [],
  [],
  [[0, 1]],
  [[1, 0]],
  [[2]],
  [
    [0, 1],
    [3, 2],
  ],
)
/** A service; some people have phases of their own. */
const service = fc
  .record({ phases, buffer, units: needs, own: fc.option(phases), ownOf: fc.nat({ max: 2 }) })
  .map(
    ({ own, ownOf, ...shared }) =>
      (who: number): Terms => ({
        who,
        ...shared,
        phases: own !== null && who === ownOf ? own : shared.phases,
      }),
  )
const byOnePerson: fc.Arbitrary<Visit> = fc
  .record({ services: fc.array(service, { minLength: 1, maxLength: 3 }), people })
  .map(({ services, people }) => ({
    lines: services.map((terms) => people.map(terms)),
    onePerson: true,
  }))
const bySeveralPeople: fc.Arbitrary<Visit> = fc
  .array(fc.tuple(service, people), { minLength: 2, maxLength: 3 })
  .map((lines) => ({
    lines: lines.map(([terms, people]) => people.map(terms)),
    onePerson: false,
  }))
/** Short services with long buffers, for which units of one or two types are needed repeatedly. */
const withContestedUnits: fc.Arbitrary<Visit> = fc
  .constantFrom<number[][]>([[0, 1]], [[0]], [[1, 2, 0], [3]], [[0, 1, 2, 3]])
  .chain((types) =>
    fc.array(
      fc.record({
        work: fc.integer({ min: 5, max: 15 }),
        buffer: fc.constantFrom(0, 10, 20, 60),
        units: fc.subarray(types),
        people,
      }),
      { minLength: 3, maxLength: 4 },
    ),
  )
  .map((lines) => ({
    lines: lines.map(({ work, people, ...terms }) =>
      people.map((who) => ({ who, phases: [work], ...terms })),
    ),
    onePerson: false,
  }))

/** The first bookable minute, relative to the date's midnight in UTC. */
const notice = fc.oneof(fc.constant(-10_000), fc.integer({ min: -600, max: 2_000 }))

for (const [title, visits, numRuns] of [
  ['unbroken work', unbroken, 120],
  ['services with waits, buffers and units by one person', byOnePerson, 80],
  ['services by several people', bySeveralPeople, 80],
  ['services that contend for units', withContestedUnits, 60],
] as const) {
  test(`the engine has exactly the slots of the minute-by-minute model, for ${title}`, () => {
    fc.assert(
      fc.property(salons, visits, notice, (salon, visit, noticeMinutes) => {
        const day = parseDate(salon.date) as number
        const bookableFrom = day * 1440 + noticeMinutes
        const outcomes = everyStart(salon, visit)
        const request = requestFor(salon, visit, day)
        assert.deepEqual(
          slotList(slotsOfDay({ ...request, bookableFrom })),
          expectedSlots(outcomes, visit, bookableFrom),
        )
        for (const [startMinute, outcome] of outcomes.entries()) {
          const place = (busy: VisitRequest['busy']) =>
            placeVisit({ ...request, busy, startMinute, bookableFrom })
          const at = `at minute ${startMinute}`
          checkPlacement(place(request.busy), outcome, visit, bookableFrom, at)
          // without busy time, where that makes a difference
          if (outcome.kind === 'placed')
            checkPlacement(
              place(null),
              { ...outcome, free: outcome.possible },
              visit,
              bookableFrom,
              at,
            )
        }
      }),
      // a failure is shrunk for at most half a minute before it is reported
      { numRuns, interruptAfterTimeLimit: 30_000 },
    )
  })
}

/** People have the ids 0, 1 and 2, units 100 and more. */
const idOfUnit = (unit: number) => 100 + unit

function requestFor(salon: Salon, visit: Visit, day: number) {
  const spansOf = (busy: Person['busy']) => busy.flatMap(({ start, end }) => [start, end])
  const plan: VisitPlan = {
    lines: visit.lines.map((line) =>
      line.map(({ who, phases, buffer, units }) => ({
        professionalId: who,
        phases,
        bufferMinutes: buffer,
        units: units.map((ofType) => ofType.map(idOfUnit)),
      })),
    ),
    onePerson: visit.onePerson,
  }
  return {
    business: businessCalendar(salon),
    professionals: new Map(salon.people.map((person, id) => [id, resourceCalendar(person)])),
    busy: new Map([
      ...salon.people.map(({ busy }, id) => [id, spansOf(busy)] as const),
      ...(salon.units ?? []).map((busy, unit) => [idOfUnit(unit), spansOf(busy)] as const),
    ]),
    plan,
    day,
  }
}

function expectedSlots(outcomes: StartOutcome[], visit: Visit, bookableFrom: number) {
  return [...outcomes.entries()].flatMap(([startMinute, outcome]) => {
    if (outcome.kind !== 'placed') return []
    const { start, endMinute, possibleEndMinute } = outcome
    const free = best(visit, outcome.free)
    const state: SlotState = start < bookableFrom ? 'past' : free.length === 0 ? 'busy' : 'free'
    const people = visit.onePerson
      ? free.flatMap((candidate) => peopleOf(candidate)[0] ?? [])
      : peopleOf(free[0])
    return [
      {
        startMinute,
        endMinute: state === 'past' ? possibleEndMinute : endMinute,
        start,
        state,
        people: state === 'free' ? people : [],
      },
    ]
  })
}

const peopleOf = (candidate: Candidate | undefined): number[] =>
  (candidate?.terms ?? []).map(({ who }) => who)

/** The first candidate of each person who does all, else the first. */
function best({ onePerson }: Visit, candidates: Candidate[]): Candidate[] {
  if (!onePerson) return candidates.slice(0, 1)
  const people = new Set<number | undefined>()
  return candidates.filter((candidate) => {
    const [who] = peopleOf(candidate)
    return !people.has(who) && people.add(who)
  })
}

function checkPlacement(
  placement: Placement,
  outcome: StartOutcome,
  visit: Visit,
  bookableFrom: number,
  at: string,
): void {
  if (outcome.kind !== 'placed' || outcome.free.length === 0) {
    assert.equal(placement.kind, outcome.kind === 'placed' ? 'taken' : outcome.kind, at)
    return
  }
  if (placement.kind !== 'placed') assert.fail(`${at}: ${placement.kind}`)
  assert.equal(placement.past, outcome.start < bookableFrom, at)
  assert.deepEqual(
    placement.candidates.map(({ lines }) => lines.map(({ professionalId }) => professionalId)),
    best(visit, outcome.free).map(peopleOf),
    at,
  )
  for (const candidate of placement.candidates)
    checkCandidate(candidate, outcome.start, outcome.free, at)
}

/** The candidate is one of the model's, whichever units it uses, and claims exactly its minutes. */
function checkCandidate(
  candidate: VisitCandidate,
  start: number,
  candidates: Candidate[],
  at: string,
): void {
  const key = (people: number[], units: readonly (readonly number[])[]) =>
    JSON.stringify([people, units])
  const people = candidate.lines.map(({ professionalId }) => professionalId)
  const units = candidate.lines.map(({ unitIds }) => unitIds)
  const same = candidates.find(
    (one) =>
      key(
        peopleOf(one),
        one.units.map((ids) => ids.map(idOfUnit)),
      ) === key(people, units),
  )
  assert.ok(same, `${at}: ${key(people, units)} is not free`)
  assert.deepEqual([candidate.start, candidate.end], [start, start + same.minutes], at)
  const claimed = candidate.claims.flatMap((claim) => {
    assert.ok(claim.end - claim.start <= minutesPerDay)
    return Array.from(
      { length: claim.end - claim.start },
      (_, minute) => `${claim.resourceId} ${claim.start + minute}`,
    )
  })
  const held = same.held.map(({ resource, minute }) => {
    const [kind, index] = resource.split(' ')
    return `${kind === 'unit' ? idOfUnit(Number(index)) : index} ${start + minute}`
  })
  assert.deepEqual(claimed.sort(), held.sort(), at)
}

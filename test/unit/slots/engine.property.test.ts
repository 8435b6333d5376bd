import assert from 'node:assert/strict'
import test from 'node:test'
import {
  businessCalendar,
  type Placement,
  parseDate,
  placeVisit,
  type Resources,
  resourceCalendar,
  slotsOfDay,
} from '@silla/slots'
import fc from 'fast-check'
import {
  everyStart,
  type Part,
  type Person,
  type Salon,
  type StartOutcome,
} from './minute-model.ts'
import { type Slot, slotList } from './salon.ts'

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
  return fc.record({
    timezone: fc.constant(timezone),
    date: fc.constant(date),
    slotIntervalMinutes: fc.constantFrom(15, 30, 20),
    openings,
    closings: fc.array(closing, { maxLength: 2 }),
    people: fc.array(person, { minLength: 3, maxLength: 3 }),
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
const duration = fc.oneof(fc.constantFrom(15, 30, 45, 60, 90), fc.integer({ min: 1, max: 300 }))
const candidates = fc.shuffledSubarray([0, 1, 2], { minLength: 1 })
const oneSegment: fc.Arbitrary<Part[]> = fc
  .record({ lengthMinutes: duration, candidates })
  .map((part) => [{ offsetMinutes: 0, ...part }])
const severalSegments: fc.Arbitrary<Part[]> = fc
  .array(
    fc.record({
      offsetMinutes: fc.constantFrom(0, 15, 30, 40, 90),
      lengthMinutes: fc.integer({ min: 5, max: 60 }),
      candidates,
    }),
    {
      minLength: 2,
      maxLength: 3,
    },
  )
  .map((parts) => parts.map((part, index) => (index === 0 ? { ...part, offsetMinutes: 0 } : part)))

/** The first bookable minute, relative to the date's midnight in UTC. */
const notice = fc.oneof(fc.constant(-10_000), fc.integer({ min: -600, max: 2_000 }))

for (const [title, plans, numRuns] of [
  ['a visit of one segment', oneSegment, 300],
  ['a visit of several segments', severalSegments, 100],
] as const) {
  test(`the engine has exactly the slots of the minute-by-minute model, for ${title}`, () => {
    fc.assert(
      fc.property(salons, plans, notice, (salon, parts, noticeMinutes) => {
        const day = parseDate(salon.date) as number
        const bookableFrom = day * 1440 + noticeMinutes
        const outcomes = everyStart(salon, parts)
        const input = {
          business: businessCalendar(salon),
          resources: resourcesOf(salon),
          plan: { segments: parts },
          day,
        }
        assert.deepEqual(
          slotList(slotsOfDay({ ...input, bookableFrom })),
          expectedSlots(outcomes, bookableFrom),
        )
        for (const [startMinute, outcome] of outcomes.entries()) {
          const placement = placeVisit({ ...input, startMinute, bookableFrom })
          // the cheap comparison first, since there are 1440 starts
          if (outcome.kind !== 'placed' && outcome.kind === placement.kind) continue
          assert.deepEqual(
            placement,
            expectedPlacement(outcome, parts, bookableFrom),
            `at minute ${startMinute}`,
          )
        }
      }),
      // a failure is shrunk for at most half a minute before it is reported
      { numRuns, interruptAfterTimeLimit: 30_000 },
    )
  })
}

function resourcesOf(salon: Salon): Resources {
  return new Map(
    salon.people.map((person, id) => [
      id,
      {
        calendar: resourceCalendar(person),
        busy: person.busy.flatMap(({ start, end }) => [start, end]),
      },
    ]),
  )
}

function expectedSlots(outcomes: StartOutcome[], bookableFrom: number): Slot[] {
  return [...outcomes.entries()].flatMap(([startMinute, outcome]) => {
    if (outcome.kind !== 'placed') return []
    const { start, endMinute, freeChoice } = outcome
    const state = start < bookableFrom ? 'past' : freeChoice === null ? 'busy' : 'free'
    const resourceIds = state === 'free' ? (freeChoice as number[]) : []
    return [
      {
        startMinute,
        endMinute,
        start,
        state,
        resourceIds,
      } satisfies Slot,
    ]
  })
}

function expectedPlacement(outcome: StartOutcome, parts: Part[], bookableFrom: number): Placement {
  if (outcome.kind !== 'placed') return outcome
  const { start, firstChoice } = outcome
  return {
    kind: 'placed',
    claims: parts.map(({ offsetMinutes, lengthMinutes }, index) => ({
      resourceId: firstChoice[index] as number,
      start: start + offsetMinutes,
      end: start + offsetMinutes + lengthMinutes,
    })),
    start,
    end: start + lengthOf(parts),
    past: start < bookableFrom,
  }
}

function lengthOf(parts: Part[]): number {
  return Math.max(...parts.map(({ offsetMinutes, lengthMinutes }) => offsetMinutes + lengthMinutes))
}

import assert from 'node:assert/strict'
import test from 'node:test'
import {
  formatDate,
  formatTime,
  isTimeZone,
  parseDate,
  parseTime,
  type Zone,
  zoneOf,
} from '@silla/slots'
import fc from 'fast-check'

const day = (text: string) => parseDate(text) as number
const instant = (text: string) => Date.parse(`${text}Z`) / 60_000
const utc = (at: number | null) => at && new Date(at * 60_000).toISOString().slice(0, 16)

/** The wall-clock time `2026-03-29 02:30`; `24:00` is the midnight that ends the day. */
function clock(text: string): [day: number, minute: number] {
  const [date, time] = text.split(' ') as [string, string]
  return [day(date), time === '24:00' ? 1440 : (parseTime(time) as number)]
}

function shown(zone: Zone, at: number): string {
  const local = zone.toLocal(at)
  return `${formatDate(local.day)} ${formatTime(local.minute)}`
}

const wallClockTimes: [zone: string, clock: string, instant: string | null][] = [
  // the last Sunday of March: 02:00 to 03:00 is skipped
  ['Europe/Madrid', '2026-03-29 01:59', '2026-03-29T00:59'],
  ['Europe/Madrid', '2026-03-29 02:00', null],
  ['Europe/Madrid', '2026-03-29 02:59', null],
  ['Europe/Madrid', '2026-03-29 03:00', '2026-03-29T01:00'],
  // the last Sunday of October: 02:00 to 03:00 occurs twice
  ['Europe/Madrid', '2026-10-25 01:59', '2026-10-24T23:59'],
  ['Europe/Madrid', '2026-10-25 02:00', '2026-10-25T00:00'],
  ['Europe/Madrid', '2026-10-25 02:59', '2026-10-25T00:59'],
  ['Europe/Madrid', '2026-10-25 03:00', '2026-10-25T02:00'],
  // the last Friday of April begins at 01:00
  ['Africa/Cairo', '2026-04-23 23:59', '2026-04-23T21:59'],
  ['Africa/Cairo', '2026-04-23 24:00', null],
  ['Africa/Cairo', '2026-04-24 00:00', null],
  ['Africa/Cairo', '2026-04-24 00:59', null],
  ['Africa/Cairo', '2026-04-24 01:00', '2026-04-23T22:00'],
  // the last Thursday of October has its last hour twice
  ['Africa/Cairo', '2026-10-29 22:59', '2026-10-29T19:59'],
  ['Africa/Cairo', '2026-10-29 23:00', '2026-10-29T20:00'],
  ['Africa/Cairo', '2026-10-29 23:59', '2026-10-29T20:59'],
  ['Africa/Cairo', '2026-10-29 24:00', '2026-10-29T22:00'],
  ['Africa/Cairo', '2026-10-30 00:00', '2026-10-29T22:00'],
  ['Asia/Dubai', '2026-03-29 02:30', '2026-03-28T22:30'],
  ['Asia/Dubai', '2026-12-31 24:00', '2026-12-31T20:00'],
  ['America/New_York', '2026-03-08 01:59', '2026-03-08T06:59'],
  ['America/New_York', '2026-03-08 02:30', null],
  ['America/New_York', '2026-03-08 03:00', '2026-03-08T07:00'],
  ['America/New_York', '2026-11-01 01:30', '2026-11-01T05:30'],
  ['America/New_York', '2026-11-01 02:00', '2026-11-01T07:00'],
  // half an hour of difference
  ['Australia/Lord_Howe', '2026-04-05 01:30', '2026-04-04T14:30'],
  ['Australia/Lord_Howe', '2026-04-05 02:00', '2026-04-04T15:30'],
  ['Australia/Lord_Howe', '2026-10-04 01:59', '2026-10-03T15:29'],
  ['Australia/Lord_Howe', '2026-10-04 02:29', null],
  ['Australia/Lord_Howe', '2026-10-04 02:30', '2026-10-03T15:30'],
  // a midnight that occurs twice, and a day that was skipped
  ['America/Havana', '2026-11-01 00:00', '2026-11-01T04:00'],
  ['America/Havana', '2026-10-31 24:00', '2026-11-01T04:00'],
  ['Pacific/Apia', '2011-12-30 12:00', null],
  ['Pacific/Apia', '2011-12-31 00:00', '2011-12-30T10:00'],
]

for (const [timezone, text, expected] of wallClockTimes) {
  test(`${text} in ${timezone} ${expected === null ? 'does not exist' : `is ${expected} UTC`}`, () => {
    assert.equal(utc(zoneOf(timezone).toInstant(...clock(text))), expected)
  })
}

const edges: [zone: string, clock: string, instant: string][] = [
  ['Europe/Madrid', '2026-03-29 02:00', '2026-03-29T01:00'],
  ['Europe/Madrid', '2026-03-29 02:30', '2026-03-29T01:00'],
  ['Europe/Madrid', '2026-03-29 03:00', '2026-03-29T01:00'],
  ['Europe/Madrid', '2026-10-25 02:30', '2026-10-25T00:30'],
  ['Africa/Cairo', '2026-04-23 24:00', '2026-04-23T22:00'],
  ['Africa/Cairo', '2026-04-24 00:30', '2026-04-23T22:00'],
  ['Pacific/Apia', '2011-12-29 24:00', '2011-12-30T10:00'],
  ['Pacific/Apia', '2011-12-30 12:00', '2011-12-30T10:00'],
]

for (const [timezone, text, expected] of edges) {
  test(`toEdge of ${text} in ${timezone} is ${expected} UTC`, () => {
    assert.equal(utc(zoneOf(timezone).toEdge(...clock(text))), expected)
  })
}

test('the repeated hour occurs twice in local time', () => {
  const madrid = zoneOf('Europe/Madrid')
  assert.equal(shown(madrid, instant('2026-10-25T00:30')), '2026-10-25 02:30')
  assert.equal(shown(madrid, instant('2026-10-25T01:30')), '2026-10-25 02:30')
  const cairo = zoneOf('Africa/Cairo')
  assert.equal(shown(cairo, instant('2026-10-29T20:00')), '2026-10-29 23:00')
  assert.equal(shown(cairo, instant('2026-10-29T21:00')), '2026-10-29 23:00')
  assert.equal(shown(cairo, instant('2026-10-29T22:00')), '2026-10-30 00:00')
})

const everyZone = [...Intl.supportedValuesOf('timeZone'), 'UTC']

/** Zones with instants since 1972, half of them within three hours of a change of the clocks. */
const moments = fc
  .record({
    timezone: fc.constantFrom(...everyZone),
    at: fc.integer({ min: instant('1972-01-08T00:00'), max: instant('2100-01-01T00:00') }),
    nearChange: fc.option(fc.integer({ min: -180, max: 180 })),
  })
  .map(({ timezone, at, nearChange }) => {
    const change = nearChange === null ? null : zoned(at, timezone).getTimeZoneTransition('next')
    return {
      timezone,
      at: change === null ? at : change.epochMilliseconds / 60_000 + (nearChange as number),
    }
  })

function zoned(at: number, timezone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at * 60_000).toZonedDateTimeISO(timezone)
}

test('toLocal agrees with Temporal in every zone', () => {
  fc.assert(
    fc.property(moments, ({ timezone, at }) => {
      const expected = zoned(at, timezone).toPlainDateTime().toString({ smallestUnit: 'minute' })
      assert.equal(shown(zoneOf(timezone), at).replace(' ', 'T'), expected)
    }),
    { numRuns: 300 },
  )
})

test('toInstant agrees with Temporal in every zone, also for repeated and skipped times', () => {
  fc.assert(
    fc.property(moments, fc.integer({ min: -90, max: 90 }), ({ timezone, at }, drift) => {
      const wallClock = zoned(at, timezone).toPlainDateTime().add({ minutes: drift })
      const found = wallClock.toZonedDateTime(timezone, { disambiguation: 'earlier' })
      const exists = found.toPlainDateTime().equals(wallClock)
      const [date, time] = [
        day(wallClock.toPlainDate().toString()),
        wallClock.hour * 60 + wallClock.minute,
      ]
      const zone = zoneOf(timezone)
      assert.equal(zone.toInstant(date, time), exists ? found.epochMilliseconds / 60_000 : null)
      // for a skipped time 'earlier' is an instant before the jump, so the jump is the next change
      const jump = exists ? found : (found.getTimeZoneTransition('next') as Temporal.ZonedDateTime)
      assert.equal(zone.toEdge(date, time), jump.epochMilliseconds / 60_000)
    }),
    { numRuns: 300 },
  )
})

test('dates at both ends of the calendar are converted, by rules or by local mean time', () => {
  assert.equal(
    utc(zoneOf('Europe/Madrid').toInstant(...clock('9998-07-01 12:00'))),
    '9998-07-01T10:00',
  )
  assert.equal(
    utc(zoneOf('Asia/Dubai').toInstant(...clock('9999-12-31 23:59'))),
    '9999-12-31T19:59',
  )
  for (const timezone of everyZone) {
    const zone = zoneOf(timezone)
    for (const date of [
      day('0001-01-01'),
      day('1883-11-18'),
      day('1919-06-30'),
      day('9999-12-31'),
    ]) {
      const noon = zone.toInstant(date, 720) as number
      assert.ok(Math.abs(noon - (date * 1440 + 720)) < 24 * 60, `${timezone} ${formatDate(date)}`)
      assert.deepEqual(
        zone.toLocal(noon),
        { day: date, minute: 720 },
        `${timezone} ${formatDate(date)}`,
      )
    }
  }
})

test('zones are cached by name', () => {
  assert.equal(zoneOf('Europe/Madrid'), zoneOf('Europe/Madrid'))
  assert.equal(zoneOf('Europe/Madrid').timezone, 'Europe/Madrid')
})

for (const text of ['Europe/Madrid', 'America/Argentina/Buenos_Aires', 'UTC', 'Asia/Calcutta']) {
  test(`${text} is a time zone`, () => {
    assert.equal(isTimeZone(text), true)
  })
}

for (const text of [
  '',
  'Mars/Olympus',
  'europe/madrid',
  'Madrid',
  '+02:00',
  '-05',
  'Europe/Madrid ',
  'Europe/Madrid\0',
]) {
  test(`${JSON.stringify(text)} is not a time zone`, () => {
    assert.equal(isTimeZone(text), false)
    assert.throws(() => zoneOf(text), RangeError)
  })
}

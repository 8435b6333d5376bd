import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Catalog, openingStatus } from '@silla/core'
import { parseDate } from '@silla/slots'

const day = (text: string): number => parseDate(text) ?? Number.NaN
const open = (weekday: number, opensMinute: number | null, closesMinute: number | null) => ({
  weekday,
  opensMinute,
  closesMinute,
  breakStartMinute: null,
  breakEndMinute: null,
})

/** Open on Friday until midnight, on Saturday from midnight to 2:00 and from then on never. */
const nightSalon = (closings: Catalog['closings'] = []): Catalog =>
  ({
    settings: { timezone: 'Europe/Madrid', slotIntervalMinutes: 15 },
    openings: [open(5, 18 * 60, 24 * 60), open(6, 0, 2 * 60)],
    closings,
    professionals: [],
  }) as unknown as Catalog

test('open time that reaches midnight goes on after it', () => {
  assert.deepEqual(openingStatus(nightSalon(), new Date('2030-03-08T22:30:00Z')), {
    isOpen: true,
    closes: { day: day('2030-03-09'), minute: 120 },
  })
})

test('a salon that closes at midnight is open until then', () => {
  const closing = { day: day('2030-03-09'), reason: {}, fromMinute: null, toMinute: null }
  assert.deepEqual(openingStatus(nightSalon([closing]), new Date('2030-03-08T22:30:00Z')), {
    isOpen: true,
    closes: { day: day('2030-03-09'), minute: 0 },
  })
})

test('the next opening may be days away, and none is found beyond two months', () => {
  const friday = { day: day('2030-03-08'), minute: 18 * 60 }
  const monday = new Date('2030-03-04T09:00:00Z')
  assert.deepEqual(openingStatus(nightSalon(), monday), { isOpen: false, opens: friday })
  const closedFor = (days: number) =>
    Array.from({ length: days }, (_, index) => ({
      day: day('2030-03-04') + index,
      reason: {},
      fromMinute: null,
      toMinute: null,
    }))
  assert.deepEqual(openingStatus(nightSalon(closedFor(70)), monday), {
    isOpen: false,
    opens: null,
  })
})

test('the status follows the clock of the salon when the clocks change', () => {
  // 1:59 on a Saturday is 0:59 UTC in winter and 23:59 UTC of the day before in summer
  const saturday = new Date('2030-03-30T00:59:00Z')
  assert.equal(openingStatus(nightSalon(), saturday).isOpen, true)
  assert.equal(openingStatus(nightSalon(), new Date('2030-03-30T01:00:00Z')).isOpen, false)
  assert.equal(openingStatus(nightSalon(), new Date('2030-04-05T23:59:00Z')).isOpen, true)
})

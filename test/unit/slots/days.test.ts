import assert from 'node:assert/strict'
import test from 'node:test'
import { addMonths, formatDate, parseDate, weekdayOf } from '@silla/slots'

const realDates: [text: string, day: number][] = [
  ['1970-01-01', 0],
  ['1969-12-31', -1],
  ['2000-02-29', 11_016],
  ['2024-02-29', 19_782],
  ['2026-03-01', 20_513],
  ['0001-01-01', -719_162],
  ['9999-12-31', 2_932_896],
]

for (const [text, day] of realDates) {
  test(`${text} is day ${day} and is formatted the same`, () => {
    assert.equal(parseDate(text), day)
    assert.equal(formatDate(day), text)
  })
}

const noDates = [
  '2026-02-30',
  '2026-02-29',
  '1900-02-29',
  '2026-04-31',
  '2026-06-31',
  '2026-09-31',
  '2026-11-31',
  '2026-01-32',
  '2026-00-10',
  '2026-13-01',
  '2026-01-00',
  '0000-01-01',
  '10000-01-01',
  '-001-01-01',
  '+002026-01-01',
  '2026-1-01',
  '2026-01-1',
  '26-01-01',
  '20260101',
  '2026/01/01',
  '2026-01-01T00:00',
  '2026-01-01\n',
  ' 2026-01-01',
  '2026-01-01 ',
  '２０２６-01-01',
  '٢٠٢٦-01-01',
  '2026-01-01\0',
  'mañana',
  '',
]

for (const text of noDates) {
  test(`${JSON.stringify(text)} is not a date`, () => {
    assert.equal(parseDate(text), null)
  })
}

test('the days of four centuries agree with Date', () => {
  const first = parseDate('1800-01-01') as number
  for (let day = first; day < first + 146_097; day += 1) {
    const date = new Date(day * 86_400_000)
    const text = date.toISOString().slice(0, 10)
    if (
      formatDate(day) !== text ||
      parseDate(text) !== day ||
      weekdayOf(day) % 7 !== date.getUTCDay()
    ) {
      assert.fail(
        `day ${day}, ${text}: ${formatDate(day)}, ${parseDate(text)}, weekday ${weekdayOf(day)}`,
      )
    }
  }
})

test('the week begins on Monday with 1 and ends on Sunday with 7', () => {
  const monday = parseDate('2026-11-02') as number
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5, 6, 7].map((later) => weekdayOf(monday + later)),
    [1, 2, 3, 4, 5, 6, 7, 1],
  )
})

const monthsLater: [from: string, months: number, to: string][] = [
  ['2026-01-15', 1, '2026-02-15'],
  ['2026-01-31', 1, '2026-02-28'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2026-11-30', 3, '2027-02-28'],
  ['2026-12-31', 3, '2027-03-31'],
  ['2026-10-31', 1, '2026-11-30'],
  ['2026-05-31', 0, '2026-05-31'],
  ['2026-03-31', -1, '2026-02-28'],
  ['2026-01-15', -1, '2025-12-15'],
  ['2024-02-29', 12, '2025-02-28'],
  ['2024-02-29', 48, '2028-02-29'],
]

for (const [from, months, to] of monthsLater) {
  test(`${from} plus ${months} months is ${to}`, () => {
    assert.equal(formatDate(addMonths(parseDate(from) as number, months)), to)
  })
}

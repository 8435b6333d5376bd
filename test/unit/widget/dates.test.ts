import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { targetOf } from '../../../packages/widget/src/calendar/grid-keys.ts'
import {
  addDays,
  addMonths,
  datesBetween,
  lastDay,
  monthOf,
  shiftMonth,
  weekday,
  weeksOf,
} from '../../../packages/widget/src/dates.ts'

const date = fc
  .integer({ min: Date.UTC(2020, 0, 1) / 86_400_000, max: Date.UTC(2040, 0, 1) / 86_400_000 })
  .map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10))

test('days are added across months, leap days and clock changes', () => {
  assert.equal(addDays('2030-12-31', 1), '2031-01-01')
  assert.equal(addDays('2028-02-28', 1), '2028-02-29')
  assert.equal(addDays('2030-03-30', 2), '2030-04-01')
  fc.assert(
    fc.property(date, fc.integer({ min: -900, max: 900 }), (from, days) => {
      assert.equal(addDays(addDays(from, days), -days), from)
    }),
  )
})

test('a month later is the same day, or the last of a shorter month', () => {
  assert.equal(addMonths('2030-01-31', 1), '2030-02-28')
  assert.equal(addMonths('2030-03-15', -1), '2030-02-15')
  assert.equal(addMonths('2030-12-31', 1), '2031-01-31')
  assert.equal(shiftMonth('2030-01', -1), '2029-12')
})

test('the weeks of a month hold each of its days once, under its weekday', () => {
  fc.assert(
    fc.property(date, fc.integer({ min: 1, max: 7 }), (day, firstWeekday) => {
      const month = monthOf(day)
      const weeks = weeksOf(month, firstWeekday)
      assert.deepEqual(
        weeks.flat().filter((cell) => cell !== null),
        datesBetween(`${month}-01`, lastDay(month)),
      )
      for (const week of weeks) {
        assert.equal(week.length, 7)
        for (const [column, cell] of week.entries())
          if (cell) assert.equal(weekday(cell), ((firstWeekday - 1 + column) % 7) + 1)
      }
    }),
  )
})

test('the keys of the date grid move by days, weeks and months', () => {
  const move = (key: string) => targetOf(key, '2030-03-06', 1, false)
  assert.equal(weekday('2030-03-06'), 3)
  assert.equal(move('ArrowRight'), '2030-03-07')
  assert.equal(move('ArrowLeft'), '2030-03-05')
  assert.equal(move('ArrowDown'), '2030-03-13')
  assert.equal(move('ArrowUp'), '2030-02-27')
  assert.equal(move('Home'), '2030-03-04')
  assert.equal(move('End'), '2030-03-10')
  assert.equal(move('PageDown'), '2030-04-06')
  assert.equal(move('PageUp'), '2030-02-06')
  assert.equal(move('a'), null)
})

test('from right to left, the left arrow leads to the next day', () => {
  assert.equal(targetOf('ArrowLeft', '2030-03-06', 1, true), '2030-03-07')
  assert.equal(targetOf('ArrowRight', '2030-03-06', 1, true), '2030-03-05')
})

import assert from 'node:assert/strict'
import test from 'node:test'
import { parseDay, parseRange, requireDate, requireTime } from '@silla/wire'
import { caughtProblems, caughtRefusal } from './caught-refusal.ts'
import { day } from './salon-fixture.ts'

const defaults = { from: day('2030-03-04'), to: day('2030-06-04') }

for (const text of [
  '2026-02-30',
  '2030-13-01',
  '2030-3-4',
  '04-03-2030',
  '2030-03-04T00:00',
  '',
  'hoy',
  '20300304',
]) {
  test(`${JSON.stringify(text)} is INVALID_DATE`, () => {
    assert.equal(caughtRefusal(() => requireDate(text)).code, 'INVALID_DATE')
  })
}

for (const text of ['24:00', '9:00', '09:60', '09:00:00', '', '0900', '-1:00']) {
  test(`${JSON.stringify(text)} is INVALID_TIME`, () => {
    assert.equal(caughtRefusal(() => requireTime(text)).code, 'INVALID_TIME')
  })
}

test('a time is minutes from midnight', () => assert.equal(requireTime('09:05'), 545))

test('absent ends of a range have defaults', () => {
  assert.deepEqual(parseRange({}, defaults, 366), defaults)
  assert.deepEqual(parseRange({ desde: '2030-04-01' }, defaults, 366), {
    from: day('2030-04-01'),
    to: defaults.to,
  })
  assert.deepEqual(parseRange({ hasta: '2030-04-01' }, defaults, 366), {
    from: defaults.from,
    to: day('2030-04-01'),
  })
})

test('a range has one day up to the limit, and does not run backwards', () => {
  const range = (desde: string, hasta: string) => parseRange({ desde, hasta }, defaults, 92)
  assert.deepEqual(range('2030-07-01', '2030-07-01'), {
    from: day('2030-07-01'),
    to: day('2030-07-01'),
  })
  assert.deepEqual(range('2030-07-01', '2030-10-01'), {
    from: day('2030-07-01'),
    to: day('2030-10-01'),
  })
  assert.equal(caughtRefusal(() => range('2030-07-01', '2030-10-02')).code, 'INVALID_RANGE')
  assert.equal(caughtRefusal(() => range('2030-07-02', '2030-07-01')).code, 'INVALID_RANGE')
})

test('a value that is not text is VALIDATION_ERROR', () => {
  for (const value of [20300304, true, { fecha: '2030-03-04' }])
    assert.deepEqual(
      caughtProblems(() => parseDay({ fecha: value }, 'fecha')),
      [{ field: 'fecha', problem: 'not_string' }],
    )
})

test('an invalid date in a range is INVALID_DATE, a repeated one is reported by name', () => {
  assert.equal(
    caughtRefusal(() => parseRange({ desde: '2030-02-30' }, defaults, 92)).code,
    'INVALID_DATE',
  )
  assert.equal(caughtRefusal(() => parseRange({ hasta: '' }, defaults, 92)).code, 'INVALID_DATE')
  assert.deepEqual(
    caughtProblems(() => parseRange({ hasta: ['2030-03-04', '2030-03-05'] }, defaults, 92)),
    [{ field: 'hasta', problem: 'duplicate' }],
  )
})

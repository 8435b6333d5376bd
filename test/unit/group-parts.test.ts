import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupParts } from '../../packages/core/src/group-parts.ts'

const days = (from: number, to: number) => ({ from: from * 1440, to: to * 1440 })

/** The parts of each window as days; `-5` reaches into day 5 from before. */
function described(...windows: { from: number; to: number }[]): string[] {
  const { parts, partsOf } = groupParts(windows)
  const texts = parts.map(({ from, to, withEarlier }) =>
    withEarlier
      ? `-${from / 1440}${to > from ? `-${to / 1440}` : ''}`
      : `${from / 1440}-${to / 1440}`,
  )
  assert.equal(new Set(texts).size, texts.length, 'no part is read twice')
  return partsOf.map((own) => own.map((index) => texts[index]).join(' '))
}

test('long windows are divided where others begin or end, and share what is between', () => {
  assert.deepEqual(described(days(0, 31), days(3, 34), days(10, 17)), [
    '-0 0-3 3-10 10-17 17-31',
    '-3 3-10 10-17 17-31 31-34',
    '-10 10-17',
  ])
})

test('a window alone, and a short one, is read as a whole', () => {
  assert.deepEqual(described(days(0, 31)), ['-0-31'])
  assert.deepEqual(described(days(0, 31), days(3, 4), days(4, 5)), ['-0-31', '-3-4', '-4-5'])
  assert.deepEqual(described(days(0, 31), days(3, 4), days(0, 20)), [
    '-0 0-20 20-31',
    '-3-4',
    '-0 0-20',
  ])
})

test('windows of the same time have the same parts, and others none in common', () => {
  assert.deepEqual(described(days(0, 8), days(0, 8), days(20, 30)), [
    '-0 0-8',
    '-0 0-8',
    '-20 20-30',
  ])
})

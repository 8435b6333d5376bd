import assert from 'node:assert/strict'
import test from 'node:test'
import {
  parseBoolean,
  parseEnum,
  parseId,
  parseIds,
  parseInteger,
  parseRecordId,
  parseText,
  unknownId,
} from '@silla/wire'
import { caughtProblems } from './caught-refusal.ts'

test('an absent parameter is null', () => {
  const query = { otra: 'x' }
  assert.equal(parseText(query, 'campo'), null)
  assert.equal(parseBoolean(query, 'campo'), null)
  assert.equal(parseEnum(query, 'campo', ['a']), null)
  assert.equal(parseInteger(query, 'campo', { min: 1, max: 2 }), null)
  assert.equal(parseId(query, 'campo'), null)
  assert.equal(parseIds(query, 'campo', 3), null)
})

test('a repeated parameter is reported by name', () => {
  for (const read of [parseText, parseBoolean, parseId]) {
    assert.deepEqual(
      caughtProblems(() => read({ campo: ['1', '1'] }, 'campo')),
      [{ field: 'campo', problem: 'duplicate' }],
    )
  }
})

const flags: [text: string, value: boolean][] = [
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]
for (const [text, value] of flags) {
  test(`${text} is the boolean ${value}`, () =>
    assert.equal(parseBoolean({ si: text }, 'si'), value))
}
for (const text of ['', 'TRUE', 'yes', '2', ' true', 'null']) {
  test(`${JSON.stringify(text)} is not a boolean`, () => {
    assert.deepEqual(
      caughtProblems(() => parseBoolean({ si: text }, 'si')),
      [{ field: 'si', problem: 'not_boolean' }],
    )
  })
}

const ids: [text: string, id: number][] = [
  ['1', 1],
  ['0042', 42],
  ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ['9007199254740992', unknownId],
  ['9'.repeat(400), unknownId],
  ['0', unknownId],
  ['-7', unknownId],
]
for (const [text, id] of ids) {
  test(`the id ${text.slice(0, 20)} in a filter is parsed as ${id}`, () =>
    assert.equal(parseId({ id: text }, 'id'), id))
}
for (const text of ['', 'abc', '1.5', '1e3', '+1', ' 1', '0x10', '٣']) {
  test(`${JSON.stringify(text)} is not an integer`, () => {
    assert.deepEqual(
      caughtProblems(() => parseId({ id: text }, 'id')),
      [{ field: 'id', problem: 'not_integer' }],
    )
  })
}

test('ids are parsed from a comma-separated list, in its order', () => {
  assert.deepEqual(parseIds({ servicios: '3,1,2' }, 'servicios', 3), [3, 1, 2])
})
const badLists: [text: string, problem: unknown][] = [
  ['', 'not_integer'],
  ['1,,2', 'not_integer'],
  ['1,', 'not_integer'],
  ['1, 2', 'not_integer'],
  ['1;2', 'not_integer'],
  ['1,2,1', 'duplicate'],
  ['1,2,3,4', { keyword: 'too_many', limit: 3 }],
]
for (const [text, problem] of badLists) {
  test(`the list ${JSON.stringify(text)} is invalid`, () => {
    assert.deepEqual(
      caughtProblems(() => parseIds({ servicios: text }, 'servicios', 3)),
      [{ field: 'servicios', problem }],
    )
  })
}

test('an integer must be between its limits, both included', () => {
  const limits = { min: 5, max: 720 }
  assert.equal(parseInteger({ duracion: '5' }, 'duracion', limits), 5)
  assert.equal(parseInteger({ duracion: '720' }, 'duracion', limits), 720)
  assert.deepEqual(
    caughtProblems(() => parseInteger({ duracion: '4' }, 'duracion', limits)),
    [{ field: 'duracion', problem: { keyword: 'too_small', limit: 5 } }],
  )
  assert.deepEqual(
    caughtProblems(() => parseInteger({ duracion: '721' }, 'duracion', limits)),
    [{ field: 'duracion', problem: { keyword: 'too_large', limit: 720 } }],
  )
})

test('an unknown enum value is reported with the list of values', () => {
  assert.equal(parseEnum({ tipo: 'producto' }, 'tipo', ['servicio', 'producto']), 'producto')
  assert.deepEqual(
    caughtProblems(() => parseEnum({ tipo: 'Servicio' }, 'tipo', ['servicio', 'producto'])),
    [{ field: 'tipo', problem: { keyword: 'not_one_of', limit: 'servicio, producto' } }],
  )
})

test('typed GraphQL arguments give the same values and errors as text', () => {
  assert.equal(parseText({ tipo: 'producto' }, 'tipo'), 'producto')
  assert.equal(parseText({ tipo: null }, 'tipo'), null)
  assert.deepEqual(
    [parseBoolean({ si: true }, 'si'), parseBoolean({ si: false }, 'si')],
    [true, false],
  )
  assert.deepEqual([parseId({ id: 7 }, 'id'), parseId({ id: -7 }, 'id')], [7, unknownId])
  assert.deepEqual([parseRecordId(7), parseRecordId(0), parseRecordId(undefined)], [7, null, null])
  assert.deepEqual(parseIds({ servicios: [3, 1] }, 'servicios', 3), [3, 1])
  const problems: [values: number[], problem: unknown][] = [
    [[], 'not_integer'],
    [[1, 2, 1], 'duplicate'],
    [[1, 2, 3, 4], { keyword: 'too_many', limit: 3 }],
  ]
  for (const [servicios, problem] of problems) {
    assert.deepEqual(
      caughtProblems(() => parseIds({ servicios }, 'servicios', 3)),
      [{ field: 'servicios', problem }],
    )
  }
  assert.deepEqual(
    caughtProblems(() => parseInteger({ duracion: 4 }, 'duracion', { min: 5, max: 720 })),
    [{ field: 'duracion', problem: { keyword: 'too_small', limit: 5 } }],
  )
})

const pathIds: [text: string, id: number | null][] = [
  ['12', 12],
  ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ['9007199254740992', null],
  ['9'.repeat(400), null],
  ['0', null],
  ['-1', null],
  ['012', null],
  ['1.0', null],
  ['1e3', null],
  ['abc', null],
  ['', null],
]
for (const [text, id] of pathIds) {
  test(`${JSON.stringify(text.slice(0, 20))} in a path is parsed as ${id}`, () =>
    assert.equal(parseRecordId(text), id))
}

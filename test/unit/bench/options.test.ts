import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readOptions, rowIds } from '../../bench/options.ts'

test('without options, every row is measured', () => {
  assert.deepEqual([...(readOptions([])?.rows ?? [])], [...rowIds])
})

test('the delivery of events only when it is named', () => {
  assert.ok(!readOptions([])?.rows.has('events'))
  assert.deepEqual([...(readOptions(['--only', 'events'])?.rows ?? [])], ['events'])
})

test('only the rows that are named', () => {
  assert.deepEqual(
    [...(readOptions(['--only', 'day', '--only=month'])?.rows ?? [])],
    ['day', 'month'],
  )
})

test('other code is a folder, or several', () => {
  assert.deepEqual(readOptions([])?.otherFolders, [])
  assert.deepEqual(readOptions(['--against', '/a', '--against=/b'])?.otherFolders, ['/a', '/b'])
})

test('PostgreSQL and the generators yield to the API only where that is said', () => {
  assert.equal(readOptions([])?.niceness, 0)
  assert.equal(readOptions(['--nice', '10'])?.niceness, 10)
})

test('an unknown option, an unknown row and a number that is none are refused', () => {
  assert.throws(() => readOptions(['--second', '3']), /--second/)
  assert.throws(() => readOptions(['--only', 'year']), /no such row/)
  assert.throws(() => readOptions(['--rounds', '0']), /at least 1/)
})

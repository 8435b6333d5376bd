import assert from 'node:assert/strict'
import test from 'node:test'
import { parseNewCancellation } from '../../../services/api/src/wire/cancellation.ts'
import { caughtProblems, caughtRefusal } from './caught-refusal.ts'

test('an empty body says nothing', () => {
  assert.deepEqual(parseNewCancellation({}), { code: null, reason: null })
  assert.deepEqual(parseNewCancellation({ motivo: '  ', codigo: '' }), { code: null, reason: null })
})

test('the code is read in any case and the reason trimmed', () => {
  assert.deepEqual(parseNewCancellation({ motivo: ' Enfermo ', codigo: '7k2mp9qrso' }), {
    code: '7K2MP9QRS0',
    reason: 'Enfermo',
  })
})

test('what cannot be a code proves nothing, as a wrong one does', () => {
  assert.equal(
    caughtRefusal(() => parseNewCancellation({ codigo: 'nada' })).code,
    'BOOKING_NOT_FOUND',
  )
})

test('a reason has room for 500 characters and not one more', () => {
  assert.equal(parseNewCancellation({ motivo: 'x'.repeat(500) }).reason?.length, 500)
  assert.deepEqual(
    caughtProblems(() => parseNewCancellation({ motivo: 'x'.repeat(501) })),
    [{ field: 'motivo', problem: { keyword: 'too_long', limit: 500 } }],
  )
})

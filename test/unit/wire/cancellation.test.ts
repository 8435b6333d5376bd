import assert from 'node:assert/strict'
import test from 'node:test'
import { parseNewCancellation } from '@silla/wire'
import { caughtProblems, caughtRefusal } from './caught-refusal.ts'

/** One visit, of which the customer gets an email. */
const alone = { notifiesCustomer: true, scope: 'this' }

test('an empty body has no code, reason and note', () => {
  const nothing = { code: null, reason: null, note: null, ...alone }
  assert.deepEqual(parseNewCancellation({}), nothing)
  assert.deepEqual(parseNewCancellation({ motivo: '  ', codigo: '', nota_interna: ' ' }), nothing)
})

test('the code may be in lower case, and the reason is trimmed', () => {
  assert.deepEqual(parseNewCancellation({ motivo: ' Enfermo ', codigo: '7k2mp9qrso' }), {
    code: '7K2MP9QRS0',
    reason: 'Enfermo',
    note: null,
    ...alone,
  })
})

test('an impossible code is BOOKING_NOT_FOUND, as a wrong one', () => {
  assert.equal(
    caughtRefusal(() => parseNewCancellation({ codigo: 'nada' })).code,
    'BOOKING_NOT_FOUND',
  )
})

test('a reason may have 500 characters, not more', () => {
  assert.equal(parseNewCancellation({ motivo: 'x'.repeat(500) }).reason?.length, 500)
  assert.deepEqual(
    caughtProblems(() => parseNewCancellation({ motivo: 'x'.repeat(501) })),
    [{ field: 'motivo', problem: { keyword: 'too_long', limit: 500 } }],
  )
})

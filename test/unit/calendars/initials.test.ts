import assert from 'node:assert/strict'
import { test } from 'node:test'
import { initialsOf } from '../../../packages/core/src/calendars/initials.ts'

test('initials are those of at most three words', () => {
  for (const [name, initials] of [
    ['Lucía Prado García', 'L. P. G.'],
    ['Ana María de la Torre', 'A. M. D.'],
    ['teo', 'T.'],
    ['  Óscar   Núñez ', 'Ó. N.'],
    ['O\u0301scar', 'Ó.'],
    ['محمد علي', 'م. ع.'],
    ['(Eva) "Ruiz"', 'E. R.'],
    ['𝒜da', '𝒜.'],
    ['💈 Teo', 'T.'],
    ['- !', ''],
    ['', ''],
  ] as const)
    assert.equal(initialsOf(name), initials, name)
})

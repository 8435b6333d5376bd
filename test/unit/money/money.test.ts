import assert from 'node:assert/strict'
import test from 'node:test'
import { currencies, formatAmount, toCents, toMajor } from '@silla/money'
import fc from 'fast-check'

const amounts: [cents: number, json: string][] = [
  [0, '0'],
  [1, '0.01'],
  [1250, '12.5'],
  [1999, '19.99'],
  [-350, '-3.5'],
  [110, '1.1'],
  [2_147_483_647_29, '2147483647.29'],
]

for (const [cents, json] of amounts) {
  test(`${cents} cents are ${json} in JSON`, () => {
    assert.equal(JSON.stringify(toMajor(cents)), json)
  })
}

test('every amount has at most two decimals in JSON, and none loses a cent', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e13, max: 1e13 }), (cents) => {
      assert.match(JSON.stringify(toMajor(cents)), /^-?\d+(\.\d\d?)?$/)
      assert.equal(Math.round(toMajor(cents) * 100), cents)
      assert.match(formatAmount(cents), /^-?\d+\.\d\d$/)
      assert.equal(Number(formatAmount(cents)), toMajor(cents))
    }),
    { numRuns: 300 },
  )
})

test('toCents reverses toMajor, and returns null for a third decimal or an inexact number', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e13, max: 1e13 }), (cents) =>
      assert.equal(toCents(toMajor(cents)), cents),
    ),
  )
  for (const amount of [0.001, 12.345, 1e15, Number.POSITIVE_INFINITY, Number.NaN])
    assert.equal(toCents(amount), null)
})

test('D21: each currency of the contract has a symbol and a minimum card payment', () => {
  assert.deepEqual(currencies, {
    EUR: { symbol: '€', minimumChargeCents: 50 },
    USD: { symbol: '$', minimumChargeCents: 50 },
    GBP: { symbol: '£', minimumChargeCents: 30 },
    AED: { symbol: 'د.إ', minimumChargeCents: 200 },
  })
})

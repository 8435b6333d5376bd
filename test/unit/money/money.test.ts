import assert from 'node:assert/strict'
import test from 'node:test'
import { currencies, decimal, toCents, toMajor } from '@silla/money'
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
  test(`${cents} cents leave as ${json}`, () => {
    assert.equal(JSON.stringify(toMajor(cents)), json)
  })
}

test('no amount leaves with more than two decimals, and none loses a cent', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e13, max: 1e13 }), (cents) => {
      assert.match(JSON.stringify(toMajor(cents)), /^-?\d+(\.\d\d?)?$/)
      assert.equal(Math.round(toMajor(cents) * 100), cents)
      assert.match(decimal(cents), /^-?\d+\.\d\d$/)
      assert.equal(Number(decimal(cents)), toMajor(cents))
    }),
    { numRuns: 300 },
  )
})

test('every amount that leaves may come back, and one with a third decimal or beyond exact numbers does not', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e13, max: 1e13 }), (sent) =>
      assert.equal(toCents(toMajor(sent)), sent),
    ),
  )
  for (const amount of [0.001, 12.345, 1e15, Number.POSITIVE_INFINITY, Number.NaN])
    assert.equal(toCents(amount), null)
})

test('D21: each currency of the contract has its symbol, and a least amount that a card takes', () => {
  assert.deepEqual(currencies, {
    EUR: { symbol: '€', minimumChargeCents: 50 },
    USD: { symbol: '$', minimumChargeCents: 50 },
    GBP: { symbol: '£', minimumChargeCents: 30 },
    AED: { symbol: 'د.إ', minimumChargeCents: 200 },
  })
})

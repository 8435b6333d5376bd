import assert from 'node:assert/strict'
import test from 'node:test'
import { parseBookingCode } from '@silla/core'

const codes: [written: string, read: string | null][] = [
  ['7K2MP9QRST', '7K2MP9QRST'],
  ['7k2mp9qrst', '7K2MP9QRST'],
  ['iLoO2345ab', '11002345AB'],
  ['UK2MP9QRST', null],
  ['7K2MP9QRS', null],
  ['7K2MP9QRSTV', null],
  ['7K2MP-9QRS', null],
  ['7K2MP9QRS ', null],
  ['7K2MP9QRS\0', null],
  // these become plain letters when capitalised
  ['7K2MP9QRSı', null],
  ['7K2MP9QRſT', null],
  ['', null],
]
for (const [written, read] of codes) {
  test(`${JSON.stringify(written)} ${read === null ? 'is no code' : `is the code ${read}`}`, () => {
    assert.equal(parseBookingCode(written), read)
  })
}

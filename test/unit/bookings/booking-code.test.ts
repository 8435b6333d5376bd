import assert from 'node:assert/strict'
import test from 'node:test'
import { parseBookingCode } from '@silla/core'

const codes: [text: string, code: string | null][] = [
  ['7K2MP9QRST', '7K2MP9QRST'],
  ['7k2mp9qrst', '7K2MP9QRST'],
  ['iLoO2345ab', '11002345AB'],
  ['UK2MP9QRST', null],
  ['7K2MP9QRS', null],
  ['7K2MP9QRSTV', null],
  ['7K2MP-9QRS', null],
  ['7K2MP9QRS ', null],
  ['7K2MP9QRS\0', null],
  // these become ASCII letters in upper case
  ['7K2MP9QRSı', null],
  ['7K2MP9QRſT', null],
  ['', null],
]
for (const [text, code] of codes) {
  test(`${JSON.stringify(text)} is ${code === null ? 'not a code' : `the code ${code}`}`, () => {
    assert.equal(parseBookingCode(text), code)
  })
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  icalendarLine,
  icalendarText,
  icalendarTime,
} from '../../../packages/wire/src/icalendar.ts'

/** Undoes the folding, as RFC 5545, section 3.1 describes it. */
const unfold = (text: string) => text.replaceAll('\r\n ', '')

/** Undoes the escapes of section 3.3.11. */
const unescaped = (text: string) =>
  text.replace(/\\([\\;,nN])/g, (_, sign) => (sign.toLowerCase() === 'n' ? '\n' : sign))

test('a line of 75 octets is not folded, one of 76 is', () => {
  const name = 'SUMMARY'
  const short = 'a'.repeat(75 - 'SUMMARY:'.length)
  assert.equal(icalendarLine(name, short), `SUMMARY:${short}\r\n`)
  assert.equal(icalendarLine(name, `${short}b`), `SUMMARY:${short}\r\n b\r\n`)
})

test('a continued line has 74 octets after its space', () => {
  const lines = icalendarLine('X', 'a'.repeat(300)).split('\r\n')
  assert.deepEqual(
    lines.map((line) => line.length),
    [75, 75, 75, 75, 6, 0],
  )
})

test('characters of several octets are not split', () => {
  for (const character of ['ñ', 'م', '€', '💈'])
    for (let offset = 0; offset < 8; offset++) {
      const value = 'a'.repeat(offset) + character.repeat(60)
      const text = icalendarLine('SUMMARY', value)
      for (const line of text.split('\r\n')) {
        assert.ok(Buffer.byteLength(line) <= 75)
        assert.ok(line.isWellFormed())
      }
      assert.equal(unfold(text), `SUMMARY:${value}\r\n`)
    }
})

test('separators, backslashes and line breaks are escaped; other controls are left out', () => {
  assert.equal(icalendarText('a,b;c\\d:"e"'), 'a\\,b\\;c\\\\d:"e"')
  assert.equal(icalendarText('one\r\ntwo\rthree\nfour'), 'one\\ntwo\\nthree\\nfour')
  assert.equal(icalendarText('a\u0000b\tc\u0085d\u007fe'), 'abcde')
  assert.equal(icalendarText('half a \ud83d pair'), 'half a \ufffd pair')
})

test('any text can be read back, and no line is too long', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (value) => {
      const line = icalendarLine('SUMMARY', icalendarText(value))
      const plain = value
        .replace(/\r\n?/g, '\n')
        .replace(/(?!\n)\p{Cc}/gu, '')
        .toWellFormed()
      assert.equal(unescaped(unfold(line)), `SUMMARY:${plain}\r\n`)
      for (const part of line.split('\r\n')) assert.ok(Buffer.byteLength(part) <= 75)
      assert.doesNotMatch(line, /[^\r]\n|\r[^\n]/)
    }),
  )
})

test('times are UTC, to the second', () => {
  assert.equal(icalendarTime(new Date('2030-03-31T01:00:00.999Z')), '20300331T010000Z')
})

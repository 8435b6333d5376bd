import { fail } from '@silla/errors'

/**
 * Parses JSON. An object that names a field twice is an error (D3), because programs that read the
 * same bytes differ in which value they take.
 *
 * @throws SyntaxError; Refusal VALIDATION_ERROR with the repeated field
 */
export function parseJson(text: string): unknown {
  const value = JSON.parse(text)
  const field = findRepeatedField(text)
  if (field !== null) fail('VALIDATION_ERROR', { problems: [{ field, problem: 'duplicate' }] })
  return value
}

const maxFieldLength = 100

/**
 * The first name that an object of a valid JSON text has twice. A name may be spelled in several
 * ways: `"\u0061"` is `"a"`.
 */
function findRepeatedField(text: string): string | null {
  // the names of every object that has not ended; null for a list
  const open: (Set<string> | null)[] = []
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index)
    if (character === quote) {
      const end = endOfString(text, index)
      const names = open.at(-1)
      if (names && isFollowedByColon(text, end)) {
        const name = unescaped(text.slice(index, end + 1))
        if (names.has(name)) return name.slice(0, maxFieldLength)
        names.add(name)
      }
      index = end
    } else if (character === openBrace) open.push(new Set())
    else if (character === openBracket) open.push(null)
    else if (character === closeBrace || character === closeBracket) open.pop()
  }
  return null
}

const [quote, backslash, colon, openBrace, closeBrace, openBracket, closeBracket] = Array.from(
  '"\\:{}[]',
  (character) => character.charCodeAt(0),
) as [number, number, number, number, number, number, number]

/** The position of the closing quote of the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end
}

/** A quote after an odd number of backslashes belongs to the string. */
function isEscaped(text: string, end: number): boolean {
  let first = end
  while (text.charCodeAt(first - 1) === backslash) first--
  return (end - first) % 2 === 1
}

/** A string before a colon is the name of a field. */
function isFollowedByColon(text: string, end: number): boolean {
  let next = end + 1
  while (text.charCodeAt(next) <= space) next++
  return text.charCodeAt(next) === colon
}

const space = 0x20

const unescaped = (literal: string): string =>
  literal.includes('\\') ? JSON.parse(literal) : literal.slice(1, -1)

import { stripVTControlCharacters } from 'node:util'

/**
 * How many columns of a terminal a text takes: colours and marks above a letter none, ideographs
 * and most emoji two.
 */
export function displayWidth(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length
  return signsOf(stripVTControlCharacters(text)).reduce((width, sign) => width + widthOf(sign), 0)
}

/**
 * A text that takes so many columns at most, with … where something was cut off; colours go with
 * it.
 */
export function truncate(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text
  let kept = ''
  for (const sign of signsOf(stripVTControlCharacters(text))) {
    if (displayWidth(kept) + widthOf(sign) > columns - 1) break
    kept += sign
  }
  return `${kept.trimEnd()}…`
}

/** A text with as many spaces behind it as make it take so many columns. */
export const padTo = (text: string, columns: number): string =>
  text + ' '.repeat(Math.max(0, columns - displayWidth(text)))

/**
 * A text from right to left between marks that keep what stands beside it in its place: a terminal
 * that reorders lines would else carry numbers and frames along with it.
 */
export const isolateDirection = (text: string): string =>
  rightToLeft.test(text) ? `\u200E${text}\u200E` : text

const signsOf = (text: string) =>
  Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)

function widthOf(sign: string): number {
  if (/^[\p{M}\p{Cf}\p{Cc}]+$/u.test(sign)) return 0
  return wide.test(sign) ? 2 : 1
}

const wide =
  /^(\p{Emoji_Presentation}|.\uFE0F|[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{20000}-\u{3FFFD}])/u

const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF]/

import { stripVTControlCharacters } from 'node:util'

/**
 * The number of terminal columns of a text: 0 for colours and combining marks, 2 for ideographs and
 * most emoji.
 */
export function displayWidth(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length
  return graphemesOf(stripVTControlCharacters(text)).reduce(
    (width, grapheme) => width + widthOf(grapheme),
    0,
  )
}

/**
 * Cuts a text to a number of columns, with … at the end if something was cut off. A cut text loses
 * its colours.
 */
export function truncate(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text
  let kept = ''
  for (const grapheme of graphemesOf(stripVTControlCharacters(text))) {
    if (displayWidth(kept) + widthOf(grapheme) > columns - 1) break
    kept += grapheme
  }
  return `${kept.trimEnd()}…`
}

/** Pads a text with spaces to a number of columns. */
export const padTo = (text: string, columns: number): string =>
  text + ' '.repeat(Math.max(0, columns - displayWidth(text)))

/**
 * Puts left-to-right marks around right-to-left text. Otherwise a terminal that reorders lines
 * would also move the numbers and table borders next to it.
 */
export const isolateDirection = (text: string): string =>
  rightToLeft.test(text) ? `\u200E${text}\u200E` : text

const graphemesOf = (text: string) =>
  Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)

function widthOf(grapheme: string): number {
  if (/^[\p{M}\p{Cf}\p{Cc}]+$/u.test(grapheme)) return 0
  return wide.test(grapheme) ? 2 : 1
}

const wide =
  /^(\p{Emoji_Presentation}|.\uFE0F|[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{20000}-\u{3FFFD}])/u

const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF]/

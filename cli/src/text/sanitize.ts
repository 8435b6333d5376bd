import { stripVTControlCharacters } from 'node:util'

/**
 * Makes text from outside safe for a terminal: one line, without escape sequences, control
 * characters or marks that change the direction of the following text.
 */
export const sanitize = (text: string): string =>
  stripVTControlCharacters(text)
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')

/** Removes control characters from a whole output; line breaks, tabs and colours stay. */
export const stripControl = (text: string): string => text.replace(colourOrControl, '$1')

const colour = '\u001B\\[[\\d;]*m'
const colourOrControl = new RegExp(
  `(${colour})|[^\\P{Cc}\\n\\t]|[\\u202a-\\u202e\\u2066-\\u2069]`,
  'gu',
)

/** Like `sanitize`, but keeps line breaks. */
export const sanitizeLines = (text: string): string =>
  text.trimEnd().split(/\r?\n/).map(sanitize).join('\n')

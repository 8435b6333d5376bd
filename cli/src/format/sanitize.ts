import { stripVTControlCharacters } from 'node:util'

/**
 * What somebody outside wrote, in one line that can neither tell the terminal to do anything nor
 * turn the direction of what follows.
 */
export const sanitize = (text: string): string =>
  stripVTControlCharacters(text)
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')

/** The same of all that is said at once: lines, tabs and colours stay. */
export const stripControl = (text: string): string => text.replace(colourOrObeyed, '$1')

const colour = '\u001B\\[[\\d;]*m'
const colourOrObeyed = new RegExp(
  `(${colour})|[^\\P{Cc}\\n\\t]|[\\u202a-\\u202e\\u2066-\\u2069]`,
  'gu',
)

/** The same of a text that keeps its lines. */
export const sanitizeLines = (text: string): string =>
  text.trimEnd().split(/\r?\n/).map(sanitize).join('\n')

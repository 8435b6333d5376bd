import { stripVTControlCharacters } from 'node:util'

/** What somebody outside wrote, in one line that cannot tell the terminal to do anything. */
export const safeText = (text: string): string => stripVTControlCharacters(text).replace(/\p{Cc}+/gu, ' ')

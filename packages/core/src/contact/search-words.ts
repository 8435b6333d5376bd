/**
 * The words of a name as names are searched: without case, accents and Arabic diacritics, separated
 * by anything that is no letter or digit (D74). db/functions/app.search_name.sql follows the same rules, and
 * test/rest/customers/search.test.ts compares the two.
 *
 * The Arabic article at the start of a word does not count, and letters that people exchange are equal.
 */
export const searchWords = (text: string): string[] =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(marks, '')
    .replaceAll(/[ς\u0629\u0649]/g, (letter) => exchanged[letter] ?? letter)
    .split(separators)
    .map((word) => word.replace(arabicArticle, ''))
    .filter((word) => word !== '')

const marks = /[\u0300-\u036f\u0640\u064b-\u065f\u0670]/g

const exchanged: Record<string, string> = { ς: 'σ', '\u0629': '\u0647', '\u0649': '\u064a' }

/** Signs of ASCII and Latin-1, and of other blocks. */
const separators = /[\t\n\r -/:-@[-`{-\u00bf\u05be\u05f3\u05f4\u060c\u2000-\u206f\u3000\u30fb]+/

const arabicArticle = /^\u0627\u0644(?=.{2})/u

import { parsePersonName } from '@silla/core'

// Anybody can book with somebody else's address and any name that the API accepts. What emails show
// of a name is therefore decided here, a second time and strictly: words that can only be names. A
// word is letters of one script, with one hyphen or apostrophe at most; digits, dots and every other
// sign remove the whole word. Emails to customers contain nothing else that a guest has typed: no
// notes, no reason of a cancellation, no contact data but the address they go to. Emails to the salon
// quote what customers write to it (customer-quote.ts).

/**
 * How an email to a customer calls them: the first word of their name, so that no name is a phrase
 * or a link. Empty when it is not a plain word: the greeting then has no name.
 */
export function greetingName(stored: string): string {
  const [first = '', second = ''] = wordsOf(stored)
  if (firstHalf.test(first) && isPlainWord(second)) return `${first} ${second}`
  return isPlainWord(first) ? first : ''
}

/** A customer's name in emails to the salon: the first four plain words; may be empty. */
export const listedName = (stored: string): string =>
  wordsOf(stored).filter(isPlainWord).slice(0, maxListedWords).join(' ')

const maxListedWords = 4

/**
 * Compatibility forms of letters are read as the letters, "Ｌｕｃíａ" as Lucía, and an accent as the
 * apostrophe that it stands for.
 */
const wordsOf = (stored: string): string[] =>
  (parsePersonName(stored) ?? '')
    .split(/\s+/u)
    .filter((word) => word !== '')
    .map((word) => (word === 'Mª' ? word : word.replaceAll('´', "'").normalize('NFKC')))

/** The first half of names such as "Mª José" and "Abd Allah" is not a name. */
const firstHalf = /^(?:Mª|عبد|أبو|ابو|أم|ام)$/u

const isPlainWord = (word: string): boolean =>
  patterns.some((pattern) => pattern.test(word)) &&
  !hasInnerCapital(word) &&
  !/^(?:www|https?)$/i.test(word)

/** Two words written as one: "GanaYa". Names have at most two letters before: "McKay", "LaToya". */
const hasInnerCapital = (word: string): boolean => /\p{Ll}\p{M}*\p{Lu}/u.test(word.slice(2))

/**
 * For each script, how long one word of a name can be: where words are not separated by spaces, a
 * short text is a sentence already. Scripts that are not listed have letters that look like a dot.
 */
const patterns = [
  ...['Latin', 'Greek', 'Cyrillic', 'Armenian', 'Georgian'].map((script) =>
    wordOf(script, 20, { letters: '\\p{Lu}\\p{Lt}\\p{Ll}', maxMarks: 2 }),
  ),
  ...['Arabic', 'Hebrew', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Tamil'].map((script) =>
    wordOf(script, 15),
  ),
  ...['Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Ethiopic'].map((script) => wordOf(script, 15)),
  ...['Thai', 'Lao', 'Khmer', 'Myanmar'].map((script) => wordOf(script, 12)),
  wordOf('Hangul', 5),
  wordOf('Han', 4),
  ...['Hiragana', 'Katakana'].map((script) => wordOf(script, 8)),
]

/**
 * Letters of one script, each with a few marks and joiners, and between them at most one hyphen,
 * apostrophe or Catalan dot ("Marcel·lí").
 */
function wordOf(
  script: string,
  maxLetters: number,
  { letters, maxMarks } = { letters: '\\p{Lo}', maxMarks: 4 },
): RegExp {
  const letter = `(?:(?=\\p{scx=${script}})[${letters}][\\p{M}\\p{Join_Control}]{0,${maxMarks}})`
  const sign = "(?:[-‐‑'’‘־]|(?<=l)·(?=l))"
  return new RegExp(
    `^(?=(?:${letter}|${sign}){2,${maxLetters}}$)${letter}+(?:${sign}${letter}+)?$`,
    'u',
  )
}

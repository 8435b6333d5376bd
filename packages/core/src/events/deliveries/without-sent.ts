/**
 * What an endpoint answered, without the words that were sent to it: many receivers echo the message
 * in their response, and a customer's data would be kept in the log of deliveries. Words are compared
 * whatever their case and escaping; the names of fields stay, and so do numbers of up to three digits.
 *
 * @param sent the message, as JSON
 */
export function withoutSent(response: string, sent: string): string {
  const words = new Set(textsOf(JSON.parse(sent)).flatMap(wordsOf))
  const readable = unescaped(response)
  // the response may have been cut off within a word
  const last = readable.match(wordAtEnd)?.[0].toLowerCase()
  const cutOff = last !== undefined && [...words].some((word) => word.startsWith(last))
  return (cutOff ? readable.replace(wordAtEnd, removed) : readable).replace(word, (found) =>
    words.has(found.toLowerCase()) ? removed : found,
  )
}

const removed = '***'

const word = /[\p{L}\p{M}\p{N}]+/gu
const wordAtEnd = /[\p{L}\p{M}\p{N}]+$/u

const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(word) ?? []).filter((one) => !/^\p{N}{1,3}$/u.test(one))

/** Every text in a JSON value, without the names of fields. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

/** Escapes of JSON, URLs and HTML as the characters that they stand for. */
const unescaped = (text: string): string =>
  text
    .replace(/\\u([\da-f]{4})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/(?:%[\da-f]{2})+/gi, decodedOr)
    .replace(/&#x([\da-f]{1,6});/gi, (found, code) => characterOr(found, Number.parseInt(code, 16)))
    .replace(/&#(\d{1,7});/g, (found, code) => characterOr(found, Number(code)))
    // PostgreSQL stores no NUL, and half a surrogate pair is no text
    .replaceAll('\0', '\ufffd')
    .toWellFormed()

function decodedOr(encoded: string): string {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return encoded
  }
}

const characterOr = (found: string, code: number): string =>
  code <= 0x10ffff ? String.fromCodePoint(code) : found

import { closestMatch, normalize } from '@silla/core/text'
import { UsageError } from '../errors/report-error.ts'
import { suggestion } from '../errors/suggestion.ts'

/**
 * The two letters of a country, from any letters of it: ES, es, or its name in one of our
 * languages.
 * @throws UsageError with what was most likely meant
 */
export function countryCode(text: string): string {
  if (/^[a-z]{2}$/i.test(text)) {
    const code = canonical(text)
    if (namesOf(code).length > 0) return code
  }
  const names = new Map(
    codes().flatMap((code) => namesOf(code).map((name) => [normalize(name), code] as const)),
  )
  const found = names.get(normalize(text))
  if (found !== undefined) return found
  const near = names.get(closestMatch(text, names.keys()) ?? '')
  const guess = suggestion(near && `${near} (${namesOf(near)[0]})`)
  throw new UsageError(`--country ${text} is no country: write two letters, like ES.${guess}`)
}

const languages = ['en', 'es', 'ar']

const namesOf = (code: string): string[] =>
  languages.flatMap(
    (language) =>
      new Intl.DisplayNames([language], { type: 'region', fallback: 'none' }).of(code) ?? [],
  )

/** UK is written GB. */
const canonical = (code: string): string =>
  Intl.getCanonicalLocales(`und-${code}`)[0]?.slice(4) ?? code

function codes(): string[] {
  const emails = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const pairs = emails.flatMap((first) => emails.map((second) => first + second))
  return pairs.filter((code) => canonical(code) === code)
}

import { closestMatch, normalize } from '@silla/core/text'
import { languages } from '@silla/locale'
import { UsageError } from '../errors/report-error.ts'
import { suggestion } from '../errors/suggestion.ts'

/**
 * The two-letter code of a country, from its code in any case or its name in English, Spanish or
 * Arabic.
 * @throws UsageError with the closest country
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
  const guess = suggestion(near && `${near} (${nameIn('en', near)})`)
  throw new UsageError(
    `Invalid value for --country: expected a two-letter code such as ES, got "${text}".${guess}`,
  )
}

const namesOf = (code: string): string[] =>
  languages.flatMap((language) => nameIn(language, code) ?? [])

const nameIn = (language: string, code: string): string | undefined =>
  new Intl.DisplayNames([language], { type: 'region', fallback: 'none' }).of(code)

/** The canonical code: UK becomes GB. */
const canonical = (code: string): string =>
  Intl.getCanonicalLocales(`und-${code}`)[0]?.slice(4) ?? code

function codes(): string[] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const pairs = letters.flatMap((first) => letters.map((second) => first + second))
  return pairs.filter((code) => canonical(code) === code)
}

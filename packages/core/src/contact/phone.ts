import { createRequire } from 'node:module'
import type { CountryCode } from 'libphonenumber-js/min'

/**
 * A phone number in E.164, from any spelling that is valid in the salon's country (D3).
 *
 * @param country two letters, as in the salon's address
 * @returns null when it is not a phone number
 */
export function parsePhone(text: string, country: string): string | null {
  const phone = library().parsePhoneNumberFromString(text, country as CountryCode)
  return phone?.isValid() ? phone.number : null
}

/**
 * The beginning of a phone number in E.164, from the beginning of any spelling in the salon's country:
 * `600 12` becomes `+3460012`. Null for a text that cannot be one.
 */
export function phoneStart(text: string, country: string): string | null {
  const typed = new (library().AsYouType)(country as CountryCode)
  typed.input(text)
  return typed.getNumberValue() ?? null
}

/** A number as people read it, `+34 912 34 56 78`; unchanged when it cannot be parsed. */
export const formatPhone = (phone: string): string =>
  library().parsePhoneNumberFromString(phone)?.formatInternational() ?? phone

/** Whether numbers of this country can be parsed. */
export const isPhoneCountry = (country: string): boolean => library().isSupportedCountry(country)

type Library = typeof import('libphonenumber-js/min')

let loaded: Library | undefined

/** Loaded when it is needed, because its table of all countries takes a while to load. */
function library(): Library {
  loaded ??= createRequire(import.meta.url)('libphonenumber-js/min') as Library
  return loaded
}

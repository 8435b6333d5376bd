import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min'

/**
 * A phone number in E.164, from any spelling that makes sense in the salon's country (D3).
 *
 * @param country two letters, as in the salon's address
 * @returns null when it is no phone number
 */
export function readPhone(text: string, country: string): string | null {
  const phone = parsePhoneNumberFromString(text, country as CountryCode)
  return phone?.isValid() ? phone.number : null
}

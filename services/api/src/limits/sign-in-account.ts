import { emailKey } from '@silla/core'

/**
 * The account that a registration or login is counted for. Logins with a password are counted apart
 * from requests for a code, so that neither uses up the other's limit.
 */
export const signInAccount = (email: string, method: 'password' | 'code'): string =>
  `${method} ${emailKey(email)}`

import type { Settings } from '../../catalog/catalog.ts'

/** The emails to a salon whose file omits `notifications`: one a day, if it has an address. */
export const defaultNotifications = (email: string): Settings['ownerNotifications'] =>
  email === '' ? 'none' : 'daily'

import { profileFields, settingsFields } from '@silla/db'
import type { Settings } from '../../../catalog/catalog.ts'
import { rateNames } from '../../../limits/rates.ts'
import { serializeFields } from '../../fields.ts'
import type { Salon, SalonProfile } from '../../salon.ts'
import { defaultNotifications } from '../notifications.ts'
import { rateKeys } from '../rate-keys.ts'
import type { SerializeText } from './values.ts'

export const serializeProfile = (profile: SalonProfile, text: SerializeText) =>
  serializeFields(profileFields, profile, text)

/**
 * Defaults are written. `notifications` is omitted where it is the default, which follows the email
 * address.
 */
export function serializeSettings(
  { ownerNotifications, ...settings }: Settings,
  { email }: Pick<SalonProfile, 'email'>,
  text: SerializeText,
): Record<string, unknown> {
  const isDefault = ownerNotifications === defaultNotifications(email)
  const written = isDefault ? settings : { ...settings, ownerNotifications }
  return serializeFields(settingsFields, written, text, { defaults: true })
}

export function serializeLimits({ rates }: Salon): Record<string, unknown> {
  return Object.fromEntries(
    rateNames.flatMap((name) => (rates[name] === undefined ? [] : [[rateKeys[name], rates[name]]])),
  )
}

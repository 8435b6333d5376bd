import type { Settings } from '../../../catalog/catalog.ts'
import { type RateName, rateNames } from '../../../limits/rates.ts'
import type { Salon, SalonProfile } from '../../salon.ts'
import type { WrittenSalon } from '../schema.ts'
import { some, type WriteText } from './values.ts'

export function writtenProfile(profile: SalonProfile, text: WriteText): Record<string, unknown> {
  const { address, latitude, longitude } = profile
  return {
    name: profile.name,
    ...some('description', text(profile.description)),
    ...some('contact', { ...some('email', profile.email), ...some('phone', profile.phone) }),
    address: {
      ...some('street', address.street),
      ...some('city', address.city),
      ...some('postal_code', address.postalCode),
      country: address.country,
    },
    ...(latitude === null || longitude === null ? {} : { coordinates: { latitude, longitude } }),
    ...some('images', { ...some('logo', profile.logoUrl), ...some('cover', profile.coverUrl) }),
    ...some('social', {
      ...some('instagram', profile.instagram),
      ...some('facebook', profile.facebook),
      ...some('website', profile.website),
    }),
  }
}

export function writtenSettings(settings: Settings): Record<string, unknown> {
  return {
    currency: settings.currency,
    timezone: settings.timezone,
    language: settings.mainLanguage,
    slot_interval: settings.slotIntervalMinutes,
    horizon_days: settings.horizonDays,
    notice_minutes: settings.noticeMinutes,
    cancellation_hours: settings.cancellationHours,
    autocomplete_hours: settings.autocompleteHours ?? 'never',
    reminder_hours: settings.reminderHours ?? 'never',
    phone_required: settings.phoneRequired,
    confirm_by_hand: settings.confirmsByHand,
    points: settings.pointsEnabled,
    online_payments: settings.acceptsOnlinePayments,
    prepayment: settings.requiresPrepayment,
  }
}

export function writtenLimits({ rates }: Salon): Record<string, unknown> {
  return Object.fromEntries(
    rateNames.flatMap((name) => (rates[name] === undefined ? [] : [[rateWords[name], rates[name]]])),
  )
}

const rateWords: Record<RateName, keyof NonNullable<WrittenSalon['limits']>> = {
  publishablePerAddress: 'publishable_per_address',
  publishable: 'publishable',
  secret: 'secret',
  create: 'create',
  lookUp: 'look_up',
  intent: 'intent',
  auth: 'auth',
  secretPerKind: 'secret_per_kind',
}

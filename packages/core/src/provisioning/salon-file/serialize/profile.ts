import type { Settings } from '../../../catalog/catalog.ts'
import { type RateName, rateNames } from '../../../limits/rates.ts'
import type { Salon, SalonProfile } from '../../salon.ts'
import { defaultNotifications } from '../notifications.ts'
import type { SalonFileDocument } from '../schema.ts'
import { omitEmpty, type SerializeText } from './values.ts'

export function serializeProfile(
  profile: SalonProfile,
  text: SerializeText,
): Record<string, unknown> {
  const { address, latitude, longitude } = profile
  return {
    name: profile.name,
    ...omitEmpty('description', text(profile.description)),
    ...omitEmpty('contact', {
      ...omitEmpty('email', profile.email),
      ...omitEmpty('phone', profile.phone),
    }),
    address: {
      ...omitEmpty('street', address.street),
      ...omitEmpty('city', address.city),
      ...omitEmpty('postal_code', address.postalCode),
      country: address.country,
    },
    ...(latitude === null || longitude === null ? {} : { coordinates: { latitude, longitude } }),
    ...omitEmpty('branding', {
      ...omitEmpty('color', profile.brandColor),
      ...omitEmpty('logo', profile.logoUrl),
    }),
    ...omitEmpty('images', omitEmpty('cover', profile.coverUrl)),
    ...omitEmpty('social', {
      ...omitEmpty('instagram', profile.instagram),
      ...omitEmpty('facebook', profile.facebook),
      ...omitEmpty('website', profile.website),
    }),
  }
}

/** `notifications` is omitted where it is the default, which follows the email address. */
export function serializeSettings(
  settings: Settings,
  { email }: Pick<SalonProfile, 'email'>,
): Record<string, unknown> {
  const { ownerNotifications } = settings
  return {
    currency: settings.currency,
    timezone: settings.timezone,
    language: settings.mainLanguage,
    slot_interval: settings.slotIntervalMinutes,
    horizon_days: settings.horizonDays,
    notice_minutes: settings.noticeMinutes,
    cancellation_hours: settings.cancellationHours,
    ...(settings.rescheduleHours === null ? {} : { reschedule_hours: settings.rescheduleHours }),
    reschedule_limit: settings.rescheduleLimit,
    guest_bookings_per_address: settings.guestBookingsPerAddress,
    guest_bookings_per_domain: settings.guestBookingsPerDomain,
    assignment: settings.assignment,
    waitlist_offer_minutes: settings.waitlistOfferMinutes,
    online_page: settings.onlinePage,
    ...(ownerNotifications === defaultNotifications(email)
      ? {}
      : { notifications: ownerNotifications }),
    notes_in_owner_emails: settings.notesInOwnerEmails,
    calendar_names: settings.calendarNames,
    autocomplete_hours: settings.autocompleteHours ?? 'never',
    reminder_hours: settings.reminderHours ?? 'never',
    phone_required: settings.phoneRequired,
    confirm_by_hand: settings.confirmsByHand,
    points: settings.pointsEnabled,
    online_payments: settings.acceptsOnlinePayments,
    prepayment: settings.requiresPrepayment,
    refund_application_fee: settings.refundsApplicationFee,
  }
}

export function serializeLimits({ rates }: Salon): Record<string, unknown> {
  return Object.fromEntries(
    rateNames.flatMap((name) => (rates[name] === undefined ? [] : [[rateKeys[name], rates[name]]])),
  )
}

const rateKeys: Record<RateName, keyof NonNullable<SalonFileDocument['limits']>> = {
  publishablePerAddress: 'publishable_per_address',
  publishable: 'publishable',
  secret: 'secret',
  create: 'create',
  lookUp: 'look_up',
  intent: 'intent',
  auth: 'auth',
  webhookTest: 'webhook_test',
  secretPerKind: 'secret_per_kind',
}

import type { Sql } from '@silla/db'
import type { ChangeOptions } from './apply-salon.ts'
import { changeSalon, planChange } from './change-salon.ts'
import type { SalonPlan } from './plan.ts'
import { parseSalonDocument } from './salon-file/parse-salon-file.ts'
import type { SalonFileDocument } from './salon-file/schema.ts'

/** The fields that `businesses update` can set, with their keys in the salon file. */
export const businessFields = {
  name: ['name'],
  email: ['contact', 'email'],
  phone: ['contact', 'phone'],
  street: ['address', 'street'],
  city: ['address', 'city'],
  'postal-code': ['address', 'postal_code'],
  country: ['address', 'country'],
  'brand-color': ['branding', 'color'],
  logo: ['branding', 'logo'],
  cover: ['images', 'cover'],
  instagram: ['social', 'instagram'],
  facebook: ['social', 'facebook'],
  website: ['social', 'website'],
  timezone: ['settings', 'timezone'],
  language: ['settings', 'language'],
  'slot-interval': ['settings', 'slot_interval'],
  'horizon-days': ['settings', 'horizon_days'],
  'notice-minutes': ['settings', 'notice_minutes'],
  'cancellation-hours': ['settings', 'cancellation_hours'],
  'reschedule-hours': ['settings', 'reschedule_hours'],
  'reschedule-limit': ['settings', 'reschedule_limit'],
  'guest-bookings-per-address': ['settings', 'guest_bookings_per_address'],
  'guest-bookings-per-domain': ['settings', 'guest_bookings_per_domain'],
  assignment: ['settings', 'assignment'],
  'waitlist-offer-minutes': ['settings', 'waitlist_offer_minutes'],
  'online-page': ['settings', 'online_page'],
  notifications: ['settings', 'notifications'],
  'notes-in-owner-emails': ['settings', 'notes_in_owner_emails'],
  'calendar-names': ['settings', 'calendar_names'],
  'autocomplete-hours': ['settings', 'autocomplete_hours'],
  'reminder-hours': ['settings', 'reminder_hours'],
  'phone-required': ['settings', 'phone_required'],
  'confirm-by-hand': ['settings', 'confirm_by_hand'],
  points: ['settings', 'points'],
  'online-payments': ['settings', 'online_payments'],
  prepayment: ['settings', 'prepayment'],
  'refund-application-fee': ['settings', 'refund_application_fee'],
} as const

export type BusinessField = keyof typeof businessFields

/** Values as in the salon file; an empty string removes the field. */
export type BusinessUpdate = Partial<Record<BusinessField, string | number | boolean>>

/**
 * Returns what setting some fields of a business would change. Nothing is written.
 * @throws ProvisioningError BUSINESS_NOT_FOUND, NOT_VALID
 */
export function planUpdate(admin: Sql, slug: string, update: BusinessUpdate): Promise<SalonPlan> {
  return planChange(admin, slug, (document) => withUpdate(document, update))
}

/**
 * Sets some fields of a business. A change of the time zone is checked against upcoming bookings.
 * @throws ProvisioningError BUSINESS_NOT_FOUND, NOT_VALID, WOULD_STRAND_BOOKINGS
 */
export function updateBusiness(
  admin: Sql,
  slug: string,
  update: BusinessUpdate,
  options: ChangeOptions = {},
): Promise<SalonPlan> {
  const edit = (document: SalonFileDocument) => withUpdate(document, update)
  return changeSalon(admin, slug, edit, { ...options, action: 'businesses.update' })
}

function withUpdate(document: SalonFileDocument, update: BusinessUpdate) {
  const data: Record<string, unknown> & { salon: string } = { ...document }
  for (const [name, value] of Object.entries(update)) {
    const [section, key] = businessFields[name as BusinessField] as readonly [string, string?]
    if (key === undefined) data[section] = trimmed(value)
    else data[section] = withValue(data[section] as object | undefined, key, trimmed(value))
  }
  return parseSalonDocument(data)
}

const trimmed = (value: unknown) =>
  typeof value === 'string' ? value.trim().normalize('NFC') : value

function withValue(
  section: object | undefined,
  key: string,
  value: unknown,
): Record<string, unknown> {
  const kept = Object.entries(section ?? {}).filter(([name]) => name !== key)
  return Object.fromEntries(value === '' ? kept : [...kept, [key, value]])
}

import type { Sql } from '@silla/db'
import type { ApplyOptions } from './apply-salon.ts'
import { changeSalon, planChange } from './change-salon.ts'
import type { SalonPlan } from './plan.ts'
import { parseSalonDocument } from './salon-file/parse-salon-file.ts'
import type { SalonFileDocument } from './salon-file/schema.ts'

/**
 * Where in the salon file the single facts about a business stand, by the names they are set under.
 */
export const businessFields = {
  name: ['name'],
  email: ['contact', 'email'],
  phone: ['contact', 'phone'],
  street: ['address', 'street'],
  city: ['address', 'city'],
  'postal-code': ['address', 'postal_code'],
  country: ['address', 'country'],
  logo: ['images', 'logo'],
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
  'autocomplete-hours': ['settings', 'autocomplete_hours'],
  'reminder-hours': ['settings', 'reminder_hours'],
  'phone-required': ['settings', 'phone_required'],
  'confirm-by-hand': ['settings', 'confirm_by_hand'],
  points: ['settings', 'points'],
  'online-payments': ['settings', 'online_payments'],
  prepayment: ['settings', 'prepayment'],
} as const

export type BusinessField = keyof typeof businessFields

/** Facts as the salon file writes them; an empty text takes one out. */
export type BusinessUpdate = Partial<Record<BusinessField, string | number | boolean>>

/**
 * What setting some facts about a business would change; nothing is written.
 * @throws ProvisioningError BUSINESS_NOT_FOUND, NOT_VALID
 */
export function planUpdate(admin: Sql, slug: string, update: BusinessUpdate): Promise<SalonPlan> {
  return planChange(admin, slug, (written) => updated(written, update))
}

/**
 * Sets some facts about a business; another time zone is held to the bookings that are coming.
 * @throws ProvisioningError BUSINESS_NOT_FOUND, NOT_VALID, WOULD_STRAND_BOOKINGS
 */
export function updateBusiness(
  admin: Sql,
  slug: string,
  update: BusinessUpdate,
  options: ApplyOptions = {},
): Promise<SalonPlan> {
  const edit = (written: SalonFileDocument) => updated(written, update)
  return changeSalon(admin, slug, edit, { ...options, action: 'businesses.update' })
}

function updated(written: SalonFileDocument, update: BusinessUpdate) {
  const data: Record<string, unknown> & { salon: string } = { ...written }
  for (const [name, value] of Object.entries(update)) {
    const [part, word] = businessFields[name as BusinessField] as readonly [string, string?]
    if (word === undefined) data[part] = tidied(value)
    else data[part] = withWord(data[part] as object | undefined, word, tidied(value))
  }
  return parseSalonDocument(data)
}

const tidied = (value: unknown) =>
  typeof value === 'string' ? value.trim().normalize('NFC') : value

function withWord(part: object | undefined, word: string, value: unknown): Record<string, unknown> {
  const kept = Object.entries(part ?? {}).filter(([name]) => name !== word)
  return Object.fromEntries(value === '' ? kept : [...kept, [word, value]])
}

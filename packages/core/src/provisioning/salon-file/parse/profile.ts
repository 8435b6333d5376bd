import { isTimeZone } from '@silla/slots'
import type { Settings } from '../../../catalog/catalog.ts'
import { isPhoneCountry, parsePhone } from '../../../contact/phone.ts'
import type { CustomRates } from '../../../limits/rates.ts'
import type { SalonProfile } from '../../salon.ts'
import type { SalonFileDocument } from '../schema.ts'
import { type ParseContext, parseText } from './values.ts'

/** Who the salon is. What is not written is empty. */
export function parseProfile(written: SalonFileDocument, reading: ParseContext): SalonProfile {
  const { contact, address, coordinates, images, social } = written
  return {
    name: written.name,
    description: parseText(written.description, reading),
    email: readEmail(contact?.email, reading),
    phone: readSalonPhone(contact?.phone, address.country, reading),
    address: {
      street: address.street ?? '',
      city: address.city ?? '',
      postalCode: address.postal_code ?? '',
      country: address.country,
    },
    latitude: coordinates?.latitude ?? null,
    longitude: coordinates?.longitude ?? null,
    logoUrl: images?.logo ?? '',
    coverUrl: images?.cover ?? '',
    instagram: social?.instagram ?? '',
    facebook: social?.facebook ?? '',
    website: social?.website ?? '',
  }
}

/** The rules the salon books by; what is not written has the default of docs/salon-file.md. */
export function parseSettings({ settings }: SalonFileDocument, reading: ParseContext): Settings {
  if (!isTimeZone(settings.timezone)) {
    reading.addProblem(
      ['settings', 'timezone'],
      `no time zone is called ${settings.timezone}; one is Europe/Madrid`,
    )
  }
  return {
    currency: settings.currency,
    timezone: settings.timezone,
    mainLanguage: settings.language,
    acceptsOnlinePayments: settings.online_payments ?? false,
    requiresPrepayment: settings.prepayment ?? false,
    confirmsByHand: settings.confirm_by_hand ?? false,
    cancellationHours: settings.cancellation_hours ?? 24,
    pointsEnabled: settings.points ?? false,
    phoneRequired: settings.phone_required ?? false,
    slotIntervalMinutes: settings.slot_interval ?? 15,
    horizonDays: settings.horizon_days ?? 90,
    noticeMinutes: settings.notice_minutes ?? 0,
    autocompleteHours: hoursOrNever(settings.autocomplete_hours),
    reminderHours: hoursOrNever(settings.reminder_hours),
  }
}

const hoursOrNever = (written: number | 'never' | undefined) =>
  written === 'never' ? null : (written ?? 24)

function readEmail(written: string | undefined, reading: ParseContext): string {
  if (written !== undefined && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(written)) {
    reading.addProblem(['contact', 'email'], `${written} is not an e-mail address`)
  }
  return written ?? ''
}

function readSalonPhone(
  written: string | undefined,
  country: string,
  reading: ParseContext,
): string {
  if (!isPhoneCountry(country)) {
    reading.addProblem(['address', 'country'], `no country has the code ${country}`)
    return ''
  }
  if (written === undefined) return ''
  const phone = parsePhone(written, country)
  if (phone !== null) return phone
  reading.addProblem(
    ['contact', 'phone'],
    `${written} is not a phone number; abroad it starts with + and the country's number`,
  )
  return ''
}

/**
 * How often a minute the salon's keys may ask, where it is not the usual; what is not written is
 * the usual.
 */
export function parseLimits({ limits = {} }: SalonFileDocument): CustomRates {
  const rates: { [Name in keyof CustomRates]: number | undefined } = {
    publishablePerAddress: limits.publishable_per_address,
    publishable: limits.publishable,
    secret: limits.secret,
    create: limits.create,
    lookUp: limits.look_up,
    intent: limits.intent,
    auth: limits.auth,
    secretPerKind: limits.secret_per_kind,
  }
  return Object.fromEntries(Object.entries(rates).filter(([, rate]) => rate !== undefined))
}

import { isTimeZone } from '@silla/slots'
import {
  contrastRatio,
  leastFillContrast,
  lightBackground,
  withContrast,
} from '../../../branding/brand-colors.ts'
import type { Settings } from '../../../catalog/catalog.ts'
import { isPhoneCountry, parsePhone } from '../../../contact/phone.ts'
import type { CustomRates } from '../../../limits/rates.ts'
import type { SalonProfile } from '../../salon.ts'
import { defaultNotifications } from '../notifications.ts'
import type { SalonFileDocument } from '../schema.ts'
import { type ParseContext, parseText } from './values.ts'

/** Omitted keys are empty. */
export function parseProfile(input: SalonFileDocument, context: ParseContext): SalonProfile {
  const { contact, address, coordinates, branding, images, social } = input
  return {
    name: input.name,
    description: parseText(input.description, context),
    email: parseEmail(contact?.email, context),
    phone: parseSalonPhone(contact?.phone, address.country, context),
    address: {
      street: address.street ?? '',
      city: address.city ?? '',
      postalCode: address.postal_code ?? '',
      country: address.country,
    },
    latitude: coordinates?.latitude ?? null,
    longitude: coordinates?.longitude ?? null,
    logoUrl: branding?.logo ?? '',
    brandColor: parseBrandColor(branding?.color, context),
    coverUrl: images?.cover ?? '',
    instagram: social?.instagram ?? '',
    facebook: social?.facebook ?? '',
    website: social?.website ?? '',
  }
}

/** Omitted keys have the defaults of docs/salon-file.md. */
export function parseSettings(
  { settings, contact }: SalonFileDocument,
  context: ParseContext,
): Settings {
  if (!isTimeZone(settings.timezone)) {
    context.addProblem(
      ['settings', 'timezone'],
      `unknown time zone ${settings.timezone}: use a name such as Europe/Madrid`,
    )
  }
  return {
    currency: settings.currency,
    timezone: settings.timezone,
    mainLanguage: settings.language,
    acceptsOnlinePayments: settings.online_payments ?? false,
    requiresPrepayment: settings.prepayment ?? false,
    confirmsByHand: settings.confirm_by_hand ?? false,
    refundsApplicationFee: settings.refund_application_fee ?? false,
    cancellationHours: settings.cancellation_hours ?? 24,
    pointsEnabled: settings.points ?? false,
    phoneRequired: settings.phone_required ?? false,
    slotIntervalMinutes: settings.slot_interval ?? 15,
    horizonDays: settings.horizon_days ?? 90,
    noticeMinutes: settings.notice_minutes ?? 0,
    autocompleteHours: hoursOrNever(settings.autocomplete_hours),
    reminderHours: hoursOrNever(settings.reminder_hours),
    assignment: settings.assignment ?? 'balanced',
    rescheduleHours: settings.reschedule_hours ?? null,
    rescheduleLimit: settings.reschedule_limit ?? 5,
    guestBookingsPerAddress: settings.guest_bookings_per_address ?? 20,
    guestBookingsPerDomain: settings.guest_bookings_per_domain ?? 20,
    waitlistOfferMinutes: settings.waitlist_offer_minutes ?? 15,
    onlinePage: settings.online_page ?? false,
    ownerNotifications: parseNotifications(settings.notifications, contact?.email, context),
    notesInOwnerEmails: settings.notes_in_owner_emails ?? true,
    calendarNames: settings.calendar_names ?? 'initials',
  }
}

const hoursOrNever = (input: number | 'never' | undefined) =>
  input === 'never' ? null : (input ?? 24)

/** Without an address no email can be sent. */
function parseNotifications(
  input: Settings['ownerNotifications'] | undefined,
  email: string | undefined,
  context: ParseContext,
): Settings['ownerNotifications'] {
  if (email === undefined && input !== undefined && input !== 'none') {
    context.addProblem(['settings', 'notifications'], `${input} needs contact.email`)
  }
  return input ?? defaultNotifications(email ?? '')
}

/** Also refuses a colour that cannot be seen on the white of a page. */
function parseBrandColor(input: string | undefined, context: ParseContext): string | null {
  if (input === undefined) return null
  const color = input.toLowerCase()
  const ratio = contrastRatio(color, lightBackground)
  if (ratio < leastFillContrast) {
    const darker = withContrast(color, lightBackground, leastFillContrast)
    context.addProblem(
      ['branding', 'color'],
      `${input} has a contrast of ${ratioText(ratio)} on white, and buttons need at least ` +
        `${leastFillContrast}:1 to be seen: ${darker} is a darker one that has it`,
    )
  }
  return color
}

/** Rounded down: 2.999 is not 3. */
const ratioText = (ratio: number) => `${Math.floor(ratio * 100) / 100}:1`

function parseEmail(input: string | undefined, context: ParseContext): string {
  if (input !== undefined && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(input)) {
    context.addProblem(['contact', 'email'], `${input} is not a valid email address`)
  }
  return input ?? ''
}

function parseSalonPhone(
  input: string | undefined,
  country: string,
  context: ParseContext,
): string {
  if (!isPhoneCountry(country)) {
    context.addProblem(['address', 'country'], `unknown country code ${country}`)
    return ''
  }
  if (input === undefined) return ''
  const phone = parsePhone(input, country)
  if (phone !== null) return phone
  context.addProblem(
    ['contact', 'phone'],
    `${input} is not a valid phone number: ` +
      'a number of another country starts with + and its country code',
  )
  return ''
}

/** The custom rate limits per minute. Omitted limits have the default. */
export function parseLimits({ limits = {} }: SalonFileDocument): CustomRates {
  const rates: { [Name in keyof CustomRates]: number | undefined } = {
    publishablePerAddress: limits.publishable_per_address,
    publishable: limits.publishable,
    secret: limits.secret,
    create: limits.create,
    lookUp: limits.look_up,
    intent: limits.intent,
    auth: limits.auth,
    webhookTest: limits.webhook_test,
    secretPerKind: limits.secret_per_kind,
  }
  return Object.fromEntries(Object.entries(rates).filter(([, rate]) => rate !== undefined))
}

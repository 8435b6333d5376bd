import { profileFields, settingsFields } from '@silla/db'
import { isTimeZone } from '@silla/slots'
import {
  contrastRatio,
  leastFillContrast,
  lightBackground,
  withContrast,
} from '../../../branding/brand-colors.ts'
import type { Settings } from '../../../catalog/catalog.ts'
import { isPhoneCountry, parsePhone } from '../../../contact/phone.ts'
import { type CustomRates, rateNames } from '../../../limits/rates.ts'
import { parseFields } from '../../fields.ts'
import type { SalonProfile } from '../../salon.ts'
import { defaultNotifications } from '../notifications.ts'
import { rateKeys } from '../rate-keys.ts'
import type { SalonFileDocument } from '../schema.ts'
import type { ParseContext } from './values.ts'

/** Omitted keys are empty. */
export function parseProfile(input: SalonFileDocument, context: ParseContext): SalonProfile {
  const { contact, address, branding } = input
  const own = {
    email: parseEmail(contact?.email, context),
    phone: parseSalonPhone(contact?.phone, address.country, context),
    brandColor: parseBrandColor(branding?.color, context),
  }
  return parseFields(profileFields, input, own, [], context)
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
  const own = {
    ownerNotifications: parseNotifications(settings.notifications, contact?.email, context),
  }
  const parsed = parseFields(settingsFields, settings, own, ['settings'], context)
  checkTiers(parsed, context)
  return parsed
}

/** Nobody can cancel so late. */
function checkTiers({ refundTiers, cancellationHours }: Settings, context: ParseContext): void {
  for (const { hours } of refundTiers) {
    if (hours >= cancellationHours) continue
    context.addProblem(
      ['settings', 'refund_tiers'],
      `customers can cancel until ${cancellationHours} h before the start, so that nobody gets to ` +
        `the tier of ${hours} h`,
    )
  }
}

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
  return Object.fromEntries(
    rateNames.flatMap((name) => {
      const rate = limits[rateKeys[name]]
      return rate === undefined ? [] : [[name, rate]]
    }),
  )
}

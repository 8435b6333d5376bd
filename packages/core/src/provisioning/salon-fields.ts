import { formatAmount } from '@silla/money'
import { formatDate, formatSpan, type LocalSpan } from '@silla/slots'
import type { OpeningDay, ScheduleException, Settings, Translated } from '../catalog/catalog.ts'
import { phaseTexts } from '../catalog/phases.ts'
import type { CustomRates } from '../limits/rates.ts'
import {
  type Salon,
  type SalonCategory,
  type SalonPackage,
  type SalonProfessional,
  type SalonProfile,
  type SalonResourceType,
  weekdays,
} from './salon.ts'

/** The values of something as text, by the field names that a plan shows; '' for no value. */
export type Fields = Record<string, string>

export function profileFields(profile: SalonProfile): Fields {
  return {
    name: profile.name,
    ...textFields('description', profile.description),
    'e-mail': profile.email,
    phone: profile.phone,
    street: profile.address.street,
    city: profile.address.city,
    'postal code': profile.address.postalCode,
    country: profile.address.country,
    latitude: String(profile.latitude ?? ''),
    longitude: String(profile.longitude ?? ''),
    logo: profile.logoUrl,
    'brand color': profile.brandColor ?? '',
    cover: profile.coverUrl,
    instagram: profile.instagram,
    facebook: profile.facebook,
    website: profile.website,
  }
}

export function settingsFields(settings: Settings): Fields {
  return {
    currency: settings.currency,
    'time zone': settings.timezone,
    language: settings.mainLanguage,
    'online payments': yesOrNo(settings.acceptsOnlinePayments),
    prepayment: yesOrNo(settings.requiresPrepayment),
    'confirmation by hand': yesOrNo(settings.confirmsByHand),
    'fee refunded': yesOrNo(settings.refundsApplicationFee),
    'cancellation hours': String(settings.cancellationHours),
    points: yesOrNo(settings.pointsEnabled),
    'phone required': yesOrNo(settings.phoneRequired),
    'slot interval': `${settings.slotIntervalMinutes} min`,
    horizon: `${settings.horizonDays} days`,
    notice: `${settings.noticeMinutes} min`,
    'done after': hoursOrNever(settings.autocompleteHours),
    'reminder before': hoursOrNever(settings.reminderHours),
    assignment: settings.assignment,
    'reschedule hours': settings.rescheduleHours === null ? '' : String(settings.rescheduleHours),
    'reschedule limit': String(settings.rescheduleLimit),
    'guests per address': String(settings.guestBookingsPerAddress),
    'guests per domain': String(settings.guestBookingsPerDomain),
    'waitlist offer': `${settings.waitlistOfferMinutes} min`,
    'online page': yesOrNo(settings.onlinePage),
    notifications: settings.ownerNotifications,
    'notes in emails': yesOrNo(settings.notesInOwnerEmails),
    'calendar names': settings.calendarNames,
  }
}

export const rateFields = (rates: CustomRates): Fields =>
  Object.fromEntries(Object.entries(rates).map(([name, rate]) => [name, `${rate} per minute`]))

export function hoursFields(openings: readonly OpeningDay[]): Fields {
  return Object.fromEntries(
    openings.map((opening) => [weekdays[opening.weekday - 1], openingText(opening)]),
  )
}

function openingText({
  opensMinute,
  closesMinute,
  breakStartMinute,
  breakEndMinute,
}: OpeningDay): string {
  if (opensMinute === null || closesMinute === null) return 'closed'
  const open = formatSpan({ startMinute: opensMinute, endMinute: closesMinute })
  if (breakStartMinute === null || breakEndMinute === null) return open
  const breakSpan = formatSpan({ startMinute: breakStartMinute, endMinute: breakEndMinute })
  return `${open}, break ${breakSpan}`
}

export function closingFields(closings: Salon['closings']): Map<string, Fields> {
  return new Map(
    closings.map(({ day, fromMinute, toMinute, reason }) => {
      const part =
        fromMinute === null || toMinute === null
          ? ''
          : ` ${formatSpan({ startMinute: fromMinute, endMinute: toMinute })}`
      return [`${formatDate(day)}${part}`, textFields('reason', reason)]
    }),
  )
}

export function categoryFields(category: SalonCategory): Fields {
  return {
    kind: category.kind,
    ...textFields('name', category.name),
    ...textFields('description', category.description),
    image: category.imageUrl,
  }
}

export function resourceTypeFields(type: SalonResourceType): Fields {
  return { ...textFields('name', type.name), count: String(type.count) }
}

export function packageFields(pointsPackage: SalonPackage): Fields {
  return {
    ...textFields('name', pointsPackage.name),
    points: String(pointsPackage.points),
    price: formatAmount(pointsPackage.priceCents),
  }
}

export function professionalFields(professional: SalonProfessional): Fields {
  const fields: Fields = {
    name: professional.name,
    ...textFields('title', professional.title),
    ...textFields('bio', professional.bio),
    image: professional.imageUrl,
    gallery: professional.galleryUrls.join(' '),
  }
  for (const [index, text] of professional.specialties.entries()) {
    Object.assign(fields, textFields(`specialty ${index + 1}`, text))
  }
  for (const handle of professional.serviceHandles) fields[`service ${handle}`] = 'offered'
  for (const { serviceHandle, ...terms } of professional.ownTerms)
    fields[`service ${serviceHandle}`] = ownTermsText(terms)
  for (const [index, name] of weekdays.entries()) {
    fields[name] = spansText(professional.shifts.filter(({ weekday }) => weekday === index + 1))
  }
  for (const exception of professional.exceptions) Object.assign(fields, exceptionFields(exception))
  return fields
}

function ownTermsText({
  durationMinutes,
  phases,
  priceCents,
}: Omit<SalonProfessional['ownTerms'][number], 'serviceHandle'>): string {
  return [
    ...(durationMinutes === null ? [] : [`${durationMinutes} min`]),
    ...(phases === null ? [] : [`(${phaseTexts(phases).join(', ')})`]),
    ...(priceCents === null ? [] : [`for ${formatAmount(priceCents)}`]),
  ].join(' ')
}

function exceptionFields({ day, works, shifts, reason }: ScheduleException): Fields {
  const name = formatDate(day)
  return { [name]: works ? spansText(shifts) : 'off', ...textFields(`${name} reason`, reason) }
}

function textFields(field: string, text: Translated): Fields {
  return Object.fromEntries(
    Object.entries(text).map(([language, value]) => [`${field} (${language})`, value]),
  )
}

function spansText(spans: readonly LocalSpan[]): string {
  return spans.map(formatSpan).join(', ')
}

function yesOrNo(value: boolean): string {
  return value ? 'yes' : 'no'
}

function hoursOrNever(hours: number | null): string {
  return hours === null ? 'never' : `${hours} h`
}

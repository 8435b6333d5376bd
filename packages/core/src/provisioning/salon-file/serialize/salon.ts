import { formatSpan } from '@silla/slots'
import type { OpeningDay } from '../../../catalog/catalog.ts'
import { type Salon, type SalonProfessional, weekdayName, weekdays } from '../../salon.ts'
import type { SalonFileDocument } from '../schema.ts'
import {
  serializeCategory,
  serializePackage,
  serializeProduct,
  serializeService,
} from './catalog.ts'
import { serializeLimits, serializeProfile, serializeSettings } from './profile.ts'
import { omitEmpty, type SerializeText, serializeDays, textIn, toHandleMap } from './values.ts'

/**
 * A salon in the words of its file: read again, it is the same salon. What has its usual value is
 * left out, but for the settings, which are told whole. Days are dates; a demo's keys and visits
 * are no part of it.
 * @param options.plainTexts whether what is told in the main language alone is written without
 *   naming it
 */
export function serializeSalon(
  salon: Salon,
  { plainTexts } = { plainTexts: true },
): SalonFileDocument {
  const { settings, profile } = salon
  const text = textIn(plainTexts ? settings.mainLanguage : null)
  return {
    salon: salon.slug,
    mode: salon.mode,
    ...serializeProfile(profile, text),
    settings: serializeSettings(settings),
    ...omitEmpty('limits', serializeLimits(salon)),
    hours: Object.fromEntries(
      salon.openings.map((day) => [weekdayName(day.weekday), writtenOpening(day)]),
    ),
    ...omitEmpty(
      'closings',
      serializeDays(salon.closings, ({ reason, fromMinute, toMinute }) => ({
        ...(fromMinute === null || toMinute === null
          ? {}
          : { time: formatSpan({ startMinute: fromMinute, endMinute: toMinute }) }),
        ...omitEmpty('reason', text(reason)),
      })),
    ),
    ...omitEmpty('categories', toHandleMap(salon.categories, serializeCategory(text))),
    ...omitEmpty('services', toHandleMap(salon.services, serializeService(text))),
    ...omitEmpty(
      'professionals',
      toHandleMap(salon.professionals, serializeProfessionals(salon, text)),
    ),
    ...omitEmpty('products', toHandleMap(salon.products, serializeProduct(text))),
    ...omitEmpty('points_packages', toHandleMap(salon.pointsPackages, serializePackage(text))),
  } as SalonFileDocument
}

function writtenOpening({
  opensMinute,
  closesMinute,
  breakStartMinute,
  breakEndMinute,
}: OpeningDay): unknown {
  if (opensMinute === null || closesMinute === null) return 'closed'
  const open = formatSpan({ startMinute: opensMinute, endMinute: closesMinute })
  if (breakStartMinute === null || breakEndMinute === null) return open
  return { open, break: formatSpan({ startMinute: breakStartMinute, endMinute: breakEndMinute }) }
}

/** Whoever offers every service offers `all`, those that are still to come included. */
const serializeProfessionals =
  (salon: Salon, text: SerializeText) => (professional: SalonProfessional) => {
    const { serviceHandles, shifts, exceptions } = professional
    return {
      name: professional.name,
      ...omitEmpty('title', text(professional.title)),
      ...omitEmpty('bio', text(professional.bio)),
      ...omitEmpty(
        'specialties',
        professional.specialties.map((specialty) => text(specialty)),
      ),
      ...omitEmpty('image', professional.imageUrl),
      ...omitEmpty('gallery', professional.galleryUrls),
      services: serviceHandles.length === salon.services.length ? 'all' : serviceHandles,
      ...omitEmpty('shifts', writtenShifts(shifts)),
      ...omitEmpty(
        'exceptions',
        serializeDays(exceptions, ({ works, shifts, reason }) => ({
          ...(works ? { works: shifts.map(formatSpan).join(', ') } : {}),
          ...omitEmpty('reason', text(reason)),
        })),
      ),
    }
  }

function writtenShifts(shifts: SalonProfessional['shifts']): Record<string, unknown> {
  return Object.fromEntries(
    weekdays.flatMap((name, index) => {
      const spans = shifts.filter(({ weekday }) => weekday === index + 1).map(formatSpan)
      return spans.length === 0 ? [] : [[name, spans.join(', ')]]
    }),
  )
}

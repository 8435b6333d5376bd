import { professionalFields } from '@silla/db'
import { toMajor } from '@silla/money'
import { formatSpan } from '@silla/slots'
import type { OpeningDay } from '../../../catalog/catalog.ts'
import { phaseTexts } from '../../../catalog/phases.ts'
import { serializeFields } from '../../fields.ts'
import {
  type Salon,
  type SalonProfessional,
  type WeekdayName,
  weekdayName,
  weekdays,
} from '../../salon.ts'
import type { SalonFileDocument } from '../schema.ts'
import {
  serializeCategory,
  serializePackage,
  serializeProduct,
  serializeResource,
  serializeService,
} from './catalog.ts'
import { serializeLimits, serializeProfile, serializeSettings } from './profile.ts'
import { omitEmpty, type SerializeText, serializeDays, textIn, toHandleMap } from './values.ts'

/**
 * Serializes a salon in the format of the salon file; parsing the result gives the same salon.
 * Default values are omitted, except in the settings. Days are dates. The keys and sample data of a
 * demo salon are not included.
 * @param options.plainTexts writes a text as a plain string if it exists only in the main language
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
    settings: serializeSettings(settings, profile, text),
    ...omitEmpty('limits', serializeLimits(salon)),
    hours: serializeOpenings(salon.openings),
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
    ...omitEmpty('resources', toHandleMap(salon.resourceTypes, serializeResource(text))),
    ...omitEmpty('services', toHandleMap(salon.services, serializeService(text))),
    ...omitEmpty(
      'professionals',
      toHandleMap(salon.professionals, serializeProfessional(salon, text)),
    ),
    ...omitEmpty('products', toHandleMap(salon.products, serializeProduct(text))),
    ...omitEmpty('points_packages', toHandleMap(salon.pointsPackages, serializePackage(text))),
  } as SalonFileDocument
}

export function serializeOpenings(openings: readonly OpeningDay[]): SalonFileDocument['hours'] {
  return Object.fromEntries(
    openings.map((day) => [weekdayName(day.weekday), serializeOpening(day)]),
  )
}

function serializeOpening({
  opensMinute,
  closesMinute,
  breakStartMinute,
  breakEndMinute,
}: OpeningDay) {
  if (opensMinute === null || closesMinute === null) return 'closed'
  const open = formatSpan({ startMinute: opensMinute, endMinute: closesMinute })
  if (breakStartMinute === null || breakEndMinute === null) return open
  return { open, break: formatSpan({ startMinute: breakStartMinute, endMinute: breakEndMinute }) }
}

const serializeProfessional =
  (salon: Salon, text: SerializeText) => (professional: SalonProfessional) => {
    const { shifts, exceptions } = professional
    return {
      ...serializeFields(professionalFields, professional, text),
      services: serializeOffered(professional, salon),
      ...omitEmpty('shifts', serializeShifts(shifts)),
      ...omitEmpty(
        'exceptions',
        serializeDays(exceptions, ({ works, shifts, reason }) => ({
          ...(works ? { works: shifts.map(formatSpan).join(', ') } : {}),
          ...omitEmpty('reason', text(reason)),
        })),
      ),
    }
  }

/** A professional who offers every service has `all`, which includes services added later. */
function serializeOffered({ serviceHandles, ownTerms }: SalonProfessional, { services }: Salon) {
  if (ownTerms.length === 0)
    return serviceHandles.length === services.length ? 'all' : serviceHandles
  const own = new Map(ownTerms.map(({ serviceHandle, ...terms }) => [serviceHandle, terms]))
  return Object.fromEntries(
    serviceHandles.map((handle) => {
      const terms = own.get(handle)
      return [handle, terms === undefined ? {} : serializeOwnTerms(terms)]
    }),
  )
}

/** What differs from the service. */
export const serializeOwnTerms = ({
  durationMinutes,
  phases,
  priceCents,
}: Omit<SalonProfessional['ownTerms'][number], 'serviceHandle'>) => ({
  ...(durationMinutes === null ? {} : { duration: durationMinutes }),
  ...(phases === null ? {} : { phases: phaseTexts(phases) }),
  ...(priceCents === null ? {} : { price: toMajor(priceCents) }),
})

export function serializeShifts(
  shifts: readonly SalonProfessional['shifts'][number][],
): Partial<Record<WeekdayName, string>> {
  return Object.fromEntries(
    weekdays.flatMap((name, index) => {
      const spans = shifts.filter(({ weekday }) => weekday === index + 1).map(formatSpan)
      return spans.length === 0 ? [] : [[name, spans.join(', ')]]
    }),
  )
}

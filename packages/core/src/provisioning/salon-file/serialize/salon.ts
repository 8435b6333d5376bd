import { formatSpan } from '@silla/slots'
import type { OpeningDay } from '../../../catalog/catalog.ts'
import type { Salon } from '../../salon.ts'
import type { WrittenSalon } from '../schema.ts'
import { weekdayName } from '../weekdays.ts'
import { writtenDays } from './days.ts'
import { writtenTeam } from './professionals.ts'
import { writtenLimits, writtenProfile, writtenSettings } from './profile.ts'
import { writtenCategory, writtenPackage, writtenProduct, writtenService } from './services.ts'
import { byHandle, some, textIn } from './values.ts'

/**
 * A salon in the words of its file: read again, it is the same salon. What has its usual value is left out, but for the settings,
 * which are told whole. Days are dates; a demo's keys and visits are no part of it.
 * @param options.plainTexts whether what is told in the main language alone is written without naming it
 */
export function writtenSalon(salon: Salon, { plainTexts } = { plainTexts: true }): WrittenSalon {
  const { settings, profile } = salon
  const text = textIn(plainTexts ? settings.mainLanguage : null)
  return {
    salon: salon.slug,
    mode: salon.mode,
    ...writtenProfile(profile, text),
    settings: writtenSettings(settings),
    ...some('limits', writtenLimits(salon)),
    hours: Object.fromEntries(salon.openings.map((day) => [weekdayName(day.weekday), writtenOpening(day)])),
    ...some(
      'closings',
      writtenDays(salon.closings, ({ reason, fromMinute, toMinute }) => ({
        ...(fromMinute === null || toMinute === null
          ? {}
          : { time: formatSpan({ startMinute: fromMinute, endMinute: toMinute }) }),
        ...some('reason', text(reason)),
      })),
    ),
    ...some('categories', byHandle(salon.categories, writtenCategory(text))),
    ...some('services', byHandle(salon.services, writtenService(text))),
    ...some('professionals', byHandle(salon.professionals, writtenTeam(salon, text))),
    ...some('products', byHandle(salon.products, writtenProduct(text))),
    ...some('points_packages', byHandle(salon.pointsPackages, writtenPackage(text))),
  } as WrittenSalon
}

function writtenOpening({ opensMinute, closesMinute, breakStartMinute, breakEndMinute }: OpeningDay): unknown {
  if (opensMinute === null || closesMinute === null) return 'closed'
  const open = formatSpan({ startMinute: opensMinute, endMinute: closesMinute })
  if (breakStartMinute === null || breakEndMinute === null) return open
  return { open, break: formatSpan({ startMinute: breakStartMinute, endMinute: breakEndMinute }) }
}

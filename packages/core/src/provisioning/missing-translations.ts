import type { Sql } from '@silla/db'
import { type Language, languages } from '@silla/locale'
import { type EpochDay, formatDate, wallClock } from '@silla/slots'
import type { Translated } from '../catalog/catalog.ts'
import { type Clock, systemClock } from '../clock.ts'
import { readSalon } from './read-salon.ts'
import type { Salon } from './salon.ts'

/** A text that exists in one language and not in others. */
export interface MissingTranslation {
  /** `services`, `profile`, ... */
  area: string
  /** The handle, or the date of a closing; empty for the profile. */
  name: string
  field: string
  missing: Language[]
  /** The text in the main language, or else in one that it has. */
  text: string
}

/**
 * Lists the texts of a salon that lack a language. Past closings are skipped.
 * @param requested empty: every language in which the salon has any text
 * @throws ProvisioningError BUSINESS_NOT_FOUND
 */
export async function missingTranslations(
  admin: Sql,
  slug: string,
  requested: readonly Language[],
  clock: Clock = systemClock,
): Promise<{ languages: Language[]; missing: MissingTranslation[] }> {
  const salon = await readSalon(admin, slug)
  const { day: today } = wallClock(clock.now(), salon.settings.timezone)
  const texts = [...textsOf(salon, today)].filter(({ text }) =>
    languages.some((language) => text[language]),
  )
  const checked = languages.filter((language) =>
    requested.length > 0 ? requested.includes(language) : texts.some(({ text }) => text[language]),
  )
  const missing = texts.flatMap(({ area, name, field, text }) => {
    const without = checked.filter((language) => !text[language])
    const sample = text[salon.settings.mainLanguage] ?? Object.values(text)[0] ?? ''
    return without.length === 0 ? [] : [{ area, name, field, missing: without, text: sample }]
  })
  return { languages: checked, missing }
}

interface SalonText {
  area: string
  name: string
  field: string
  text: Translated
}

function* textsOf(salon: Salon, today: EpochDay): Generator<SalonText> {
  yield { area: 'profile', name: '', field: 'description', text: salon.profile.description }
  for (const area of ['categories', 'services', 'products'] as const) {
    for (const { handle, name, description } of salon[area]) {
      yield { area, name: handle, field: 'name', text: name }
      yield { area, name: handle, field: 'description', text: description }
    }
  }
  for (const { handle, name } of salon.resourceTypes) {
    yield { area: 'resources', name: handle, field: 'name', text: name }
  }
  for (const { handle, name } of salon.pointsPackages) {
    yield { area: 'points packages', name: handle, field: 'name', text: name }
  }
  for (const { handle, title, bio, specialties } of salon.professionals) {
    yield { area: 'professionals', name: handle, field: 'title', text: title }
    yield { area: 'professionals', name: handle, field: 'bio', text: bio }
    for (const [index, text] of specialties.entries()) {
      yield { area: 'professionals', name: handle, field: `specialty ${index + 1}`, text }
    }
  }
  for (const { day, reason } of salon.closings) {
    if (day >= today)
      yield { area: 'closings', name: formatDate(day), field: 'reason', text: reason }
  }
}

import {
  type catalogQueries,
  categoryFields,
  type Field,
  type FieldType,
  type ProfessionalFields,
  packageFields,
  productFields,
  professionalFields,
  profileFields,
  resourceTypeFields,
  serviceFields,
} from '@silla/db'
import { languages } from '@silla/locale'
import type {
  OpeningDay,
  Professional,
  ProfileFields,
  ScheduleException,
  Translated,
} from './catalog.ts'

// What the rows of the catalogue do not have in the form in which it is used: texts in the order of
// the languages, a row for each weekday, the schedule of each professional.

/**
 * Rows with their texts in the order of the languages: jsonb does not keep the order of keys, and
 * where a language is missing the first one is shown.
 */
export const ordered = {
  profile: orderedTexts(profileFields),
  category: orderedTexts(categoryFields),
  resourceType: orderedTexts(resourceTypeFields),
  service: orderedTexts(serviceFields),
  professional: orderedTexts(professionalFields),
  product: orderedTexts(productFields),
  pointsPackage: orderedTexts(packageFields),
}

function orderedTexts(fields: object) {
  const ofType = (wanted: FieldType) =>
    Object.entries(fields as Record<string, Field>).flatMap(([name, { type }]) =>
      type === wanted ? [name] : [],
    )
  const texts = ofType('text')
  const lists = ofType('texts')
  return <Row extends object>(row: Row): Row => {
    const result = { ...row } as Record<string, unknown>
    for (const name of texts) result[name] = orderedText(result[name] as Translated)
    for (const name of lists) result[name] = (result[name] as Translated[]).map(orderedText)
    return result as Row
  }
}

export function orderedText(text: Translated): Translated {
  const inOrder: Translated = {}
  for (const language of languages)
    if (text[language] !== undefined) inOrder[language] = text[language]
  return inOrder
}

/** The row of a business, with its address as a part of its own. */
export function businessFrom<Row extends ProfileFields>(row: Row) {
  const { street, city, postalCode, country, ...rest } = ordered.profile(row)
  return { ...rest, address: { street, city, postalCode, country } }
}

/** A weekday without a row is closed. */
export function weekFrom(rows: readonly OpeningDay[]): OpeningDay[] {
  const byWeekday = new Map(rows.map((row) => [row.weekday, row]))
  return [1, 2, 3, 4, 5, 6, 7].map((weekday) => byWeekday.get(weekday) ?? { ...closed, weekday })
}

const closed = {
  opensMinute: null,
  closesMinute: null,
  breakStartMinute: null,
  breakEndMinute: null,
}

/**
 * Adds their schedule to the row of a professional.
 *
 * @param shifts of all professionals, in order; the same holds for exceptions
 */
export function schedules(
  shifts: readonly catalogQueries.Shift[],
  exceptions: readonly catalogQueries.ScheduleExceptionRow[],
): <Row extends ProfessionalFields>(row: Row) => Row & Pick<Professional, 'shifts' | 'exceptions'> {
  const shiftsOf = Map.groupBy(shifts, ({ professionalId }) => professionalId)
  const exceptionsOf = Map.groupBy(exceptions, ({ professionalId }) => professionalId)
  return (row) => ({
    ...ordered.professional(row),
    shifts: (shiftsOf.get(row.id) ?? []).map(({ professionalId, ...shift }) => shift),
    exceptions: (exceptionsOf.get(row.id) ?? []).map(exceptionFrom),
  })
}

const exceptionFrom = (row: catalogQueries.ScheduleExceptionRow): ScheduleException => ({
  day: row.day,
  reason: orderedText(row.reason),
  works: row.startMinutes.length > 0,
  shifts: row.startMinutes.map((startMinute, index) => ({
    startMinute,
    endMinute: row.endMinutes[index] as number,
  })),
})

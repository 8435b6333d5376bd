import type { Translated } from '@silla/core'
import { closestMatch, normalize } from '@silla/core/text'
import { languages } from '@silla/locale'
import { type EpochDay, parseDate } from '@silla/slots'
import Holidays, { type HolidaysTypes } from 'date-holidays'
import { UsageError } from '../errors/report-error.ts'
import { suggestion } from '../errors/suggestion.ts'
import { isOfficialHoliday } from './official-holidays.ts'

export interface PublicHoliday {
  day: EpochDay
  /** `14:00-24:00` if the holiday begins during the day; null: the whole day. */
  time: string | null
  /** Its names in the languages; a plain text if it has a name in none of them. */
  reason: string | Translated
  /** It is in the official calendar of the place; otherwise somebody has to compare it. */
  official: boolean
}

/**
 * The public holidays of a country and region, sorted by day. A day appears once.
 *
 * @param where.country ES
 * @param where.region MD, or BY.A for a subregion; null: national holidays only
 * @throws UsageError for an unknown country or region, with the known ones
 */
export function publicHolidays(where: {
  country: string
  region: string | null
  years: readonly number[]
}): PublicHoliday[] {
  const country = where.country.toUpperCase()
  const region = where.region?.toUpperCase() ?? null
  const place = placeOf(country, region)
  const calendar = new Holidays(place)
  const [ownLanguage] = calendar.getLanguages()
  const calendars = languages.map((language) => new Holidays(place, { languages: [language] }))
  const byDay = new Map<EpochDay, PublicHoliday>()
  for (const year of new Set(where.years)) {
    const translations = calendars.map((translated) => translated.getHolidays(year))
    for (const [index, holiday] of calendar.getHolidays(year).entries()) {
      if (holiday.type !== 'public') continue
      const names = translations.map((holidays) => holidays[index]?.name ?? holiday.name)
      const reason = reasonOf(holiday.name, names, ownLanguage)
      for (const day of daysOf(holiday)) {
        const official = isOfficialHoliday({ country, region }, day)
        if (!byDay.has(day)) byDay.set(day, { day, time: timeOf(holiday), reason, official })
      }
    }
  }
  return [...byDay.values()].sort((a, b) => a.day - b.day)
}

function placeOf(country: string, region: string | null): HolidaysTypes.Country {
  const calendar = new Holidays()
  if (calendar.getCountries()[country] === undefined) throw unknownCountry(country, calendar)
  if (region === null) return { country }
  const [state = '', part, ...more] = region.split('.')
  const states = calendar.getStates(country, 'en') ?? {}
  if (states[state] === undefined) throw unknownRegion(country, state, states)
  if (part === undefined) return { country, state }
  const parts = calendar.getRegions(country, state, 'en') ?? {}
  if (parts[part] === undefined || more.length > 0)
    throw unknownRegion(`${country} ${state}`, part, parts)
  return { country, state, region: part }
}

function unknownCountry(country: string, calendar: Holidays): UsageError {
  const known = ['en', 'es'].map((language) => calendar.getCountries(language))
  const codes = Object.keys(known[0] ?? {}).join(', ')
  return new UsageError(
    `No public holidays are known for the country ${country}.${guess(country, known)} Known: ` +
      `${codes}.`,
  )
}

function unknownRegion(where: string, region: string, known: Record<string, string>): UsageError {
  const regions = Object.entries(known).map(([code, name]) => `${code} (${name})`)
  const hint =
    regions.length === 0
      ? 'It has no regions: omit --region.'
      : `Its regions: ${regions.join(', ')}.`
  return new UsageError(
    `${where} has no region ${region} with its own holidays.${guess(region, [known])} ${hint}`,
  )
}

/** Suggests a place when a name was passed instead of the code. */
function guess(text: string, known: readonly Record<string, string>[]): string {
  if (text.length < shortestName) return ''
  const places = known.flatMap((names) => Object.entries(names))
  const near = closestMatch(
    text,
    places.map(([, name]) => name),
  )
  const part = normalize(text)
  const found =
    places.find(([, name]) => name === near) ??
    places.find(([, name]) => normalize(name).includes(part))
  return suggestion(found && `${found[0]} (${found[1]})`)
}

const shortestName = 4

/** Without a name in a language, the calendar returns the name in the country's own language. */
function reasonOf(
  own: string,
  names: readonly string[],
  ownLanguage: string | undefined,
): PublicHoliday['reason'] {
  const known = languages.flatMap((language, index) => {
    const name = names[index] ?? own
    return language === ownLanguage || name !== own ? [[language, name] as const] : []
  })
  return known.length === 0 ? own : Object.fromEntries(known)
}

/** The `date` of a holiday is local: `2027-12-24 13:00:00`. */
function daysOf({ date, start, end }: HolidaysTypes.Holiday): EpochDay[] {
  const first = parseDate(date.slice(0, 10))
  const count = Math.max(1, Math.round((end.getTime() - start.getTime()) / millisecondsADay))
  return first === null ? [] : Array.from({ length: count }, (_, index) => first + index)
}

function timeOf({ date }: HolidaysTypes.Holiday): string | null {
  const begins = date.slice(11, 16)
  return begins === '00:00' ? null : `${begins}-24:00`
}

const millisecondsADay = 86_400_000

import { type EpochDay, formatDate } from '@silla/slots'

/**
 * Whether a day is a public holiday in the official calendar of a place: of the country, or of the
 * region itself. Only the calendars below are known; a day that is in none of them has to be
 * compared by the operator.
 *
 * @param region ENG; null: the whole country
 */
export function isOfficialHoliday(
  { country, region }: { country: string; region: string | null },
  day: EpochDay,
): boolean {
  const [year = '', ...date] = formatDate(day).split('-')
  const places = region === null ? [country] : [country, `${country}.${region}`]
  return places.some((place) => calendars[place]?.[year]?.split(' ').includes(date.join('-')))
}

/**
 * The official calendars by place and year, as published:
 *
 * - DE: the nine holidays of all states
 * - ES: what is common to all communities and cannot be replaced (Real Decreto 2001/1983); the
 *   calendar of each year is in the Boletín Oficial del Estado
 * - FR: Code du travail, L3133-1, without Alsace-Moselle
 * - GB: gov.uk/bank-holidays
 * - IE: Organisation of Working Time Act 1997
 * - PT: Código do Trabalho, art. 234
 * - US: federal holidays of the Office of Personnel Management, with the days on which those at a
 *   weekend are observed
 */
const calendars: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  DE: {
    2026: '01-01 04-03 04-06 05-01 05-14 05-25 10-03 12-25 12-26',
    2027: '01-01 03-26 03-29 05-01 05-06 05-17 10-03 12-25 12-26',
  },
  ES: {
    2026: '01-01 01-06 04-03 05-01 08-15 10-12 12-08 12-25',
    2027: '01-01 03-26 05-01 10-12 11-01 12-06 12-08 12-25',
  },
  FR: {
    2026: '01-01 04-06 05-01 05-08 05-14 05-25 07-14 08-15 11-01 11-11 12-25',
    2027: '01-01 03-29 05-01 05-06 05-08 05-17 07-14 08-15 11-01 11-11 12-25',
  },
  'GB.ENG': {
    2026: '01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28',
    2027: '01-01 03-26 03-29 05-03 05-31 08-30 12-27 12-28',
  },
  'GB.NIR': {
    2026: '01-01 03-17 04-03 04-06 05-04 05-25 07-13 08-31 12-25 12-28',
    2027: '01-01 03-17 03-26 03-29 05-03 05-31 07-12 08-30 12-27 12-28',
  },
  IE: {
    2026: '01-01 02-02 03-17 04-06 05-04 06-01 08-03 10-26 12-25 12-26',
    2027: '01-01 02-01 03-17 03-29 05-03 06-07 08-02 10-25 12-25 12-26',
  },
  PT: {
    2026: '01-01 04-03 04-05 04-25 05-01 06-04 06-10 08-15 10-05 11-01 12-01 12-08 12-25',
    2027: '01-01 03-26 03-28 04-25 05-01 05-27 06-10 08-15 10-05 11-01 12-01 12-08 12-25',
  },
  US: {
    2026: '01-01 01-19 02-16 05-25 06-19 07-03 07-04 09-07 10-12 11-11 11-26 12-25',
    2027: '01-01 01-18 02-15 05-31 06-18 06-19 07-04 07-05 09-06 10-11 11-11 11-25 12-24 12-25 12-31',
  },
}

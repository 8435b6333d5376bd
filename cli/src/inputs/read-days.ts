import type { Days, Salon, WrittenReason } from '@silla/core'
import { formatDate } from '@silla/slots'
import { UsageProblem } from '../problems/problem.ts'
import { readDayWord } from './day-word.ts'

/** @throws UsageProblem when one is no day, or the last comes first */
export function readDays(flags: { day: string; to?: string | undefined }, salon: Salon): Days {
  return daysBetween('day', flags.day, flags.to ?? flags.day, salon)
}

/** @throws UsageProblem when one is no day, the last comes first, or all of them are past where the salon is */
export function readComingDays(flags: { day: string; to?: string | undefined }, salon: Salon): Days {
  const days = readDays(flags, salon)
  if (days.to >= readDayWord('day', 'today', salon.settings.timezone, new Date())) return days
  throw new UsageProblem(`--${flags.to === undefined ? 'day' : 'to'} ${formatDate(days.to)} is past.`)
}

/** @throws UsageProblem when one is no day, or the last comes first */
export function readFromTo(flags: { from: string; to?: string | undefined }, salon: Salon): Days {
  return daysBetween('from', flags.from, flags.to ?? '9999-12-31', salon)
}

/** @throws UsageProblem when a text without its language stands among others, or has one that we do not speak */
export function readTranslatedReason(texts: readonly string[] | undefined): WrittenReason {
  const told = (texts ?? []).map((text) => text.trim().normalize('NFC')).filter((text) => text !== '')
  const [only] = told
  if (only === undefined) return undefined
  if (told.length === 1 && !/^[a-z]{2}=/.test(only)) return only
  return Object.fromEntries(told.map(readInLanguage))
}

function readInLanguage(text: string): [language: string, words: string] {
  const [matched, language = '', words = ''] = /^(es|en|ar)= *(.+)$/.exec(text) ?? []
  if (matched === undefined) {
    throw new UsageProblem(
      `--reason ${text} is not understood: say the text of each language, like "es=Fiesta" or "en=Holiday".`,
    )
  }
  return [language, words]
}

function daysBetween(name: string, first: string, last: string, { settings }: Salon): Days {
  const now = new Date()
  const from = readDayWord(name, first, settings.timezone, now)
  const to = readDayWord('to', last, settings.timezone, now)
  if (to < from) throw new UsageProblem(`--to ${formatDate(to)} is before --${name} ${formatDate(from)}.`)
  return { from, to }
}

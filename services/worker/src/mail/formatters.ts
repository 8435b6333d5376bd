import type { Catalog, Translated } from '@silla/core'
import { toMajor } from '@silla/money'
import type { Translation } from './translations/translation.ts'

/** How one letter says days, times, money and what is written in several languages. */
export interface Formatters {
  day(at: Date): string
  time(at: Date): string
  /** day and time */
  when(at: Date): string
  /** any three-letter currency, as the processor names them too */
  money(cents: number, currency: string): string
  /** in the reader's language, else the salon's, else whichever there is */
  text(texts: Translated): string
}

export function formattersFor(
  words: Translation,
  { settings }: Catalog,
  timeZone = settings.timezone,
): Formatters {
  const day = new Intl.DateTimeFormat(words.locale, {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
  const time = new Intl.DateTimeFormat(words.locale, {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const language = words.locale.slice(0, 2) as keyof Translated
  return {
    day: (at) => day.format(at),
    time: (at) => time.format(at),
    when: (at) => `${day.format(at)}${words.comma}${time.format(at)}`,
    money: (cents, currency) =>
      new Intl.NumberFormat(words.locale, { style: 'currency', currency }).format(toMajor(cents)),
    text: (texts) =>
      texts[language] || texts[settings.mainLanguage] || Object.values(texts).find(Boolean) || '',
  }
}

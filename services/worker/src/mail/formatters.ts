import type { Catalog, Translated } from '@silla/core'
import { toMajor } from '@silla/money'
import type { Translation } from './translations/translation.ts'

/** Formats days, times, amounts and translated texts for one email. */
export interface Formatters {
  day(at: Date): string
  time(at: Date): string
  /** Day and time. */
  when(at: Date): string
  /** Any ISO 4217 currency: a payment may arrive in one that no salon charges in. */
  money(cents: number, currency: string): string
  /** In the recipient's language, else in the salon's main language, else in any. */
  text(texts: Translated): string
}

export function formattersFor(
  translation: Translation,
  { settings }: Catalog,
  timeZone = settings.timezone,
): Formatters {
  const day = new Intl.DateTimeFormat(translation.locale, {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
  const time = new Intl.DateTimeFormat(translation.locale, {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const language = translation.locale.slice(0, 2) as keyof Translated
  return {
    day: (at) => day.format(at),
    time: (at) => time.format(at),
    when: (at) => `${day.format(at)}${translation.comma}${time.format(at)}`,
    money: (cents, currency) =>
      new Intl.NumberFormat(translation.locale, { style: 'currency', currency }).format(
        toMajor(cents),
      ),
    text: (texts) =>
      texts[language] || texts[settings.mainLanguage] || Object.values(texts).find(Boolean) || '',
  }
}

import type { Translated } from '@silla/core'
import { type Language, languages } from '@silla/errors'

/** How one answer is worded: the languages of its texts and where its images live. */
export interface Locale {
  /** Asked for catalogue texts (D7). */
  text: Language
  /** Asked for sentences and day names (D2). */
  message: Language
  /** The business's own, tried when a text is missing in the one asked for. */
  main: Language
  /** Put before root-relative image addresses; empty leaves them as stored. */
  assetsBaseUrl: string
}

/**
 * The text in the asked language, else the business's main one, else any; `''` when nobody wrote
 * one (D4, D7).
 */
export function localize(text: Translated, locale: Pick<Locale, 'text' | 'main'>): string {
  for (const language of [locale.text, locale.main, ...languages]) {
    const written = text[language]
    if (written) return written
  }
  return ''
}

/** The address of an image, or `''` when there is none. */
export function imageUrl(stored: string, locale: Pick<Locale, 'assetsBaseUrl'>): string {
  const isRootRelative = stored.startsWith('/') && !stored.startsWith('//')
  return isRootRelative ? locale.assetsBaseUrl.replace(/\/+$/, '') + stored : stored
}

/** As `imageUrl`, for the fields that say null when there is none. */
export const imageUrlOrNull = (
  stored: string,
  locale: Pick<Locale, 'assetsBaseUrl'>,
): string | null => imageUrl(stored, locale) || null

export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const

const names: Record<Language, readonly string[]> = {
  es: ['Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado', 'Domingo'],
  en: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  ar: ['الاثنين', 'الثلاثاء', 'الأربعاء', 'الخميس', 'الجمعة', 'السبت', 'الأحد'],
}

/** The name of a weekday, 1 Monday to 7 Sunday. */
export const weekdayName = (weekday: number, language: Language): string =>
  names[language][weekday - 1] ?? ''

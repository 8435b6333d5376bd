import type { Translated } from '@silla/core'
import { type Language, languages } from '@silla/locale'

/** The languages of a response, and the base URL of its images. */
export interface Locale {
  /** Of catalogue texts (D7). */
  text: Language
  /** Of messages and day names (D2). */
  message: Language
  /** The business's main language, for a text that is missing in the requested one. */
  main: Language
  /** The base URL of root-relative image addresses; empty leaves them as stored. */
  assetsBaseUrl: string
}

/**
 * The text in the requested language, else in the business's main one, else in any; `''` when there
 * is none (D4, D7).
 */
export function localize(text: Translated, locale: Pick<Locale, 'text' | 'main'>): string {
  for (const language of [locale.text, locale.main, ...languages]) {
    const translation = text[language]
    if (translation) return translation
  }
  return ''
}

/** The URL of an image; `''` when there is none. */
export function imageUrl(stored: string, locale: Pick<Locale, 'assetsBaseUrl'>): string {
  const isRootRelative = stored.startsWith('/') && !stored.startsWith('//')
  return isRootRelative ? locale.assetsBaseUrl.replace(/\/+$/, '') + stored : stored
}

/** The URL of an image; null when there is none. */
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

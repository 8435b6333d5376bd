import type { Translated } from '@silla/core'
import { type Language, languages } from '@silla/errors'

/** How one answer is worded: the languages of its texts and where its images live. */
export interface Localizer {
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
export function localize(text: Translated, wording: Pick<Localizer, 'text' | 'main'>): string {
  for (const language of [wording.text, wording.main, ...languages]) {
    const written = text[language]
    if (written) return written
  }
  return ''
}

/** The address of an image, or `''` when there is none. */
export function imageUrl(stored: string, wording: Pick<Localizer, 'assetsBaseUrl'>): string {
  const isRootRelative = stored.startsWith('/') && !stored.startsWith('//')
  return isRootRelative ? wording.assetsBaseUrl.replace(/\/+$/, '') + stored : stored
}

/** As `imageUrl`, for the fields that say null when there is none. */
export const imageUrlOrNull = (
  stored: string,
  wording: Pick<Localizer, 'assetsBaseUrl'>,
): string | null => imageUrl(stored, wording) || null

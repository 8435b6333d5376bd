import type { Language, Translated } from '@silla/core'

/** A text in the salon's main language, else in whichever it was written. */
export const textIn = (text: Translated, language: Language): string =>
  text[language] || Object.values(text).find(Boolean) || ''

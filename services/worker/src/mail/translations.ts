import type { Language } from '@silla/core'
import { arabic } from './translations/arabic.ts'
import { english } from './translations/english.ts'
import { spanish } from './translations/spanish.ts'
import type { Translation } from './translations/translation.ts'

/** What letters say, by language. */
export const translationFor = (language: Language): Translation => words[language]

const words: Record<Language, Translation> = { es: spanish, en: english, ar: arabic }

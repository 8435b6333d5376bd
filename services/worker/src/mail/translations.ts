import type { Language } from '@silla/core'
import { arabic } from './translations/arabic.ts'
import { english } from './translations/english.ts'
import { spanish } from './translations/spanish.ts'
import type { Words } from './translations/translation.ts'

/** What letters say, by language. */
export const wordsIn = (language: Language): Words => words[language]

const words: Record<Language, Words> = { es: spanish, en: english, ar: arabic }

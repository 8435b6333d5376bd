import type { Language } from '@silla/core'
import { arabic } from './words/arabic.ts'
import { english } from './words/english.ts'
import { spanish } from './words/spanish.ts'
import type { Words } from './words/words.ts'

/** What letters say, by language. */
export const wordsIn = (language: Language): Words => words[language]

const words: Record<Language, Words> = { es: spanish, en: english, ar: arabic }

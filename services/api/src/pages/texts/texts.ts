import type { Language } from '@silla/locale'
import { arabic } from './arabic.ts'
import { english } from './english.ts'
import type { PageTexts } from './page-texts.ts'
import { spanish } from './spanish.ts'

export const textsIn = (language: Language): PageTexts => all[language]

const all: Record<Language, PageTexts> = { es: spanish, en: english, ar: arabic }

/** Replaces the names in braces. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)

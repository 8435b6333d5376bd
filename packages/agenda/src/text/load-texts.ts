import type { Texts } from './es.ts'
import type { Language } from './language.ts'

/** The texts of one language: a file of its own, which the page has begun to load. */
export const loadTexts = async (language: Language): Promise<Texts> =>
  (await files[language]()).default

const files = {
  es: () => import('./es.ts'),
  en: () => import('./en.ts'),
  ar: () => import('./ar.ts'),
}

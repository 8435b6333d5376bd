import type { Language } from '../text/language.ts'
import type { ManageTexts } from './text/es.ts'

/** The texts that only `<silla-manage>` has: a file of its own for each language. */
export const loadManageTexts = async (language: Language): Promise<ManageTexts> =>
  (await files[language]()).default

const files = {
  es: () => import('./text/es.ts'),
  en: () => import('./text/en.ts'),
  ar: () => import('./text/ar.ts'),
}

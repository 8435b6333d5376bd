import type { Language } from '../../text/language.ts'
import type { SettingsTexts } from './es.ts'

/** The texts of the settings in one language: loaded with them, not with the page. */
export const loadSettingsTexts = async (language: Language): Promise<SettingsTexts> =>
  (await files[language]()).default

const files = {
  es: () => import('./es.ts'),
  en: () => import('./en.ts'),
  ar: () => import('./ar.ts'),
}

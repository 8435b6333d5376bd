import { defaultLanguage, isLanguage, type Language } from '@silla/locale'

export type { Language }

/** That of the page, as the server has sent it. */
export const pageLanguage = (): Language => {
  const { lang } = document.documentElement
  return isLanguage(lang) ? lang : defaultLanguage
}

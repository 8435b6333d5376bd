import { defaultLanguage, isLanguage, type Language } from '@silla/locale'

export type { Language }

/**
 * The language of an element: its own `lang`, else that of what it stands in, else what the browser
 * prefers. `en-GB` is `en`.
 */
export function languageOf(element: Element): Language {
  const marked = element.closest('[lang]:not([lang=""])')?.getAttribute('lang') ?? ''
  const preferred = [marked, ...navigator.languages].map((tag) => tag.toLowerCase().split('-')[0])
  return preferred.find(isLanguage) ?? defaultLanguage
}

export type Language = 'es' | 'en' | 'ar'

/**
 * The language of an element: its own `lang`, else that of what it stands in, else what the browser
 * prefers.
 */
export function languageOf(element: Element): Language {
  const marked = element.closest('[lang]:not([lang=""])')?.getAttribute('lang') ?? ''
  return [marked, ...navigator.languages].map(supported).find((language) => language) ?? 'es'
}

/** `en` for `en-GB`; null for a language without texts. */
function supported(tag: string): Language | null {
  const [language] = tag.toLowerCase().split('-')
  return language === 'es' || language === 'en' || language === 'ar' ? language : null
}

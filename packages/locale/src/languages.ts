/** The languages of texts and messages, in the order of the contract. */
export const languages = ['es', 'en', 'ar'] as const
export type Language = (typeof languages)[number]

/** That of a request that names none. */
export const defaultLanguage: Language = 'es'

/** Whether a text is exactly the code of one of the languages. */
export function isLanguage(text: unknown): text is Language {
  return (languages as readonly unknown[]).includes(text)
}

/** `es, en or ar`, for a sentence. */
export const languageList = (): string =>
  `${languages.slice(0, -1).join(', ')} or ${languages.at(-1)}`

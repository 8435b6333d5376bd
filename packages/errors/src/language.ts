/** The languages of messages, in the order of the contract. */
export const languages = ['es', 'en', 'ar'] as const
export type Language = (typeof languages)[number]

/** Whether a text is exactly the code of one of the languages. */
export function isLanguage(text: unknown): text is Language {
  return text === 'es' || text === 'en' || text === 'ar'
}

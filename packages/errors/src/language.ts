/** The languages Silla speaks, in the order of the contract. */
export const languages = ['es', 'en', 'ar'] as const
export type Language = (typeof languages)[number]

/** Whether a text names one of the languages, spelled exactly as the contract spells them. */
export function isLanguage(text: unknown): text is Language {
  return text === 'es' || text === 'en' || text === 'ar'
}

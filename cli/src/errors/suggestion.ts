/**
 * The end of a sentence about a word that is not known: ` Did you mean barberia-centro?`; nothing
 * when nobody can tell.
 */
export const suggestion = (meant: string | null | undefined): string =>
  meant ? ` Did you mean ${meant}?` : ''

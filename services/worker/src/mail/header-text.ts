/**
 * A text in one line, for subjects and sender names: without line breaks, other control characters
 * and marks that change the direction of what follows.
 */
export const headerText = (text: string): string =>
  text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()

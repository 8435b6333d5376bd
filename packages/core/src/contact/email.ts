/**
 * Spellings of an e-mail address with the same key belong to one customer (D12). Dots and plus
 * signs are kept.
 */
export const emailKey = (email: string): string => email.normalize('NFC').trim().toLowerCase()

/**
 * Whether a text is an address that mail can be sent to: one @, a dotted domain, no character that
 * could add a second address, and none that is invisible or changes the direction of text.
 */
export const isEmailAddress = (text: string): boolean =>
  /^[^\s@<>()[\],;:"\\\p{C}]+@[^\s@<>()[\],;:"\\\p{C}.]+(\.[^\s@<>()[\],;:"\\\p{C}.]+)+$/u.test(
    text,
  )

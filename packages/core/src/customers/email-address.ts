/**
 * Whether a text can be the address of a letter: one @, a dotted domain, and nothing that could
 * smuggle in a second address.
 */
export const isEmailAddress = (text: string): boolean =>
  /^[^\s@<>()[\],;:"\\\p{Cc}]+@[^\s@<>()[\],;:"\\\p{Cc}.]+(\.[^\s@<>()[\],;:"\\\p{Cc}.]+)+$/u.test(
    text,
  )

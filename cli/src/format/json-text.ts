/**
 * JSON that is the same for every reader: what a terminal would obey, or turn round, and JSON lets
 * pass is escaped.
 */
export const jsonText = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(
    /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

const clock = '(?:[01]\\d|2[0-3]):[0-5]\\d'
const range = `${clock} ?- ?(?:${clock}|24:00)`

/**
 * The forms of the small words of a salon file, as the schema checks them before anything reads
 * their meaning.
 */
export const timePattern = `^${clock}$`
export const spanPattern = `^${range}$`
export const spansPattern = `^${range}(?: ?, ?${range})*$`
export const datePattern = '^\\d{4}-\\d{2}-\\d{2}$'
export const handlePattern = '^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$'
export const slugPattern = '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'
export const imagePattern = '^(?:https?://\\S+|/[^\\s/]\\S*)$'

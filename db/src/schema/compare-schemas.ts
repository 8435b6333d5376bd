import type { Schema } from './read-schema.ts'

/** A part of an object that is not as expected. */
export interface SchemaDifference {
  /** `app.bookings` */
  object: string
  /** `constraint bookings_pk` */
  part: string
  /** Null: it should not be there. */
  expected: string | null
  /** Null: it is missing. */
  found: string | null
}

/** All differences, by object. */
export function compareSchemas(expected: Schema, found: Schema): SchemaDifference[] {
  const objects = new Set([...Object.keys(expected), ...Object.keys(found)])
  return [...objects].sort().flatMap((object) => {
    const [before, after] = [expected[object] ?? {}, found[object] ?? {}]
    const parts = new Set([...Object.keys(before), ...Object.keys(after)])
    return [...parts].flatMap((part) => {
      const difference = {
        ...{ object, part },
        expected: before[part] ?? null,
        found: after[part] ?? null,
      }
      return difference.expected === difference.found ? [] : [difference]
    })
  })
}

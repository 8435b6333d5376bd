import type { Field, FieldsOf } from '@silla/db'

/**
 * The defaults of a list of fields, for a fixture that names the others: a new field with a default
 * needs no place in it.
 */
export const fieldDefaults = <Row extends object>(fields: FieldsOf<Row>): Row =>
  Object.fromEntries(
    Object.entries<Field>(fields as Record<string, Field>)
      .filter(([, field]) => field.default !== undefined)
      .map(([property, field]) => [property, field.default]),
  ) as Row

import { columnName, type Sql } from '../pool.ts'
import type { Field, FieldType } from '../record-fields.ts'

// The parts of statements that follow from a list of fields (record-fields.ts). They contain names
// of columns and no values, so they need no parameters.

/** `name, price_cents, ...`, for a select */
export const selectColumns = (sql: Sql, fields: Fields) =>
  list(sql, fields, ({ property, name, read }) => (read === name ? name : `${read} as ${property}`))

/** `name, price_cents, ...`, for an insert */
export const insertColumns = (sql: Sql, fields: Fields) => list(sql, fields, ({ name }) => name)

/** `input.name, input.price_cents, ...`, in the same order */
export const inputColumns = (sql: Sql, fields: Fields) => list(sql, fields, ({ write }) => write)

/** `name jsonb, price_cents bigint, ...`, for `jsonb_to_recordset` */
export const recordColumns = (sql: Sql, fields: Fields) =>
  list(sql, fields, ({ property, sqlType }) => `${property} ${sqlType}`)

/** `name = excluded.name, ...`, for `on conflict ... do update` */
export const updateColumns = (sql: Sql, fields: Fields) =>
  list(sql, fields, ({ name }) => `${name} = excluded.${name}`)

/** `name = input.name, ...`, for an update */
export const setColumns = (sql: Sql, fields: Fields) =>
  list(sql, fields, ({ name, write }) => `${name} = ${write}`)

type Fields = Record<string, Field>

const sqlTypes: Record<FieldType, string | null> = {
  text: 'jsonb',
  texts: 'jsonb',
  line: 'text',
  choice: 'text',
  number: 'int',
  numberOrNone: 'int',
  coordinate: 'float8',
  days: 'int',
  minutes: 'int',
  minutesOrNone: 'int',
  hoursOrNever: 'int',
  phases: 'int[]',
  price: 'bigint',
  offerPrice: 'bigint',
  percentOrNone: 'int',
  image: 'text',
  images: 'text[]',
  lineOrNone: 'text',
  yesOrNo: 'boolean',
  deposit: 'jsonb',
  depositPolicy: 'jsonb',
  cardFees: 'jsonb',
  cardPolicy: 'jsonb',
  refundTiers: 'jsonb',
  stock: 'int',
  units: null,
  reference: null,
  references: null,
}

/** The column of a property has its name in snake case, unless the field says otherwise. */
function columnOf([name, { type, column }]: [string, Field]) {
  const property = columnName(name)
  const plain = { name: property, read: property, write: `input.${property}` }
  return { property, sqlType: sqlTypes[type], ...(column ?? plain) }
}

const list = (sql: Sql, fields: Fields, part: (column: ReturnType<typeof columnOf>) => string) =>
  sql.unsafe(
    Object.entries(fields)
      .map(columnOf)
      .filter(({ sqlType }) => sqlType !== null)
      .map(part)
      .join(', '),
  )

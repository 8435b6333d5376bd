import type { Tx } from '../tenant-db.ts'

/*
 * By what customers are searched (D74): columns that every statement writes together with a name or a
 * phone (db/functions/app.search_columns.sql). Generated columns would need the table to be written
 * again whenever their rule changes (decision 0115).
 */

/** The words of a name: all of them, then the second to the sixth. */
export const nameColumns = [
  'search_name',
  'search_word_2',
  'search_word_3',
  'search_word_4',
  'search_word_5',
  'search_word_6',
] as const

/** For the end of a phone. */
export const phoneColumn = 'phone_reversed'

/** The columns that an insert writes with the row of `app.search_columns(name, phone)`. */
export const searchColumns = (tx: Tx) => tx.unsafe([...nameColumns, phoneColumn].join(', '))

/** Sets the columns of the name in an insert that finds a row, to those of the name that was not inserted. */
export const excludedNameColumns = (tx: Tx) =>
  tx.unsafe(nameColumns.map((column) => `${column} = excluded.${column}`).join(', '))

/**
 * Sets the columns in an update of `customers`.
 *
 * The call refers to the row, if only to nothing of its name: Citus computes a call with constants, and cannot send
 * the row that it returns.
 *
 * @param contact null: the name or the phone stays
 */
export const updatedSearchColumns = (
  tx: Tx,
  { name, phone }: { name: string | null; phone: string | null },
) => tx`
  (${searchColumns(tx)}) = (
    select words.*
    from app.search_columns(
      coalesce(${name}::text, customers.name) || left(customers.name, 0),
      coalesce(${phone}::text, customers.phone)) words)`

import type { Query } from '../pool.ts'
import { type Tx, toTx } from '../tenant-db.ts'
import { withSavepoint } from '../transaction.ts'
import { type SalonTable, uuidOf } from './salon-rows.ts'

/*
 * How the rows of one salon differ between two databases: each table is divided into parts by the hash of the
 * key, and only of parts whose digests differ are the rows compared one by one. A key is a JSON object with
 * the columns of the primary key but business_id.
 */

/** How many parts a table has: a power of two. */
const parts = 256

/** The rows of a table in one part. */
export interface TablePart {
  part: number
  rows: number
  /** The sum of the hashes of its rows: the same for the same rows in any order. */
  digest: string
}

/** Parts without rows are left out. Same text settings in both databases: `useCanonicalText`. */
export const readParts = (tx: Tx, table: SalonTable): Query<TablePart> =>
  tx.unsafe<TablePart[]>(`
    select part, count(*)::int as rows, sum(digest)::text as digest
    from (${hashedRows(tx, table)}) hashed group by part order by part`) as never

/** A row by its key, with the hash of its values. */
export interface HashedRow {
  key: string
  digest: string
}

export const readHashes = (
  tx: Tx,
  table: SalonTable,
  wanted: readonly number[],
): Query<HashedRow> =>
  tx.unsafe<HashedRow[]>(
    `select key, digest::text as digest
    from (${hashedRows(tx, table)}) hashed
    where part = any ($1::text::int[])`,
    [`{${wanted.join(',')}}`],
  ) as never

function hashedRows({ businessId }: Tx, table: SalonTable): string {
  const keys = keyColumns(table)
  return `
    select (hashtextextended(row(${keys.map(quoted).join(', ')})::text, 0) & ${parts - 1})::int as part,
      hashtextextended(row(${table.columns.map(quoted).join(', ')})::text, 1) as digest,
      ${keyText(keys)} as key
    from ${table.name} where business_id = '${uuidOf(businessId)}'`
}

const keyText = (keys: readonly string[]): string =>
  `json_build_object(${keys.map((key) => `'${key}', ${quoted(key)}`).join(', ')})::text`

/** The rows of these keys as JSON objects; keys that no row has are left out. */
export async function readRowsOf(
  tx: Tx,
  table: SalonTable,
  keys: readonly string[],
): Promise<string[]> {
  const columns = table.columns.map((column) => `stored.${quoted(column)}`).join(', ')
  const rows = await tx.unsafe<{ row: string }[]>(
    `select row_to_json(each)::text as row from (
      select ${columns} from ${table.name} stored
      join ${wantedRows(table)} on ${sameKey(table)}
      where stored.business_id = '${uuidOf(tx.businessId)}') each`,
    [arrayOf(keys)],
  )
  return rows.map(({ row }) => row)
}

export async function deleteRowsOf(
  tx: Tx,
  table: SalonTable,
  keys: readonly string[],
): Promise<void> {
  await tx.unsafe(
    `delete from ${table.name} stored using ${wantedRows(table)}
    where stored.business_id = '${uuidOf(tx.businessId)}' and ${sameKey(table)}`,
    [arrayOf(keys)],
  )
}

/**
 * Deletes rows unless others refer to them, which leaves all of them.
 *
 * @returns whether they were deleted
 */
export async function deletedRowsOf(
  tx: Tx,
  table: SalonTable,
  keys: readonly string[],
): Promise<boolean> {
  try {
    await withSavepoint(tx, (nested) => deleteRowsOf(toTx(nested, tx.businessId), table, keys))
    return true
  } catch (error) {
    if ((error as { code?: unknown }).code !== foreignKeyViolation) throw error
    return false
  }
}

const foreignKeyViolation = '23503'

/** Empties the columns that refer to rows which may be written or deleted later. */
export async function unlinkRowsOf(
  tx: Tx,
  table: SalonTable,
  keys: readonly string[],
): Promise<void> {
  const emptied = table.linkedLater.map((column) => `${quoted(column)} = null`).join(', ')
  await tx.unsafe(
    `update ${table.name} stored set ${emptied} from ${wantedRows(table)}
    where stored.business_id = '${uuidOf(tx.businessId)}' and ${sameKey(table)}`,
    [arrayOf(keys)],
  )
}

/** Writes the values of rows that are there, but for their keys and what is linked later. */
export async function updateRowsOf(
  tx: Tx,
  table: SalonTable,
  rows: readonly string[],
): Promise<void> {
  const fixed = [...table.key, ...table.linkedLater]
  const written = table.columns.filter((column) => !fixed.includes(column))
  if (written.length === 0) return
  const values = written.map((column) => `${quoted(column)} = wanted.${quoted(column)}`).join(', ')
  await tx.unsafe(
    `update ${table.name} stored set ${values} from ${wantedRows(table)}
    where stored.business_id = '${uuidOf(tx.businessId)}'
      and wanted.business_id = stored.business_id and ${sameKey(table)}`,
    [arrayOf(rows)],
  )
}

/** The sums of all amounts of a salon by column, in cents: `app.payments.received_cents`. */
export async function sumAmounts(
  tx: Tx,
  tables: readonly SalonTable[],
): Promise<Record<string, string>> {
  const sums: Record<string, string> = {}
  for (const { name, columns } of tables) {
    const amounts = columns.filter((column) => column.endsWith('_cents'))
    if (amounts.length === 0) continue
    const [row = {}] = await tx.unsafe<Record<string, string>[]>(`
      select ${amounts.map((column, place) => `coalesce(sum(${quoted(column)}), 0)::text as sum${place}`).join(', ')}
      from ${name} where business_id = '${uuidOf(tx.businessId)}'`)
    for (const [place, column] of amounts.entries())
      sums[`${name}.${column}`] = row[`sum${place}`] ?? ''
  }
  return sums
}

/** The primary key without the salon; a table with one row of each salon has no other one. */
function keyColumns({ key }: SalonTable): string[] {
  const own = key.filter((column) => column !== 'business_id')
  return own.length > 0 ? own : ['business_id']
}

const wantedRows = ({ name }: SalonTable): string =>
  `json_populate_recordset(null::${name}, $1::text::json) wanted`

const sameKey = (table: SalonTable): string =>
  keyColumns(table)
    .map((column) => `stored.${quoted(column)} = wanted.${quoted(column)}`)
    .join(' and ')

const quoted = (name: string): string => `"${name}"`

const arrayOf = (objects: readonly string[]): string => `[${objects.join(',')}]`

import { takeRows } from '../take-rows.ts'
import type { Tx } from '../tenant-db.ts'
import type { Transaction } from '../transaction.ts'

/*
 * All rows of one salon, for its archive. The tables, their columns and their order come from the
 * database's own catalogue, so that a new table cannot be missed.
 */

/** A table with rows of one business. */
export interface SalonTable {
  /** `app.bookings` */
  name: string
  /** By name; without those that the database computes, and without an id that is only an order. */
  columns: string[]
  /** The primary key, by which rows are ordered. */
  key: string[]
  /** Columns of foreign keys that are written when all rows are there. */
  linkedLater: string[]
  /** It numbers its rows itself. */
  hasIdentity: boolean
  /** Its ids are those of an identity, and stay the same in another database. */
  keepsIdentity: boolean
  /** Rows of other tables refer to its rows. */
  isReferredTo: boolean
}

/** They have rows of one business that are none of its data: that it was deleted, moves, and has moved. */
const absenceTables = [
  'registry.business_moves',
  'registry.deleted_businesses',
  'registry.moved_businesses',
  'registry.moved_hashes',
]

/** Bookings and orders refer to payments, and payments to them. */
const linkedLater: Readonly<Record<string, readonly string[]>> = {
  'app.bookings': ['payment_id'],
  'app.orders': ['payment_id'],
}

/**
 * Tables whose numbers are known outside: receivers of events recognize an event by its id, and a
 * challenge names its code. The ids of other tables with an identity are only an order
 * (decision 0018), and are numbered where the rows come.
 */
const identitiesInUse = ['app.events', 'app.sign_in_codes']

/**
 * All tables of a salon, each after those that it refers to.
 *
 * @param options.keepsIds also ids that are only an order are among the columns
 */
export async function listSalonTables(
  tx: Transaction,
  { keepsIds = false } = {},
): Promise<SalonTable[]> {
  const tables = await tx<CatalogueTable[]>`
    select format('%I.%I', space.nspname, owned.relname) as name,
      array(
        select column_.attname::text from pg_attribute column_
        where column_.attrelid = owned.oid and column_.attnum > 0 and not column_.attisdropped
          and column_.attgenerated = ''
        order by column_.attname::text collate "C") as columns,
      array(
        select column_.attname::text
        from pg_constraint key
        cross join unnest(key.conkey) with ordinality as part (number, position)
        join pg_attribute column_ on column_.attrelid = owned.oid and column_.attnum = part.number
        where key.conrelid = owned.oid and key.contype = 'p'
        order by part.position) as key,
      exists (
        select from pg_attribute column_
        where column_.attrelid = owned.oid and column_.attname = 'id'
          and column_.attidentity <> '') as has_identity,
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'table', format('%I.%I', referred_space.nspname, referred.relname),
          'columns', array(
            select column_.attname::text from pg_attribute column_
            where column_.attrelid = owned.oid and column_.attnum = any (reference.conkey)
              and column_.attname <> 'business_id')) order by reference.conname)
        from pg_constraint reference
        join pg_class referred on referred.oid = reference.confrelid
        join pg_namespace referred_space on referred_space.oid = referred.relnamespace
        where reference.conrelid = owned.oid and reference.contype = 'f'), '[]') as references
    from pg_class owned
    join pg_namespace space on space.oid = owned.relnamespace
    where space.nspname in ('app', 'registry') and owned.relkind in ('r', 'p')
      and not owned.relispartition
      and exists (
        select from pg_attribute column_
        where column_.attrelid = owned.oid and column_.attname = 'business_id'
          and not column_.attisdropped)
      and format('%I.%I', space.nspname, owned.relname) <> all (${absenceTables})
    order by name`
  return inOrder(tables, keepsIds)
}

interface CatalogueTable {
  name: string
  columns: string[]
  key: string[]
  hasIdentity: boolean
  references: { table: string; columns: string[] }[]
}

function inOrder(tables: readonly CatalogueTable[], keepsIds: boolean): SalonTable[] {
  const byName = new Map(tables.map((table) => [table.name, table]))
  const ordered: SalonTable[] = []
  const visit = (table: CatalogueTable, path: readonly string[]) => {
    if (path.includes(table.name))
      throw new Error(`tables refer to each other: ${[...path, table.name].join(', ')}`)
    if (ordered.some(({ name }) => name === table.name)) return
    const later = laterColumns(table)
    for (const { table: other, columns } of table.references) {
      const referred = byName.get(other)
      const isLater = columns.length > 0 && columns.every((column) => later.includes(column))
      if (referred && !isLater) visit(referred, [...path, table.name])
    }
    ordered.push({ ...salonTable(table, later, keepsIds), isReferredTo: isReferredTo(table.name) })
  }
  const isReferredTo = (name: string) =>
    tables.some(({ references }) => references.some(({ table }) => table === name))
  const root = byName.get('registry.businesses')
  if (root) visit(root, [])
  for (const table of tables) visit(table, [])
  return ordered
}

/** Also those that refer to rows of the same table. */
const laterColumns = ({ name, references }: CatalogueTable): string[] => [
  ...(linkedLater[name] ?? []),
  ...references.filter(({ table }) => table === name).flatMap(({ columns }) => columns),
]

function salonTable(
  { name, columns, key, hasIdentity }: CatalogueTable,
  later: string[],
  keepsIds: boolean,
): Omit<SalonTable, 'isReferredTo'> {
  const keepsIdentity = hasIdentity && (keepsIds || identitiesInUse.includes(name))
  const isOrder = hasIdentity && !keepsIdentity
  return {
    ...{ name, key, hasIdentity, keepsIdentity, linkedLater: later },
    columns: isOrder ? columns.filter((column) => column !== 'id') : columns,
  }
}

/** Makes the text of rows the same on every server. Until the transaction ends. */
export async function useCanonicalText(tx: Transaction): Promise<void> {
  await tx`set local timezone = 'UTC'`
  await tx`set local datestyle = 'ISO, YMD'`
  await tx`set local intervalstyle = 'iso_8601'`
  await tx`set local bytea_output = 'hex'`
  await tx`set local extra_float_digits = 1`
}

/** The rows of a table, each as a JSON object, some at a time. */
export async function* readSalonRows(tx: Tx, table: SalonTable): AsyncIterable<string[]> {
  const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ')
  await tx.unsafe(`
    declare salon_rows no scroll cursor for
    select row_to_json(each)::text as row
    from (select ${quoted(table.columns)} from ${table.name}
      where business_id = '${uuidOf(tx.businessId)}' order by ${quoted(table.key)}) each`)
  for (let count = firstRows; ; ) {
    const rows = takeRows(
      await tx.unsafe<{ row: string }[]>(`fetch forward ${count} from salon_rows`),
    )
    if (rows.length > 0) yield rows.map(({ row }) => row)
    if (rows.length < count) break
    const characters = rows.reduce((sum, { row }) => sum + row.length, 0)
    count = Math.min(mostRows, Math.max(1, Math.round((count * partCharacters) / characters)))
  }
  await tx.unsafe('close salon_rows')
}

/** Rows of imported files have megabytes: how many are read at a time follows from the ones before. */
const firstRows = 10
const mostRows = 5000
const partCharacters = 1 << 20

/** An id in a statement that takes no parameters. */
export function uuidOf(text: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)) throw new Error(`no id: ${text}`)
  return text
}

/** Whether a business has rows in a table already. */
export async function hasSalonRows(tx: Tx, table: SalonTable): Promise<boolean> {
  const [row] = await tx<object[]>`
    select from ${tx(table.name)} where business_id = ${tx.businessId} limit 1`
  return row !== undefined
}

/**
 * Inserts rows of the salon of this transaction, and returns how many there were. Rows of another one
 * are not inserted; row-level security refuses them as well.
 *
 * @param columns those that the rows have
 * @param rows a JSON array of objects
 */
export async function insertSalonRows(
  tx: Tx,
  table: SalonTable,
  columns: readonly string[],
  rows: string,
): Promise<number> {
  const written = columns.filter((column) => !table.linkedLater.includes(column))
  const given = tx`${tx(written as string[])}`
  const source = tx`
    from json_populate_recordset(null::${tx(table.name)}, ${rows}::text::json) archived`
  const inserted = await tx`
    insert into ${tx(table.name)} (${given}) ${table.keepsIdentity ? tx`overriding system value` : tx``}
    select ${given} ${source} where archived.business_id = ${tx.businessId}
    returning business_id`
  return inserted.length
}

/** Writes the columns that refer to rows which were inserted later. */
export async function linkSalonRows(tx: Tx, table: SalonTable, rows: string): Promise<void> {
  const [name, later] = [tx(table.name), table.linkedLater]
  for (const column of later)
    await tx`
      update ${name} stored set ${tx(column)} = ${tx(`archived.${column}`)}
      from json_populate_recordset(null::${name}, ${rows}::text::json) archived
      where stored.business_id = ${tx.businessId} and archived.business_id = ${tx.businessId}
        and ${tx(`archived.${column}`)} is not null
        and ${tx(`stored.${keyColumn(table)}`)} = ${tx(`archived.${keyColumn(table)}`)}`
}

const keyColumn = ({ key }: SalonTable): string => key.at(-1) ?? 'id'

/** The audit log of a business, which stays when it is deleted. */
export const auditTable = 'app.audit_entries'

/** Its columns without the id, which is only an order. */
export const auditColumnsOf = (tables: readonly SalonTable[]): string[] =>
  (tables.find(({ name }) => name === auditTable)?.columns ?? []).filter((each) => each !== 'id')

/** The audit log of a deleted business stays: only entries that are not there are inserted. */
export async function insertMissingAuditEntries(
  tx: Tx,
  columns: readonly string[],
  rows: string,
): Promise<void> {
  const given = tx`${tx(columns as string[])}`
  await tx`
    insert into app.audit_entries (${given})
    select ${given} from json_populate_recordset(null::app.audit_entries, ${rows}::text::json) archived
    where archived.business_id = ${tx.businessId}
      and (occurred_at, action, operator, detail) not in (
        select occurred_at, action, operator, detail from app.audit_entries
        where business_id = ${tx.businessId})
    returning business_id`
}

/** Inserts entries of the audit log with their ids. */
export async function restoreAuditLog(tx: Tx, entries: string): Promise<void> {
  await tx`
    insert into app.audit_entries overriding system value
    select (json_populate_record(null::app.audit_entries, entry)).*
    from json_array_elements(${entries}::text::json) entry`
}

/** Its jobs, each as a JSON object. As silla_admin. */
export async function listSalonJobs(tx: Tx): Promise<string[]> {
  const rows = await tx<{ job: string }[]>`
    select job from jobs.list_to_archive(${tx.businessId})`
  return rows.map(({ job }) => job)
}

/** @param jobs a JSON array; as silla_admin */
export async function restoreSalonJobs(tx: Tx, jobs: string): Promise<number> {
  const [row] = await tx<{ restored: number }[]>`
    select jobs.restore(${jobs}::text::jsonb) as restored`
  return row?.restored ?? 0
}

/** Jobs that wait on a node of a cluster (decision 0042), in the form of the tenant's outbox. */
export async function restoreOutbox(tx: Tx, rows: string): Promise<number> {
  const enqueued = await tx`
    select app.enqueue_all(archived.jobs)
    from json_populate_recordset(null::app.outbox, ${rows}::text::json) archived
    where archived.business_id = ${tx.businessId}`
  return enqueued.length
}

/** Makes sure that no new row gets an id that one of the salon's restored rows has. As silla_admin. */
export async function raiseIds(tx: Tx): Promise<void> {
  const [last] = await tx<{ eventId: number; codeId: number }[]>`
    select
      coalesce((select max(event.id) from app.events event
        where event.business_id = ${tx.businessId}), 0) as event_id,
      coalesce((select max(code.id) from app.sign_in_codes code
        where code.business_id = ${tx.businessId}), 0) as code_id`
  await tx`
    select registry.raise_ids(${tx.businessId}, ${last?.eventId ?? 0}, ${last?.codeId ?? 0})`
}

/** Removes the record that the business was deleted, and returns whether there was one. */
export async function deleteTombstone(tx: Tx): Promise<boolean> {
  const deleted = await tx`
    delete from registry.deleted_businesses where business_id = ${tx.businessId}
    returning business_id`
  return deleted.length > 0
}

/** Which migrations made the database. */
export async function listAppliedMigrations(tx: Transaction): Promise<string[]> {
  const [state] = await tx<{ appliedMigrations: string[] }[]>`
    select applied_migrations from registry.deployment_state()`
  return [...(state?.appliedMigrations ?? [])].sort()
}

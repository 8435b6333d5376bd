import { salonDifferences, salonRows, type Transaction, type Tx } from '@silla/db'
import { type ResealKeys, sealedColumns, sealRow, unsealRow } from '../archives/sealed-columns.ts'
import type { MoveOptions } from './moving.ts'

/** What differs in a table: keys of rows. */
export interface TableDifference {
  table: salonRows.SalonTable
  /** In the source alone. */
  added: string[]
  /** In both, with other values. */
  changed: string[]
  /** In the copy alone. */
  removed: string[]
}

/** Both databases, each in a transaction of the salon with canonical texts. */
export interface BothSides {
  from: Tx
  to: Tx
  sourceSeal: ResealKeys
  receiverSeal: ResealKeys
}

/** All that a salon has in a database but its jobs, which nobody runs twice by copying them last. */
export async function listMovedTables(tx: Transaction): Promise<salonRows.SalonTable[]> {
  const tables = await salonRows.listSalonTables(tx, { keepsIds: true })
  return tables.filter(({ name }) => name !== 'app.outbox')
}

export const bothSides = (
  from: Tx,
  to: Tx,
  { archiveKeys, sourceKeys, receiverKeys }: MoveOptions,
): BothSides => ({
  ...{ from, to },
  sourceSeal: { archiveKeys, secretsKeys: sourceKeys },
  receiverSeal: { archiveKeys, secretsKeys: receiverKeys },
})

/** Compares the rows of all tables. Tables without a difference are left out. */
export async function findDifferences(
  sides: BothSides,
  tables: readonly salonRows.SalonTable[],
): Promise<{ differences: TableDifference[]; rows: number }> {
  const [source, copy] = await Promise.all([
    readTables(sides.from, tables, sides.sourceSeal),
    readTables(sides.to, tables, sides.receiverSeal),
  ])
  const differences: TableDifference[] = []
  let rows = 0
  for (const table of tables) {
    const [ours, theirs] = [source.get(table.name) as Content, copy.get(table.name) as Content]
    rows += ours.rows
    const different = differentParts(ours.parts, theirs.parts)
    if (different.length === 0) continue
    const [here, there] = await Promise.all([
      hashesOf(sides.from, table, ours, different),
      hashesOf(sides.to, table, theirs, different),
    ])
    const difference = {
      table,
      added: [...here.keys()].filter((key) => !there.has(key)),
      changed: [...here].flatMap(([key, digest]) =>
        there.has(key) && there.get(key) !== digest ? [key] : [],
      ),
      removed: [...there.keys()].filter((key) => !here.has(key)),
    }
    differences.push(difference)
  }
  return { differences, rows }
}

/** The rows of a table, or only digests of its parts. */
interface Content {
  rows: number
  /** Digest by part. */
  parts: Map<number, string>
  /** All rows by their key; null: they are read where digests differ. */
  texts: Map<string, string> | null
}

async function readTables(
  tx: Tx,
  tables: readonly salonRows.SalonTable[],
  seal: ResealKeys,
): Promise<Map<string, Content>> {
  const contents = new Map<string, Content>()
  for (const table of tables)
    contents.set(
      table.name,
      sealedColumns[table.name] === undefined
        ? await readDigests(tx, table)
        : await readSealed(tx, table, seal),
    )
  return contents
}

async function readDigests(tx: Tx, table: salonRows.SalonTable): Promise<Content> {
  const read = await salonDifferences.readParts(tx, table)
  return {
    rows: read.reduce((sum, { rows }) => sum + rows, 0),
    parts: new Map(read.map(({ part, rows, digest }) => [part, `${rows} ${digest}`])),
    texts: null,
  }
}

/** Secrets are encrypted differently in both: they are compared under the keys of the move. */
async function readSealed(tx: Tx, table: salonRows.SalonTable, seal: ResealKeys): Promise<Content> {
  const texts = new Map<string, string>()
  for await (const rows of salonRows.readSalonRows(tx, table))
    for (const row of rows) {
      const { id }: { id: number } = JSON.parse(row)
      texts.set(JSON.stringify({ id }), sealRow(table.name, row, seal))
    }
  return { rows: texts.size, parts: new Map([[0, [...texts.values()].join('\n')]]), texts }
}

const differentParts = (ours: Map<number, string>, theirs: Map<number, string>): number[] =>
  [...new Set([...ours.keys(), ...theirs.keys()])].filter(
    (part) => ours.get(part) !== theirs.get(part),
  )

async function hashesOf(
  tx: Tx,
  table: salonRows.SalonTable,
  { texts }: Content,
  parts: readonly number[],
): Promise<Map<string, string>> {
  if (texts !== null) return texts
  const rows = await salonDifferences.readHashes(tx, table, parts)
  return new Map(rows.map(({ key, digest }) => [key, digest]))
}

/**
 * Makes the copy equal to the source. Rows that no other refers to are replaced, others changed in place, so
 * that what is unique in a table can pass from one row to another.
 *
 * @throws an error of the database for an order of changes that this cannot follow (`isConflict`)
 */
export async function applyDifferences(
  sides: BothSides,
  differences: readonly TableDifference[],
): Promise<void> {
  const { from, to } = sides
  for (const { table, changed, removed } of differences)
    if (table.linkedLater.length > 0)
      await inChunks([...changed, ...removed], (keys) =>
        salonDifferences.unlinkRowsOf(to, table, keys),
      )
  const postponed: TableDifference[] = []
  for (const difference of differences.toReversed()) {
    const { table, changed, removed } = difference
    if (!table.isReferredTo)
      await inChunks([...changed, ...removed], (keys) =>
        salonDifferences.deleteRowsOf(to, table, keys),
      )
    else if (removed.length > 0 && !(await salonDifferences.deletedRowsOf(to, table, removed)))
      postponed.push(difference)
  }
  const linked: (() => Promise<void>)[] = []
  for (const { table, added, changed } of differences) {
    const [inserted, updated] = table.isReferredTo ? [added, changed] : [[...added, ...changed], []]
    await inChunks(inserted, async (keys) => {
      const rows = await rowsOf(sides, table, keys)
      await salonRows.insertSalonRows(to, table, table.columns, arrayOf(rows))
      link(table, rows)
    })
    await inChunks(updated, async (keys) => {
      const rows = await rowsOf(sides, table, keys)
      await salonDifferences.updateRowsOf(to, table, rows)
      link(table, rows)
    })
  }
  for (const each of linked) await each()
  for (const { table, removed } of postponed.reverse())
    await inChunks(removed, (keys) => salonDifferences.deleteRowsOf(to, table, keys))

  function link(table: salonRows.SalonTable, rows: readonly string[]): void {
    const wanted = rows.filter((row) => isLinked(table, row))
    if (wanted.length > 0) linked.push(() => salonRows.linkSalonRows(to, table, arrayOf(wanted)))
  }

  async function rowsOf(
    { sourceSeal, receiverSeal }: BothSides,
    table: salonRows.SalonTable,
    keys: string[],
  ) {
    const rows = await salonDifferences.readRowsOf(from, table, keys)
    return rows.map((row) =>
      unsealRow(table.name, sealRow(table.name, row, sourceSeal), receiverSeal),
    )
  }
}

/** Whether a row has a value in a column that is written when all rows are there. */
export const isLinked = ({ linkedLater }: salonRows.SalonTable, row: string): boolean =>
  linkedLater.some((column) => row.includes(`"${column}":`) && !row.includes(`"${column}":null`))

export const arrayOf = (rows: readonly string[]): string => `[${rows.join(',')}]`

/** Changes that cannot be followed one by one: the copy is made again. */
export const isConflict = (error: unknown): boolean =>
  /^23\w{3}$/.test(String((error as { code?: unknown } | null)?.code ?? ''))

async function inChunks(
  keys: readonly string[],
  work: (keys: string[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < keys.length; start += chunkRows)
    await work(keys.slice(start, start + chunkRows))
}

const chunkRows = 1000

import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { Page } from '../types/values.ts'

// Imports that a salon starts itself (D78): the worker carries them out.

export type ImportKind = 'customers' | 'bookings'

export interface ImportRow {
  id: number
  kind: ImportKind
  source: string
  options: unknown
  isDryRun: boolean
  /** null: a secret key started it */
  staffId: number | null
  /** null: the file has not been read yet */
  rowsTotal: number | null
  rowsDone: number
  /** null: it has not ended, or the file could not be read */
  result: unknown
  /** null: nothing stopped it */
  problem: unknown
  createdAt: Date
  startedAt: Date | null
  endedAt: Date | null
}

/** Returns nothing while another import of the salon has not ended. */
export const insertImport = (
  tx: Tx,
  input: Pick<ImportRow, 'kind' | 'source' | 'isDryRun' | 'staffId'> & {
    options: object
    now: Date
  },
): Query<{ id: number }> => tx`
  insert into imports (business_id, kind, source, options, is_dry_run, staff_id, created_at)
  values (
    ${tx.businessId}, ${input.kind}, ${input.source}, ${tx.json(input.options as never)},
    ${input.isDryRun}, ${input.staffId}, ${input.now})
  on conflict (business_id) where ended_at is null do nothing
  returning id`

export const insertImportFile = (
  tx: Tx,
  { importId, content }: { importId: number; content: Buffer },
): Query<object> => tx`
  insert into import_files (business_id, import_id, content)
  values (${tx.businessId}, ${importId}, ${content})`

/** The one that has not ended. */
export const findOpenImport = (tx: Tx): Query<{ id: number }> => tx`
  select id from imports where business_id = ${tx.businessId} and ended_at is null`

export const findImport = (tx: Tx, id: number): Query<ImportRow> => tx`
  select ${importColumns(tx)} from imports where business_id = ${tx.businessId} and id = ${id}`

/** Locks the import until the transaction ends. */
export const lockImport = (tx: Tx, id: number): Query<ImportRow> => tx`
  select ${importColumns(tx)} from imports
  where business_id = ${tx.businessId} and id = ${id} for update`

/** Those that were started after a time, the newest first. */
export const listImports = (
  tx: Tx,
  { after, offset, limit }: Page & { after: Date },
): Query<ImportRow> => tx`
  select ${importColumns(tx)} from imports
  where business_id = ${tx.businessId} and created_at > ${after}
  order by created_at desc, id desc offset ${offset} limit ${limit}`

export const countImports = (tx: Tx, after: Date): Query<{ count: number }> => tx`
  select count(*)::int as count from imports
  where business_id = ${tx.businessId} and created_at > ${after}`

const importColumns = (tx: Tx) => tx`
  id, kind, source, options, is_dry_run, staff_id, rows_total, rows_done, result, problem,
  created_at, started_at, ended_at`

export const findImportFile = (tx: Tx, importId: number): Query<{ content: Buffer }> => tx`
  select content from import_files where business_id = ${tx.businessId} and import_id = ${importId}`

export const updateImportStarted = (
  tx: Tx,
  { id, now }: { id: number; now: Date },
): Query<object> => tx`
  update imports set started_at = coalesce(started_at, ${now}::timestamptz)
  where business_id = ${tx.businessId} and id = ${id}`

export const updateImportProgress = (
  tx: Tx,
  progress: { id: number; rowsDone: number; rowsTotal: number },
): Query<object> => tx`
  update imports set rows_done = ${progress.rowsDone}, rows_total = ${progress.rowsTotal}
  where business_id = ${tx.businessId} and id = ${progress.id} and ended_at is null`

export const updateImportEnded = (
  tx: Tx,
  input: {
    id: number
    rowsDone: number
    rowsTotal: number | null
    result: object | null
    problem: object | null
    now: Date
  },
): Query<object> => tx`
  update imports
  set rows_done = ${input.rowsDone}, rows_total = ${input.rowsTotal},
    result = ${tx.json(input.result as never)}, problem = ${tx.json(input.problem as never)},
    started_at = coalesce(started_at, ${input.now}::timestamptz), ended_at = ${input.now}
  where business_id = ${tx.businessId} and id = ${input.id}`

export const deleteImportFile = (tx: Tx, importId: number): Query<object> => tx`
  delete from import_files where business_id = ${tx.businessId} and import_id = ${importId}`

/** Some rows of a report. */
export interface ReportPart {
  position: number
  rowCount: number
  attentionCount: number
  content: Buffer
}

/** One with the same position is replaced. */
export const upsertReportPart = (
  tx: Tx,
  { importId, ...part }: ReportPart & { importId: number },
): Query<object> => tx`
  insert into import_report_parts (
    business_id, import_id, position, row_count, attention_count, content)
  values (
    ${tx.businessId}, ${importId}, ${part.position}, ${part.rowCount}, ${part.attentionCount},
    ${part.content})
  on conflict on constraint import_report_parts_position do update
  set row_count = excluded.row_count, attention_count = excluded.attention_count,
    content = excluded.content`

export const deleteReportParts = (tx: Tx, importId: number): Query<object> => tx`
  delete from import_report_parts
  where business_id = ${tx.businessId} and import_id = ${importId}`

/** How long the parts are, in their order, without those of an import that runs. */
export const listPartLengths = (tx: Tx, importId: number): Query<Omit<ReportPart, 'content'>> => tx`
  select position, row_count, attention_count from import_report_parts
  where business_id = ${tx.businessId} and import_id = ${importId} and position >= 0
  order by position`

export const listParts = (
  tx: Tx,
  { importId, positions }: { importId: number; positions: readonly number[] },
): Query<Pick<ReportPart, 'position' | 'content'>> => tx`
  select position, content from import_report_parts
  where business_id = ${tx.businessId} and import_id = ${importId}
    and position = any(${[...positions]}::int[])
  order by position`

/** What the transactions of an import that runs have written. */
export const listWrittenParts = (tx: Tx, importId: number): Query<{ content: Buffer }> => tx`
  select content from import_report_parts
  where business_id = ${tx.businessId} and import_id = ${importId} and position < 0`

/** Everything of the imports that were started before, whatever became of them. */
export const deleteOldImports = (tx: Tx, before: Date): Query<object>[] => [
  tx`
    delete from import_files where business_id = ${tx.businessId} and import_id in (
      select id from imports where business_id = ${tx.businessId} and created_at < ${before})`,
  tx`
    delete from import_report_parts where business_id = ${tx.businessId} and import_id in (
      select id from imports where business_id = ${tx.businessId} and created_at < ${before})`,
  tx`
    delete from imports where business_id = ${tx.businessId} and created_at < ${before}`,
]

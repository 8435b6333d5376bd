import type { importRunQueries } from '@silla/db'
import type { ImportNote } from '@silla/errors'
import type { FileEncoding } from './csv-records.ts'
import type { ImportReport } from './import-report.ts'
import type { DateOrder } from './parse-moments.ts'
import type { ImportSource } from './profiles.ts'

export type ImportKind = importRunQueries.ImportKind

/** How the file of an import is read. The maps are lists of pairs, as they are stored. */
export interface ImportSettings {
  encoding: FileEncoding
  /** Fields by column. */
  columns: [string, string][]
  /** Names of the salon by those of the file; of bookings. */
  names: [string, string][]
  /** null: by the country of the salon */
  dates: DateOrder | null
  matchNames: boolean
  remind: boolean
}

/** An import that the salon has started itself (D78). */
export interface ImportRun {
  id: number
  kind: ImportKind
  source: ImportSource
  isDryRun: boolean
  /** `failed`: something or somebody stopped it, which `problem` names; what was committed before stays. */
  state: 'waiting' | 'running' | 'done' | 'failed'
  /** null: the file has not been read yet */
  rowsTotal: number | null
  rowsDone: number
  /** null: it has not ended, or the file could not be read */
  result: ImportResult | null
  problem: ImportNote | null
  createdAt: Date
  endedAt: Date | null
  /** When the import and its report are deleted. */
  keptUntil: Date
}

export type ImportResult = Pick<ImportReport, 'columns' | 'counts' | 'unknownNames'>

/** How long an import is kept: its report may name people. */
export const retentionMilliseconds = 24 * 3_600_000

/** Of the job that carries it out. */
export const importJobKey = (id: number) => `run-import:${id}`

export const toImportRun = (row: importRunQueries.ImportRow): ImportRun => ({
  id: row.id,
  kind: row.kind,
  source: row.source as ImportSource,
  isDryRun: row.isDryRun,
  state: stateOf(row),
  rowsTotal: row.rowsTotal,
  rowsDone: row.rowsDone,
  result: row.result as ImportResult | null,
  problem: row.problem as ImportNote | null,
  createdAt: row.createdAt,
  endedAt: row.endedAt,
  keptUntil: new Date(row.createdAt.getTime() + retentionMilliseconds),
})

function stateOf({ startedAt, endedAt, problem }: importRunQueries.ImportRow): ImportRun['state'] {
  if (endedAt !== null) return problem === null ? 'done' : 'failed'
  return startedAt === null ? 'waiting' : 'running'
}

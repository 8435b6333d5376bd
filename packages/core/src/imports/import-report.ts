import type { Tx } from '@silla/db'
import type { ImportNote } from '@silla/errors'
import type { ColumnReport } from './map-columns.ts'

/**
 * What becomes of a row. `created`: new; `merged`: it belongs to a customer that exists; `unchanged`: it
 * was imported before; `duplicate`: it repeats a row of the file; `skipped`: nothing to import, such as a
 * cancelled visit; `clash`: its time is taken; `refused`: it is not valid.
 */
const rowOutcomes = [
  'created',
  'merged',
  'unchanged',
  'duplicate',
  'skipped',
  'clash',
  'refused',
] as const

export type RowOutcome = (typeof rowOutcomes)[number]

export interface RowReport {
  line: number
  /** The id in the other product; null: the file has none. */
  externalId: string | null
  outcome: RowOutcome
  /** The id here; null: nothing was written, or not yet in a dry run. */
  id: number | null
  /** Why it was not imported, or what was left out. */
  notes: ImportNote[]
}

export interface ImportReport {
  source: string
  dryRun: boolean
  columns: ColumnReport
  counts: Record<RowOutcome, number>
  /** Of services and professionals that the salon does not have: nothing is imported before they have a
   * meaning. */
  unknownNames: UnknownName[]
  /** One for each row, in the order of the file. */
  rows: RowReport[]
}

export interface UnknownName {
  kind: 'service' | 'professional'
  name: string
  rows: number
}

export interface ImportOptions {
  dryRun: boolean
  /** Called when rows are committed; in a dry run when they are checked. */
  onProgress?: (done: number, total: number) => void | Promise<void>
  /** Called in the transaction that has written these rows; what it throws undoes them. */
  onWrite?: (tx: Tx, rows: readonly RowReport[]) => Promise<void>
}

/** Whether somebody has to look at a row: something was left out, or it is not there. */
export const needsAttention = ({ outcome, notes }: RowReport): boolean =>
  notes.length > 0 || ['duplicate', 'skipped', 'clash', 'refused'].includes(outcome)

export function importReport(
  file: { source: string; columns: ColumnReport },
  dryRun: boolean,
  rows: RowReport[],
  unknownNames: UnknownName[] = [],
): ImportReport {
  const counts = Object.fromEntries(
    rowOutcomes.map((outcome) => [outcome, 0]),
  ) as ImportReport['counts']
  for (const { outcome } of rows) counts[outcome]++
  return { source: file.source, dryRun, columns: file.columns, counts, unknownNames, rows }
}

/** How many rows a file may have. A larger one is split by hand. */
export const maxRows = 100_000

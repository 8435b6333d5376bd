import type { Sql } from '@silla/db'
import { withPool } from './with-pool.ts'

/** What a transaction has read of a table. */
export interface TableReads {
  sequentialScans: number
  /** Rows that an index led to. */
  rowsByIndex: number
}

/**
 * What `work` reads of each table, by `schema.table`, in a transaction of its own that is rolled
 * back. Sequential scans are made so expensive that one remains only where no index can be used.
 */
export function tableReads(
  url: string,
  work: (tx: Sql) => Promise<unknown>,
): Promise<Map<string, TableReads>> {
  // a new connection: its functions have no cached plans
  return withPool(url, (sql) =>
    sql.begin(async (tx) => {
      await tx`set local enable_seqscan = off`
      await work(tx as unknown as Sql)
      const rows = await tx<(TableReads & { name: string })[]>`
        select schemaname || '.' || relname as name, seq_scan::int as sequential_scans,
          coalesce(idx_tup_fetch, 0)::int as rows_by_index
        from pg_stat_xact_user_tables`
      await tx`rollback and chain`
      return new Map(rows.map(({ name, ...reads }) => [name, reads]))
    }),
  )
}

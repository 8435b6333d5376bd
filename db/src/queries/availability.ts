import type { Query, Sql } from '../pool.ts'

/**
 * What is taken of some resources in a window, and the catalogue's version
 * (db/functions/app.busy_spans.sql).
 */
export const findBusySpans = (
  sql: Sql,
  businessId: string,
  input: BusyQuery,
): Query<BusyRow> => sql`
  select catalog_version, resource_ids, starts, ends
  from app.busy_spans(${businessId}, ${input.resourceIds}, ${input.from}, ${input.to}, ${input.now})`

export interface BusyQuery {
  resourceIds: number[]
  from: Date
  to: Date
  now: Date
}

/** Parallel arrays by resource and start; times in epoch minutes. */
export interface BusyRow {
  catalogVersion: number
  resourceIds: number[]
  starts: number[]
  ends: number[]
}

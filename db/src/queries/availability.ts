import type { Query, Sql } from '../pool.ts'

/**
 * The claims on some resources in a window, and the version of the catalogue
 * (db/functions/app.busy_spans.sql).
 */
export const findBusySpans = (
  sql: Sql,
  businessId: string,
  input: { resourceIds: number[]; from: Date; to: Date; now: Date },
): Query<BusySpans> => sql`
  select catalog_version, resource_ids, starts, ends
  from app.busy_spans(
    ${businessId}, ${input.resourceIds}, ${input.from}, ${input.to}, ${input.now})`

/** Parallel arrays by resource and start; times in epoch minutes. */
export interface BusySpans {
  catalogVersion: number
  resourceIds: number[]
  starts: number[]
  ends: number[]
}

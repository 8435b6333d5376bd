import type { Query, Sql } from '../pool.ts'

/** A time in which one resource is looked at; the times are minutes since 1970. */
export interface ResourceWindow {
  resourceId: number
  from: number
  to: number
}

/** The row of `app.busy_spans`; both are null when there is no such business. */
export interface BusySpansRow {
  catalogVersion: number | null
  /** `busySpansOf` reads them. */
  claims: Uint8Array | null
}

/** The claims in some windows, and the version of the catalogue (db/functions/app.busy_spans.sql). */
export const findBusySpans = (
  sql: Sql,
  businessId: string,
  windows: readonly ResourceWindow[],
  now: Date,
): Query<BusySpansRow> => sql`
  select catalog_version, claims
  from app.busy_spans(${businessId}, ${windows.map(({ resourceId }) => resourceId)},
    ${windows.map(({ from }) => instant(from - maxClaimMinutes))},
    ${windows.map(({ from }) => instant(from))}, ${windows.map(({ to }) => instant(to))}, ${now})`

/** The row of `app.busy_spans_by_owner`. */
export interface BusySpansByOwnerRow extends BusySpansRow {
  /** `ownedClaimsOf` reads both. */
  blocks: Uint8Array | null
  own: Uint8Array | null
}

/**
 * The same with the blocks of the salon in the windows, and the claims of one booking
 * (db/functions/app.busy_spans_by_owner.sql).
 */
export const findBusySpansByOwner = (
  sql: Sql,
  businessId: string,
  windows: readonly ResourceWindow[],
  bookingId: number | null,
  now: Date,
): Query<BusySpansByOwnerRow> => sql`
  select catalog_version, claims, blocks, own
  from app.busy_spans_by_owner(${businessId}, ${windows.map(({ resourceId }) => resourceId)},
    ${windows.map(({ from }) => instant(from - maxClaimMinutes))},
    ${windows.map(({ from }) => instant(from))}, ${windows.map(({ to }) => instant(to))}, ${now},
    ${instant(Math.min(...windows.map(({ from }) => from)) - maxClaimMinutes)},
    ${instant(Math.max(...windows.map(({ to }) => to)))}, ${bookingId})`

/** The same time of several resources. */
export interface ResourceGroup {
  resourceIds: readonly number[]
  from: number
  to: number
  /** That of the claims as they are known; null: they are not */
  fingerprint: string | null
}

/** The row of a group; everything is null when there is no such business. */
export interface ChangedBusySpansRow {
  catalogVersion: number | null
  /** null before version 18 of PostgreSQL */
  fingerprint: string | null
  /** `busySpansOf` and `ownedClaimsOf` read them; null when the fingerprint is the known one. */
  claims: Uint8Array | null
  blocks: Uint8Array | null
}

/**
 * The claims and blocks of groups of resources, of those whose fingerprint is not the known one
 * (db/functions/app.changed_busy_spans.sql).
 */
export function findChangedBusySpans(
  sql: Sql,
  businessId: string,
  groups: readonly ResourceGroup[],
  now: Date,
): Query<ChangedBusySpansRow> {
  let last = 0
  return sql`
    select catalog_version, fingerprint, claims, blocks
    from app.changed_busy_spans(${businessId}, ${groups.flatMap(({ resourceIds }) => resourceIds)},
      ${groups.map(({ resourceIds }) => (last += resourceIds.length))},
      ${groups.map(({ from }) => instant(from - maxClaimMinutes))},
      ${groups.map(({ from }) => instant(from))}, ${groups.map(({ to }) => instant(to))},
      ${groups.map(({ fingerprint }) => fingerprint)}, ${now})`
}

const maxClaimMinutes = 24 * 60

const instant = (minute: number): string => new Date(minute * 60_000).toISOString()

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
    ${blocksSince(windows)}, ${blocksTo(windows)}, ${bookingId})`

/** null: no window, as when nobody offers a visit, and then no block is in one */
const blocksSince = (windows: readonly ResourceWindow[]): string | null =>
  windows.length === 0
    ? null
    : instant(Math.min(...windows.map(({ from }) => from)) - maxClaimMinutes)

const blocksTo = (windows: readonly ResourceWindow[]): string | null =>
  windows.length === 0 ? null : instant(Math.max(...windows.map(({ to }) => to)))

/** Claims on a group of resources: those that begin from `from` to `to`, in minutes since 1970. */
export interface GroupPart {
  from: number
  to: number
  /** Whether it has those, too, that began before `from` and last into it. */
  withEarlier: boolean
}

/** A time in which a group of resources is looked at. */
export interface GroupWindow {
  /** The positions of its parts. */
  parts: readonly number[]
  /** That of the claims as they are known; null: they are not */
  fingerprint: string | null
}

/** The row of `app.busy_spans_if_changed`; everything is null when there is no such business. */
export interface BusySpansIfChangedRow {
  catalogVersion: number | null
  /** Of the windows; null before version 18 of PostgreSQL */
  fingerprints: readonly (string | null)[] | null
  /** The numbers, from 1, of the parts of windows that have changed; null: none has. */
  readParts: readonly number[] | null
  /** `busySpansOf` and `ownedClaimsOf` read them; null as `readParts`. */
  claims: Uint8Array | null
  blocks: Uint8Array | null
}

/**
 * The claims and blocks of a group of resources in the windows whose fingerprint is not the known one
 * (db/functions/app.busy_spans_if_changed.sql).
 */
export function findBusySpansIfChanged(
  sql: Sql,
  businessId: string,
  group: {
    resourceIds: readonly number[]
    parts: readonly GroupPart[]
    windows: readonly GroupWindow[]
  },
  now: Date,
): Query<BusySpansIfChangedRow> {
  const { resourceIds, parts, windows } = group
  const since = ({ from, withEarlier }: GroupPart) => from - (withEarlier ? maxClaimMinutes : 0)
  return sql`
    select catalog_version, fingerprints, read_parts, claims, blocks
    from app.busy_spans_if_changed(${businessId}, ${[...resourceIds]},
      ${parts.map((part) => instant(since(part)))}, ${parts.map(({ from }) => instant(from))},
      ${parts.map(({ to }) => instant(to))},
      ${windows.flatMap(({ parts }, index) => parts.map(() => index + 1))},
      ${windows.flatMap(({ parts }) => parts.map((part) => part + 1))},
      ${windows.map(({ fingerprint }) => fingerprint)}, ${now})`
}

const maxClaimMinutes = 24 * 60

const instant = (minute: number): string => new Date(minute * 60_000).toISOString()

import { mapDbErrors } from '../db-errors.ts'
import type { Query, Sql } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { BlockedResource } from '../types/block.ts'
import type { BookedProfessional } from '../types/booking.ts'
import type { CalendarFeed } from '../types/calendar.ts'
import type { BookingState, Translated } from '../types/values.ts'
import type { FoundApiKey } from './api-keys.ts'

/** A calendar feed, and the business that it belongs to. */
export interface FoundCalendarFeed
  extends Pick<
    FoundApiKey,
    'businessId' | 'slug' | 'mode' | 'status' | 'rates' | 'clockOffsetMilliseconds'
  > {
  feedId: number
}

/**
 * The feed that a token with this hash gives access to, found before the tenant is known. null: the
 * token is unknown or revoked, or the business is suspended.
 *
 * @throws SERVICE_UNAVAILABLE when the database is down or does not answer
 */
export async function findFeedByToken(
  sql: Sql,
  tokenHash: Buffer,
): Promise<FoundCalendarFeed | null> {
  const query = () => sql<FoundCalendarFeed[]>`
    select feed_id, business_id, slug, mode, status, rates, clock_offset_milliseconds
    from registry.find_calendar_feed(${tokenHash})`
  const [found] = await mapDbErrors(async () => await query())
  return found ?? null
}

/** The oldest first. */
export const listCalendarFeeds = (tx: Tx): Query<CalendarFeed> => tx`
  ${feedColumns(tx)} order by feed.created_at, feed.id`

/** Those of these feeds that exist. */
export const findCalendarFeeds = (tx: Tx, ids: readonly number[]): Query<CalendarFeed> => tx`
  ${feedColumns(tx)} and feed.id = any (${[...ids]}::bigint[])`

const feedColumns = (tx: Tx) => tx`
  select feed.id, feed.created_at,
    case when person.id is not null then
      jsonb_build_object('id', person.id, 'name', person.name) end as professional
  from calendar_feeds feed
  left join professionals person
    on person.business_id = ${tx.businessId} and person.id = feed.professional_id
  where feed.business_id = ${tx.businessId}`

/** Locks the salon's feeds until the transaction ends, so that they are counted correctly. */
export const lockCalendarFeeds = (tx: Tx): Query<object> => tx`
  select from business_settings where business_id = ${tx.businessId} for no key update`

export const countCalendarFeeds = (tx: Tx): Query<{ count: number }> => tx`
  select count(*)::int as count from calendar_feeds where business_id = ${tx.businessId}`

/** An active professional, who stays active until the transaction ends. */
export const shareActiveProfessional = (tx: Tx, id: number): Query<BookedProfessional> => tx`
  select id, name from professionals
  where business_id = ${tx.businessId} and id = ${id} and active for share`

export const insertCalendarFeed = (
  tx: Tx,
  feed: { professionalId: number | null; createdAt: Date },
): Query<{ id: number }> => tx`
  insert into calendar_feeds (business_id, professional_id, created_at)
  values (${tx.businessId}, ${feed.professionalId}, ${feed.createdAt})
  returning id`

/** The token with this hash gives access to the feed from the commit on. */
export const insertCalendarToken = (tx: Tx, tokenHash: Buffer, feedId: number): Query<object> => tx`
  select registry.insert_calendar_token(${tokenHash}, ${feedId})`

/** Deletes a feed; returns no row when there is none. Its token is deleted separately. */
export const deleteCalendarFeed = (tx: Tx, id: number): Query<{ id: number }> => tx`
  delete from calendar_feeds where business_id = ${tx.businessId} and id = ${id} returning id`

/** Deletes the feeds of professionals who are no longer active. */
export const deleteFeedsOfInactive = (tx: Tx): Query<{ id: number }> => tx`
  delete from calendar_feeds feed using professionals person
  where feed.business_id = ${tx.businessId} and person.business_id = ${tx.businessId}
    and person.id = feed.professional_id and not person.active
  returning feed.id`

/**
 * The tokens of these feeds give no access from the commit on. For the API, which has no rights on the
 * registry.
 */
export const revokeCalendarTokens = (tx: Tx, feedIds: readonly number[]): Query<object> => tx`
  select registry.delete_calendar_tokens(${[...feedIds]}::bigint[])`

/**
 * The same for staff, in a transaction that has locked the business. On a cluster, the function runs on
 * a connection of its owner, which would wait for that lock.
 */
export const deleteCalendarTokens = (tx: Tx, feedIds: readonly number[]): Query<object> => tx`
  delete from registry.calendar_tokens token
  where token.business_id = ${tx.businessId} and token.feed_id = any (${[...feedIds]}::bigint[])`

/** What a feed has: by start, and cancelled bookings by the time of their cancellation, too. */
export interface CalendarPeriod {
  from: Date
  before: Date
}

/**
 * A text that is different after anything in the period has changed: a booking that was added, moved,
 * changed or erased, or a block. It reads no lines and no names. With it the version of the catalogue,
 * which has the settings and the names of professionals.
 */
export const findCalendarVersion = (
  tx: Tx,
  period: CalendarPeriod,
): Query<{ version: string; catalogVersion: number }> => tx`
  select concat_ws(' ', visits.version, blocked.version) as version,
    (select catalog_version from businesses
      where business_id = ${tx.businessId}) as catalog_version
  from (
    select ${bookingsVersion(tx)} as version
    from bookings b where b.business_id = ${tx.businessId} and ${isBookingWithin(tx, period)}) visits
  cross join (
    select ${blocksVersion(tx)} as version
    from blocks block
    where block.business_id = ${tx.businessId} and ${isBlockWithin(tx, period)}) blocked`

/** The catalogue, and the professional whose calendar is read; null: of all, or there is none. */
export const findCalendarOwner = (
  tx: Tx,
  professionalId: number | null,
): Query<{ catalogVersion: number; professionalName: string | null }> => tx`
  select business.catalog_version,
    (select person.name from professionals person
      where person.business_id = ${tx.businessId} and person.id = ${professionalId}
    ) as professional_name
  from businesses business
  where business.business_id = ${tx.businessId}`

/** The days of a calendar that its reader has, each with its version. */
export interface KnownDays {
  days: number[]
  versions: string[]
}

/**
 * A day of a calendar in UTC, as days since 1970; null stands for all days together, which are not
 * read. A day that has many entries is several rows.
 */
export interface CalendarDayRow {
  day: number | null
  version: string
  /** Whether its entries have been read: those of days whose version is not the known one. */
  isRead: boolean
  /**
   * JSON of some entries, in order: the driver takes longer to read rows than JSON.parse, and reads
   * all that have arrived at once. null: none.
   */
  entries: string | null
}

/** A read ends with the day that has its four thousandth entry; the next one continues. */
const maxEntriesPerRead = 4000
const entriesPerRow = 250

/** One line of a booking, with what a calendar shows of the booking. Seconds are those since 1970. */
export type CalendarLine = [
  id: number,
  state: BookingState,
  version: number,
  updatedSeconds: number,
  customerName: string,
  name: Translated,
  professionalId: number,
  professionalName: string,
  startSeconds: number,
  endSeconds: number,
  /** Minutes that alternate work, wait, work, ... (D34). */
  phases: number[],
]

/**
 * The days of a period by their bookings, and the lines (`CalendarLine`) of those that have changed,
 * the bookings by start.
 *
 * @param professionalId null: of all
 */
export const readBookingDays = (
  tx: Tx,
  { professionalId, ...period }: CalendarPeriod & { professionalId: number | null },
  known: KnownDays,
): Query<CalendarDayRow> => tx`
  with counted as materialized (
    select b.day, count(*) as entries, ${bookingsVersion(tx)} as version
    from (
      select ${dayOf(tx, tx`b.starts_at`)} as day, b.id, b.version, b.updated_at, b.contact_name
      from bookings b where b.business_id = ${tx.businessId} and ${isBookingWithin(tx, period)}) b
    group by grouping sets ((), (b.day))
  ), ${wantedDays(tx, known)}
  select counted.day, counted.version, wanted.day is not null as is_read, found.entries
  from counted
  left join wanted on wanted.day = counted.day
  left join lateral (
    select json_agg(json_build_array(
        line.id, line.state, line.version, line.updated_seconds, line.contact_name, line.name,
        line.professional_id, line.professional_name, line.start_seconds, line.end_seconds,
        line.phase_minutes)
      order by line.starts_at, line.id, line.position)::text as entries,
      min(line.number) as number
    from (
      select b.id, b.state, b.version, b.starts_at, b.contact_name, line.position, line.name,
        line.professional_id, person.name as professional_name, line.phase_minutes,
        floor(date_part('epoch', b.updated_at))::int8 as updated_seconds,
        date_part('epoch', line.starts_at)::int8 as start_seconds,
        date_part('epoch', line.ends_at)::int8 as end_seconds,
        dense_rank() over (order by b.starts_at, b.id) as number
      from bookings b
      join booking_lines line on line.business_id = ${tx.businessId} and line.booking_id = b.id
      join professionals person
        on person.business_id = ${tx.businessId} and person.id = line.professional_id
      where b.business_id = ${tx.businessId}
        and b.starts_at >= wanted.starts_at and b.starts_at < wanted.ends_at
        and ${isBookingWithin(tx, period)}
        and ${professionalId === null ? tx`true` : tx`line.professional_id = ${professionalId}`}
    ) line
    group by (line.number - 1) / ${entriesPerRow}::int) found on true
  order by counted.day, found.number`

/** A block as a calendar shows it: without its reason. */
export type CalendarBlock = [
  id: number,
  startSeconds: number,
  endSeconds: number,
  createdSeconds: number,
  professionalName: string | null,
  resource: BlockedResource | null,
]

/**
 * The same for blocks (`CalendarBlock`).
 *
 * @param professionalId null: of all professionals, and of resources
 */
export const readBlockDays = (
  tx: Tx,
  { professionalId, ...period }: CalendarPeriod & { professionalId: number | null },
  known: KnownDays,
): Query<CalendarDayRow> => tx`
  with counted as materialized (
    select block.day, count(*) as entries, ${blocksVersion(tx)} as version
    from (
      select ${dayOf(tx, tx`block.starts_at`)} as day, block.id
      from blocks block
      where block.business_id = ${tx.businessId} and ${isBlockWithin(tx, period)}) block
    group by grouping sets ((), (block.day))
  ), ${wantedDays(tx, known)}
  select counted.day, counted.version, wanted.day is not null as is_read, found.entries
  from counted
  left join wanted on wanted.day = counted.day
  left join lateral (
    select json_agg(json_build_array(
        block.id, block.starts_seconds, block.ends_seconds, block.created_seconds,
        block.professional_name, block.resource)
      order by block.starts_at, block.id)::text as entries,
      min(block.number) as number
    from (
      select block.id, block.starts_at, person.name as professional_name,
        floor(date_part('epoch', block.starts_at))::int8 as starts_seconds,
        floor(date_part('epoch', block.ends_at))::int8 as ends_seconds,
        floor(date_part('epoch', block.created_at))::int8 as created_seconds,
        case when type.id is not null then jsonb_build_object(
          'handle', type.handle, 'name', type.name, 'unitNumber', block.unit_number) end as resource,
        row_number() over (order by block.starts_at, block.id) as number
      from blocks block
      left join professionals person
        on person.business_id = ${tx.businessId} and person.id = block.professional_id
      left join resource_types type
        on type.business_id = ${tx.businessId} and type.id = block.resource_type_id
      where block.business_id = ${tx.businessId}
        and block.starts_at >= wanted.starts_at and block.starts_at < wanted.ends_at
        and ${isBlockWithin(tx, period)}
        and ${professionalId === null ? tx`true` : tx`block.professional_id = ${professionalId}`}
    ) block
    group by (block.number - 1) / ${entriesPerRow}::int) found on true
  order by counted.day, found.number`

const bookingsVersion = (tx: Tx) => tx`
  concat_ws(' ', count(*), sum(b.id), sum(b.version), extract(epoch from max(b.updated_at)),
    count(*) filter (where b.contact_name = ''))`

const blocksVersion = (tx: Tx) => tx`concat_ws(' ', count(*), sum(block.id))`

const dayOf = (tx: Tx, instant: ReturnType<typeof bookingsVersion>) =>
  tx`floor(date_part('epoch', ${instant}) / 86400)::int`

/**
 * Which days of \`counted\` are read: the first ones that have changed. Their limits are columns,
 * because a function of a column would be no condition of an index under row-level security.
 */
const wantedDays = (tx: Tx, { days, versions }: KnownDays) => tx`
  changed as (
    select counted.day, sum(counted.entries) over (order by counted.day) - counted.entries as before
    from counted
    left join unnest(${days}::int[], ${versions}::text[]) as known (day, version)
      on known.day = counted.day
    where counted.day is not null and known.version is distinct from counted.version
  ), wanted as materialized (
    select day, to_timestamp(day::int8 * 86400) as starts_at,
      to_timestamp((day::int8 + 1) * 86400) as ends_at
    from changed where before < ${maxEntriesPerRead}::int
  )`

const isBookingWithin = (tx: Tx, { from, before }: CalendarPeriod) => tx`
  b.starts_at >= ${from} and b.starts_at < ${before}
  and (b.state <> 'cancelled' or b.cancelled_at >= ${from})`

/** A block lasts at most 32 days: one that starts before that has ended. */
const isBlockWithin = (tx: Tx, { from, before }: CalendarPeriod) => tx`
  block.starts_at > ${new Date(from.getTime() - 32 * 24 * 3_600_000)}
  and block.starts_at < ${before} and block.ends_at > ${from}`

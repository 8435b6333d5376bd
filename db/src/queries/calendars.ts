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

export const findCalendarFeed = (tx: Tx, id: number): Query<CalendarFeed> => tx`
  ${feedColumns(tx)} and feed.id = ${id}`

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
    select concat_ws(' ', count(*), sum(b.id), sum(b.version), extract(epoch from max(b.updated_at)),
      count(*) filter (where b.contact_name = '')) as version
    from bookings b where b.business_id = ${tx.businessId} and ${isBookingWithin(tx, period)}) visits
  cross join (
    select concat_ws(' ', count(*), sum(block.id)) as version
    from blocks block
    where block.business_id = ${tx.businessId} and ${isBlockWithin(tx, period)}) blocked`

/**
 * One line of a booking, with what a calendar shows of the booking. Times are seconds since 1970:
 * there are thousands of lines, and a Date takes longer to parse and more memory.
 */
export interface CalendarLine {
  id: number
  state: BookingState
  version: number
  updatedSeconds: number
  customerName: string
  name: Translated
  professionalId: number
  professionalName: string
  startSeconds: number
  endSeconds: number
  /** Minutes that alternate work, wait, work, ... (D34). */
  phases: number[]
}

/** The lines of the bookings, in order, the bookings by start. @param professionalId null: of all */
export const listCalendarLines = (
  tx: Tx,
  { professionalId, ...period }: CalendarPeriod & { professionalId: number | null },
): Query<CalendarLine> => tx`
  select b.id, b.state, b.version,
    floor(date_part('epoch', b.updated_at))::int8 as updated_seconds,
    b.contact_name as customer_name, line.name, line.professional_id,
    person.name as professional_name,
    date_part('epoch', line.starts_at)::int8 as start_seconds,
    date_part('epoch', line.ends_at)::int8 as end_seconds, line.phase_minutes as phases
  from bookings b
  join booking_lines line on line.business_id = ${tx.businessId} and line.booking_id = b.id
  join professionals person
    on person.business_id = ${tx.businessId} and person.id = line.professional_id
  where b.business_id = ${tx.businessId} and ${isBookingWithin(tx, period)}
    and ${professionalId === null ? tx`true` : tx`line.professional_id = ${professionalId}`}
  order by b.starts_at, b.id, line.position`

/** A block as a calendar shows it: without its reason. */
export interface CalendarBlock {
  id: number
  startsAt: Date
  endsAt: Date
  createdAt: Date
  professionalName: string | null
  resource: BlockedResource | null
}

/** @param professionalId null: of all professionals, and of resources */
export const listCalendarBlocks = (
  tx: Tx,
  { professionalId, ...period }: CalendarPeriod & { professionalId: number | null },
): Query<CalendarBlock> => tx`
  select block.id, block.starts_at, block.ends_at, block.created_at,
    person.name as professional_name,
    case when type.id is not null then jsonb_build_object(
      'handle', type.handle, 'name', type.name, 'unitNumber', block.unit_number) end as resource
  from blocks block
  left join professionals person
    on person.business_id = ${tx.businessId} and person.id = block.professional_id
  left join resource_types type
    on type.business_id = ${tx.businessId} and type.id = block.resource_type_id
  where block.business_id = ${tx.businessId} and ${isBlockWithin(tx, period)}
    and ${professionalId === null ? tx`true` : tx`block.professional_id = ${professionalId}`}
  order by block.starts_at, block.id`

const isBookingWithin = (tx: Tx, { from, before }: CalendarPeriod) => tx`
  b.starts_at >= ${from} and b.starts_at < ${before}
  and (b.state <> 'cancelled' or b.cancelled_at >= ${from})`

/** A block lasts at most 32 days: one that starts before that has ended. */
const isBlockWithin = (tx: Tx, { from, before }: CalendarPeriod) => tx`
  block.starts_at > ${new Date(from.getTime() - 32 * 24 * 3_600_000)}
  and block.starts_at < ${before} and block.ends_at > ${from}`

import { isClientBackend } from '../client-backend.ts'
import { apiListenerNames } from '../listen.ts'
import type { Query, Sql } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { Transaction } from '../transaction.ts'

// The queries of the health checks, as silla_admin. They change nothing.

/**
 * The problems of one business: how many there are of each kind; where money is affected, the ids
 * of the payments; of what is pending past its deadline, the codes.
 */
export interface BusinessHealth extends InconsistentRows {
  /**
   * When all rows that grow with every visit were consistent: since then, only those that Silla has
   * changed were checked. Null: all of them were checked now.
   */
  checkedAt: Date | null
  /** The catalogue has changed since `checkedAt`. */
  hasNewCatalog: boolean | null
  /** The bookings that have changed since `checkedAt`. */
  changedBookings: number[] | null
  timezone: string
  requiresPrepayment: boolean
  acceptsOnlinePayments: boolean
  /** The connected account, with its last known status; null: there is none. */
  accountRef: string | null
  cardPayments: string | null
  accountReady: boolean | null
  accountCheckedAt: Date | null
  /** It cannot charge yet, was connected within seven days and never received a payment. */
  accountOnboarding: boolean | null
  /** Accounts that differ between the registry and the salon's rows. */
  accountDrift: number
  onlinePage: boolean
  /** Its booking page has a key that can be used. */
  hasPageKey: boolean
  /** Codes of bookings that await payment or confirmation past their deadline. */
  expiredBookings: string[]
  /** Blocks that have not ended and have claims on less than their time. */
  unclaimedBlocks: number
  /** Codes of orders that await payment past their deadline. */
  expiredOrders: string[]
  /** Orders whose totals differ from their lines. */
  orderDrift: number
  /** Products whose taken quantity differs from their orders. */
  stockDrift: number
  waitingMails: number
  failedMails: number
  /** Events without a position. */
  waitingEvents: number
  /** Payments with a refund that was not sent to the processor in time. */
  unsentRefunds: number[]
  /** Payments with a refund that the balance of the salon's account does not cover so far. */
  underfundedRefunds: number[]
  /** Payments with a refund that was sent long ago and is not final. */
  unsettledRefunds: number[]
  /** Payments with a refund that failed and was not replaced. */
  failedRefunds: number[]
  /** Payments that can still be paid though their time is over. */
  openPayments: number[]
  /** Payments that received another amount than requested, and are undecided. */
  reviewPayments: number[]
  /** Payments in a state that does not follow from their facts. */
  paymentDrift: number[]
  /** Payments that differ from what they paid for. */
  paidDrift: number[]
  /** Payments that became final without an event of the processor. */
  paymentsWithoutEvent: number[]
  /** Payments that were closed without the processor's confirmation. */
  unverifiedPayments: number[]
  /** Events of the salon's account that could not be parsed. */
  unreadableEvents: number
}

/** Rows that do not agree with the rows they are derived from, in tables that grow with every visit. */
export interface InconsistentRows {
  /** Claims of bookings that are cancelled. */
  staleClaims: number
  /** Upcoming bookings without a claim on all that their lines need. */
  unclaimedBookings: number
  /** Bookings whose totals, times or state differ from their lines and transitions. */
  bookingDrift: number
  /** Customers whose balance differs from the sum of their movements. */
  pointsDrift: number
}

/** @param checkedAfter an older consistency check does not count; null: none does */
export const findBusinessHealth = (
  tx: Tx,
  { late, checkedAfter }: { late: Date; checkedAfter: Date | null },
): Query<BusinessHealth> => tx`
  select checked_at, has_new_catalog, changed_bookings, timezone, requires_prepayment, accepts_online_payments, account_ref, card_payments,
    account_ready, account_checked_at, account_onboarding, account_drift, online_page, has_page_key,
    expired_bookings,
    stale_claims, unclaimed_bookings, unclaimed_blocks, booking_drift, expired_orders, order_drift, points_drift,
    stock_drift, waiting_mails, failed_mails, waiting_events, unsent_refunds, unsettled_refunds,
    failed_refunds, open_payments, review_payments, payment_drift, paid_drift,
    payments_without_event, unverified_payments, underfunded_refunds, unreadable_events
  from app.check_business(${tx.businessId}, ${late}, ${checkedAfter})`

/** Client addresses and email domains that have as many bookings of guests as allowed on a day in UTC. */
export const countReachedCeilings = (tx: Tx, now: Date): Query<{ reached: number }> => tx`
  select count(*)::int as reached
  from guest_booking_counts counted
  join business_settings settings on settings.business_id = ${tx.businessId}
  where counted.business_id = ${tx.businessId}
    and counted.day = (${now}::timestamptz at time zone 'UTC')::date
    and counted.bookings >= case counted.kind
      when 'address' then settings.guest_bookings_per_address
      else settings.guest_bookings_per_domain end`

/** Rows that contradict each other of what leaves a salon: events, calendars, messages and offers. */
export interface OutgoingHealth {
  /** Senders of messages that the registry does not lead back from, and those that are only there. */
  senderDrift: number
  /** Entries of the waitlist that are offered nothing, and those with an offer that nobody knows of. */
  waitlistDrift: number
  /** Tokens of calendars that do not exist, and calendars without a token. */
  calendarDrift: number
  /** Memberships of nobody, and people with a confirmed email who are not found by it. */
  membershipDrift: number
  /** Events and endpoints with a position after the last one that was given. */
  positionDrift: number
  /** Deliveries that await an attempt at an endpoint that is off or does not exist. */
  deliveryDrift: number
}

/** The last position is the value of a sub-select: one of `coalesce` would be compared with every event. */
export const findOutgoingHealth = (tx: Tx): Query<OutgoingHealth> => tx`
  select
    (select count(*)::int from registry.calendar_tokens token
      where token.business_id = ${tx.businessId} and not exists (
        select from calendar_feeds feed
        where feed.business_id = ${tx.businessId} and feed.id = token.feed_id))
    + (select count(*)::int from calendar_feeds feed
      where feed.business_id = ${tx.businessId} and not exists (
        select from registry.calendar_tokens token
        where token.business_id = ${tx.businessId} and token.feed_id = feed.id))
      as calendar_drift,
    (select count(*)::int from registry.message_senders known
      where known.business_id = ${tx.businessId} and not exists (
        select from message_senders own
        where own.business_id = ${tx.businessId} and own.channel = known.channel
          and own.sender = known.sender))
    + (select count(*)::int from message_senders own
      where own.business_id = ${tx.businessId} and not exists (
        select from registry.message_senders known
        where known.business_id = ${tx.businessId} and known.channel = own.channel
          and known.sender = own.sender))
      as sender_drift,
    (select count(*)::int from waitlist_entries entry
      where entry.business_id = ${tx.businessId} and entry.state in ('waiting', 'offered')
        and (entry.state = 'offered') <> exists (
          select from waitlist_offers offer
          where offer.business_id = ${tx.businessId} and offer.entry_id = entry.id
            and offer.outcome is null))
      as waitlist_drift,
    (select count(*)::int from registry.staff_memberships member
      where member.business_id = ${tx.businessId} and not exists (
        select from staff person
        where person.business_id = ${tx.businessId} and person.id = member.staff_id
          and person.email_hash = member.email_hash))
    + (select count(*)::int from staff person
      where person.business_id = ${tx.businessId} and person.email_hash is not null
        and not exists (
          select from registry.staff_memberships member
          where member.business_id = ${tx.businessId} and member.staff_id = person.id))
      as membership_drift,
    (select count(*)::int from events event
      where event.business_id = ${tx.businessId} and event.position > (
        select coalesce(max(given.last_position), 0) from event_positions given
        where given.business_id = ${tx.businessId}))
    + (select count(*)::int from event_endpoints endpoint
      where endpoint.business_id = ${tx.businessId} and endpoint.position > coalesce((
        select given.last_position from event_positions given
        where given.business_id = ${tx.businessId}), 0))
      as position_drift,
    (select count(*)::int from event_deliveries delivery
      where delivery.business_id = ${tx.businessId} and delivery.state = 'pending'
        and not exists (
          select from event_endpoints endpoint
          where endpoint.business_id = ${tx.businessId} and endpoint.id = delivery.endpoint_id
            and endpoint.is_active))
      as delivery_drift`

/** The domains that are registered for the account that may charge, and whether wallets are offered there. */
export const listChargingDomains = (tx: Tx): Query<{ domain: string; active: boolean }> => tx`
  select registered.domain, registered.active
  from payment_domains registered
  join processor_accounts account
    on account.business_id = ${tx.businessId} and account.account_ref = registered.account_ref
  where registered.business_id = ${tx.businessId} and account.disconnected_at is null
    and account.ready
  order by registered.domain`

/** Those who have no shifts and work on no day of their exceptions from yesterday on. */
export const listProfessionalsWithoutShifts = (tx: Tx, now: Date): Query<{ handle: string }> => tx`
  select professional.handle
  from professionals professional
  where professional.business_id = ${tx.businessId} and professional.active
    and not exists (
      select from shifts shift
      where shift.business_id = ${tx.businessId} and shift.professional_id = professional.id)
    and not exists (
      select from schedule_exceptions exception
      where exception.business_id = ${tx.businessId}
        and exception.professional_id = professional.id
        and exception.day >= ${dayBefore(now)}::date and cardinality(exception.start_minutes) > 0)
  order by professional.position`

/** Services that customers see and nobody who works in the salon offers. */
export const listUnofferedServices = (tx: Tx): Query<{ handle: string }> => tx`
  select service.handle
  from services service
  where service.business_id = ${tx.businessId} and service.active
    and not exists (
      select from professional_services offer
      join professionals professional
        on professional.business_id = ${tx.businessId} and professional.id = offer.professional_id
      where offer.business_id = ${tx.businessId} and offer.service_id = service.id
        and professional.active)
  order by service.position, service.handle`

/** Money in another currency than the salon's. */
export interface ForeignMoney {
  kind: 'booking' | 'order' | 'payment' | 'till entry'
  currency: string
  count: number
}

/**
 * Upcoming bookings, and orders, payments and takings of the last three months.
 *
 * @param of only these bookings; null: all
 */
export const listForeignMoney = (
  tx: Tx,
  now: Date,
  of: readonly number[] | null,
): Query<ForeignMoney> => tx`
  select money.kind, money.currency, count(*)::int as count
  from (
    select 'booking' as kind, booking.currency from bookings booking
    where booking.business_id = ${tx.businessId} and booking.starts_at > ${dayBefore(now)}
      and booking.state in ('pending', 'confirmed')
      and ${of === null ? tx`true` : tx`booking.id = any(${[...of]}::bigint[])`}
    union all
    select 'order', placed.currency from orders placed
    where placed.business_id = ${tx.businessId} and placed.created_at > ${quarterBefore(now)}
    union all
    select 'payment', payment.currency from payments payment
    where payment.business_id = ${tx.businessId} and payment.created_at > ${quarterBefore(now)}
    union all
    select 'till entry', entry.currency from till_entries entry
    where entry.business_id = ${tx.businessId} and entry.created_at > ${quarterBefore(now)}) money
  join business_settings settings on settings.business_id = ${tx.businessId}
  where money.currency <> settings.currency
  group by money.kind, money.currency
  order by money.kind, money.currency`

/** The ids of a numbered table. */
export interface NextId {
  /** `app.claims_id_seq` */
  sequenceName: string
  /** Of the next row, at least. */
  nextId: number
  highestId: number
}

export const listNextIds = (sql: Sql): Query<NextId> => sql`
  select sequence_name, next_id, highest_id from registry.next_ids()
  union all
  select sequence_name, next_id, highest_id from jobs.next_ids()`

/** Rows without which nothing about a business can be checked. */
export interface OwnRows {
  isRegistered: boolean
  hasProfile: boolean
  hasSettings: boolean
}

export const findOwnRows = (tx: Tx): Query<OwnRows> => tx`
  select
    exists (select from registry.businesses where business_id = ${tx.businessId}) as is_registered,
    exists (select from businesses where business_id = ${tx.businessId}) as has_profile,
    exists (select from business_settings where business_id = ${tx.businessId}) as has_settings`

export const listUnregisteredBusinesses = (sql: Sql): Query<{ businessId: string; name: string }> =>
  sql`select business_id, name from registry.unregistered_businesses()`

/** Those with rows that belong to no business that is known, with the tables. Not on a cluster. */
export const listUnknownBusinesses = (
  sql: Sql,
): Query<{ businessId: string; tableNames: string[] }> =>
  sql`select business_id, table_names from registry.unknown_businesses()`

/** Salons that have been between two deployments since before this time. */
export const listUnfinishedMoves = (
  sql: Sql,
  before: Date,
): Query<{ slug: string; url: string; startedAt: Date }> => sql`
  select coalesce(business.slug, move.business_id::text) as slug, move.url, move.started_at
  from registry.business_moves move
  left join registry.businesses business on business.business_id = move.business_id
  where move.started_at < ${before}
  order by 1`

/** Rows of one business that refer to rows which do not exist. */
export interface OrphanedRows {
  tableName: string
  constraintName: string
  parentName: string
  /** A query of the rows, for silla_migrator. */
  listing: string
  /** null: the table has no column for it */
  businessId: string | null
  /** null: the tables of this foreign key are too large, and were not read */
  rowsFound: number | null
}

/** @param mostBytes of a table that is read; null: all are */
export const listRowsWithoutParent = (sql: Sql, mostBytes: number | null): Query<OrphanedRows> =>
  sql`
    select table_name, constraint_name, parent_name, listing, business_id, rows_found
    from registry.rows_without_parent(${mostBytes})`

/** How many keys of the hashes of `registry.mail_counts` there are. */
export const countMailKeys = (sql: Sql): Query<{ keys: number }> =>
  sql`select registry.mail_keys() as keys`

/** What staff can run as silla_migrator, with the business's own values instead of these. */
export const missingRowStatement = (
  missing: 'profile' | 'settings' | 'registry' | 'both',
  businessId: string,
): string =>
  ({
    profile: `insert into app.businesses (business_id, name, country, created_at) select business_id, slug, 'ES', created_at from registry.businesses where business_id = '${businessId}'`,
    settings: `insert into app.business_settings (business_id, currency, timezone, main_language) values ('${businessId}', 'EUR', 'Europe/Madrid', 'es')`,
    registry: `insert into registry.businesses (business_id, slug, mode, created_at) select business_id, 'salon-${businessId.slice(0, 8)}', 'live', created_at from app.businesses where business_id = '${businessId}'`,
    // the profile follows, with the statement that is printed then
    both: `insert into registry.businesses (business_id, slug, mode, created_at) values ('${businessId}', 'salon-${businessId.slice(0, 8)}', 'live', now())`,
  })[missing]

/**
 * The codes of bookings and orders without lines, of the last week and upcoming.
 * @param of only these bookings; null: all
 */
export const listWithoutLines = (
  tx: Tx,
  late: Date,
  of: readonly number[] | null,
): Query<{ bookings: string[]; orders: string[] }> => tx`
  select
    array(
      select booking.code from bookings booking
      where booking.business_id = ${tx.businessId} and booking.starts_at > ${weekBefore(late)}
        and booking.state <> 'cancelled'
        and ${of === null ? tx`true` : tx`booking.id = any(${[...of]}::bigint[])`}
        and not exists (
          select from booking_lines line
          where line.business_id = ${tx.businessId} and line.booking_id = booking.id)
      order by booking.starts_at, booking.id) as bookings,
    array(
      select placed.code from orders placed
      where placed.business_id = ${tx.businessId} and placed.created_at > ${weekBefore(late)}
        and placed.state <> 'cancelled'
        and not exists (
          select from order_lines line
          where line.business_id = ${tx.businessId} and line.order_id = placed.id)
      order by placed.created_at, placed.id) as orders`

/**
 * The codes of bookings of the last week and upcoming whose transitions are not one way from their beginning to
 * one state: each state but the last has to be left as often as it was reached. In whatever order they are,
 * because several may have the same time.
 *
 * @param of only these bookings; null: all
 */
export const listBrokenHistories = (
  tx: Tx,
  late: Date,
  of: readonly number[] | null,
): Query<{ code: string }> => tx`
  select booking.code
  from bookings booking
  cross join lateral (
    select count(*) filter (where reached.balance <> 0) as states, max(reached.balance) as most,
      sum(reached.balance) filter (where reached.state = '') as beginnings
    from (
      select step.state, sum(step.change) as balance
      from booking_transitions transition
      cross join lateral (values
        (transition.to_state, 1), (coalesce(transition.from_state, ''), -1)) as step (state, change)
      where transition.business_id = ${tx.businessId} and transition.booking_id = booking.id
      group by step.state) reached) history
  where booking.business_id = ${tx.businessId} and booking.starts_at > ${weekBefore(late)}
    and ${of === null ? tx`true` : tx`booking.id = any(${[...of]}::bigint[])`}
    -- one without any is found by app.check_consistency
    and history.states > 0
    and (history.states <> 2 or history.most <> 1 or history.beginnings is distinct from -1)
  order by booking.starts_at, booking.id`

/**
 * Claims of time that has not ended and that nothing needs: of a booking or block that does not exist, before, after or
 * apart from the lines of their booking or the parts of their block, or with a later end than their hold. Nobody can book
 * that time, and nothing shows why. Nor is one needed that is not of the kind of its owner.
 *
 * @param of only those of these bookings; null: all
 */
export const countOrphanedClaims = (
  tx: Tx,
  now: Date,
  of: readonly number[] | null,
): Query<{ claims: number }> => tx`
  select count(*)::int as claims from claims claim
  where claim.business_id = ${tx.businessId}
    and ${of === null ? tx`true` : tx`claim.owner_kind = 'booking' and claim.owner_id = any(${[...of]}::bigint[])`}
    and ${orphanedCondition(tx, now)}`

/**
 * A booking without lines is reported as such: its claims are all that holds its time. So are claims of a cancelled one.
 * Citus writes `case x when` with sub-selects in a form that PostgreSQL refuses.
 */
export const orphanedCondition = (tx: Tx, now: Date) => tx`
  claim.ends_at > ${now} and claim.starts_at > ${dayBefore(now)} and case
    when claim.kind <> claim.owner_kind then claim.starts_at > ${now}
    when claim.owner_kind = 'booking' then not exists (
        select from bookings booking
        where booking.business_id = ${tx.businessId} and booking.id = claim.owner_id)
      or exists (
        select from bookings booking
        join booking_lines line
          on line.business_id = ${tx.businessId} and line.booking_id = booking.id
        where booking.business_id = ${tx.businessId} and booking.id = claim.owner_id
          and booking.state <> 'cancelled')
      and exists (
        select from booking_lines line
        cross join lateral (
          select make_interval(mins => line.buffer_minutes) + line.ends_at as until) held
        where line.business_id = ${tx.businessId} and line.booking_id = claim.owner_id
          and (line.professional_id = claim.resource_id or claim.resource_id = any(line.unit_ids))
        having coalesce(bool_or(
            line.starts_at < claim.ends_at and held.until > claim.starts_at), false) = false
          -- claims of lines that follow each other are one
          or claim.starts_at > ${now}
            and (claim.starts_at < min(line.starts_at) or claim.ends_at > max(held.until)))
    when claim.owner_kind = 'block' then not exists (
      select from blocks block
      where block.business_id = ${tx.businessId} and block.id = claim.owner_id
        and claim.resource_id = any(block.resource_ids) and claim.starts_at >= block.starts_at
        and claim.ends_at <= block.ends_at)
    else claim.expires_at is null or claim.expires_at > ${now} and not exists (
      select from holds hold
      where hold.business_id = ${tx.businessId} and hold.id = claim.owner_id
        and hold.expires_at >= claim.expires_at) end`

const quarterBefore = (at: Date) => new Date(at.getTime() - 92 * 24 * 3_600_000)

const weekBefore = (at: Date) => new Date(at.getTime() - 7 * 24 * 3_600_000)

/** What a consistency check has to know before it reads the rows (0034-consistency-checks.sql). */
export interface ConsistencyBase {
  eventPosition: number
  catalogVersion: number
}

export const findConsistencyBase = (tx: Tx): Query<ConsistencyBase> => tx`
  select business.catalog_version,
    coalesce((select given.last_position from event_positions given
      where given.business_id = ${tx.businessId}), 0) as event_position
  from businesses business where business.business_id = ${tx.businessId}`

export const countInconsistentRows = (tx: Tx, late: Date): Query<InconsistentRows> => tx`
  select stale_claims, unclaimed_bookings, booking_drift, points_drift
  from app.check_consistency(${tx.businessId}, ${late}, null, null)`

export const upsertConsistencyCheck = (
  tx: Tx,
  check: ConsistencyBase & { at: Date },
): Query<object> => tx`
  insert into consistency_checks (business_id, checked_at, event_position, catalog_version)
  values (${tx.businessId}, ${check.at}, ${check.eventPosition}, ${check.catalogVersion})
  on conflict on constraint consistency_checks_pk do update
  set checked_at = excluded.checked_at, event_position = excluded.event_position,
    catalog_version = excluded.catalog_version`

/** All rows are read again, as if there had been none. Its version of the catalogue stays (`findCatalogDrift`). */
export const invalidateConsistencyCheck = (tx: Tx): Query<object> => tx`
  update consistency_checks set checked_at = ${new Date(0)}
  where business_id = ${tx.businessId}`

/**
 * 1 if the catalogue has a lower version than at the last consistency check. Versions only rise: one that is given
 * again makes processes take their older copy of the catalogue for the new one.
 */
export const findCatalogDrift = (tx: Tx): Query<{ catalogDrift: number }> => tx`
  select count(*)::int as catalog_drift
  from consistency_checks last
  join businesses business on business.business_id = ${tx.businessId}
  where last.business_id = ${tx.businessId} and last.catalog_version > business.catalog_version`

/**
 * The lines of bookings that have not ended, as one row per professional with parallel arrays by
 * start; times in minutes since 1970.
 *
 * @param of only those of these bookings; null: all
 */
export const listUpcomingLines = (
  tx: Tx,
  now: Date,
  of: readonly number[] | null,
): Query<{ professionalId: number; codes: string[]; starts: number[]; phases: number[][] }> => tx`
  select line.professional_id, array_agg(booking.code order by line.starts_at) as codes,
    array_agg((date_part('epoch', line.starts_at) / 60)::int order by line.starts_at) as starts,
    jsonb_agg(line.phase_minutes order by line.starts_at) as phases
  from bookings booking
  join booking_lines line
    on line.business_id = ${tx.businessId} and line.booking_id = booking.id
  where booking.business_id = ${tx.businessId} and booking.ends_at > ${now}
    and booking.starts_at > ${dayBefore(now)} and booking.state in ('pending', 'confirmed')
    and ${of === null ? tx`true` : tx`booking.id = any(${[...of]}::bigint[])`}
  group by line.professional_id`

/** A visit lasts at most 24 hours. The bound limits how much of the index is read. */
const dayBefore = (at: Date) => new Date(at.getTime() - 24 * 3_600_000)

/** In the rest of this transaction, waiting three seconds for a lock is an error. */
export const setShortLockTimeout = (tx: Transaction): Query<object> =>
  tx`set local lock_timeout = '3s'`

/**
 * In the rest of this transaction, statements have the plans of the salons before: planning them again takes longer
 * than they do. Not for a cluster, whose plans are none that could stay (decision 0043).
 */
export const setGenericPlans = (tx: Transaction): Query<object> =>
  tx`set local plan_cache_mode = force_generic_plan`

/** The clock of the database, its version, the number of its connections, and if it can write. */
export const findServerState = (
  sql: Sql,
): Query<{
  now: Date
  version: string
  /** 180001 is 18.1 */
  versionNumber: number
  connections: number
  mostConnections: number
  /** Of those, what only superusers and reserved roles may use. */
  reservedConnections: number
  /** API processes that are connected to this database, those behind a pooler included. */
  apiProcesses: number
  /** Those without a pooler. */
  directApiProcesses: number
  /** Connections of everything but API processes, now. */
  otherConnections: number
  isReadOnly: boolean
}> => sql`
  select clock_timestamp() as now, current_setting('server_version') as version,
    current_setting('server_version_num')::int as version_number,
    (select count(*)::int from pg_stat_activity
      where ${isClientBackend(sql)}) as connections,
    current_setting('max_connections')::int as most_connections,
    current_setting('superuser_reserved_connections')::int
      + coalesce(current_setting('reserved_connections', true), '0')::int as reserved_connections,
    (select count(*)::int from pg_stat_activity
      where datname = current_database()
        and application_name = any(${Object.values(apiListenerNames)})) as api_processes,
    (select count(*)::int from pg_stat_activity
      where datname = current_database()
        and application_name = ${apiListenerNames.direct}) as direct_api_processes,
    (select count(*)::int from pg_stat_activity
      where ${isClientBackend(sql)} and not (datname = current_database()
        and application_name in ('silla-api', ${apiListenerNames.direct}))) as other_connections,
    -- a standby sets transaction_read_only too
    current_setting('transaction_read_only') = 'on' as is_read_only`

/**
 * Roles that are missing, or that could bypass row-level security or act as others. The logins of
 * rotations have to be members of their role, and of nothing else.
 */
export const listUnsafeRoles = (sql: Sql): Query<{ name: string; fault: string }> => sql`
  select expected.name, case
      when role.oid is null then 'does not exist'
      when role.rolsuper then 'is a superuser'
      when role.rolbypassrls then 'has BYPASSRLS'
      when role.rolcreaterole or role.rolcreatedb or role.rolreplication
        then 'may make roles or databases, or replicate'
      when expected.parent <> all (memberships.names) then 'is no member of ' || expected.parent
      else 'is a member of another role' end as fault
  from (
    select name, null as parent
    from unnest(array['silla_api', 'silla_worker', 'silla_admin', 'silla_owner']) as running (name)
    union all
    select rolname::text, regexp_replace(rolname, '_[ab]$', '')
    from pg_roles where rolname ~ '^silla_(api|worker|admin|migrator)_[ab]$') as expected
  left join pg_roles role on role.rolname = expected.name
  cross join lateral (
    select array(
      select parent.rolname::text
      from pg_auth_members membership join pg_roles parent on parent.oid = membership.roleid
      where membership.member = role.oid) as names) as memberships
  where role.oid is null or role.rolsuper or role.rolbypassrls or role.rolcreaterole
    or role.rolcreatedb or role.rolreplication
    or memberships.names <> case when expected.parent is null then array[]::text[] else array[expected.parent] end
  order by expected.name`

/**
 * Roles that several logins may be used for: the old password of a rotation is valid still. The nodes
 * of a cluster connect to each other as the roles themselves.
 */
export const listUnretiredLogins = (sql: Sql): Query<{ role: string; logins: string[] }> => sql`
  select regexp_replace(rolname, '_[ab]$', '') as role, array_agg(rolname::text order by rolname) as logins
  from pg_roles
  where rolname ~ '^silla_(api|worker|admin|migrator)(_[ab])?$' and rolcanlogin
    and (rolname ~ '_[ab]$' or not exists (select from pg_extension where extname = 'citus'))
  group by 1 having count(*) > 1
  order by 1`

/** Tables and functions with another owner than they should have. */
export const listWronglyOwned = (sql: Sql): Query<{ name: string; owner: string }> => sql`
  select relation.oid::regclass::text as name, pg_get_userbyid(relation.relowner)::text as owner
  from pg_class relation join pg_namespace space on space.oid = relation.relnamespace
  where relation.relkind in ('r', 'p', 'S', 'v')
    and space.nspname in ('app', 'registry', 'jobs')
    and pg_get_userbyid(relation.relowner) <>
      case space.nspname when 'jobs' then 'silla_worker' else 'silla_owner' end
  union all
  select routine.oid::regprocedure::text, pg_get_userbyid(routine.proowner)::text
  from pg_proc routine join pg_namespace space on space.oid = routine.pronamespace
  where space.nspname in ('app', 'registry', 'jobs')
    and pg_get_userbyid(routine.proowner) <>
      case space.nspname when 'jobs' then 'silla_worker' else 'silla_owner' end
  order by 1`

/**
 * Rights on tables that no migration grants: to other roles, beyond rows, or on the registry to
 * others than staff.
 */
export const listExcessRights = (sql: Sql): Query<{ name: string }> => sql`
  select distinct space.nspname || '.' || relation.relname || ': ' || granted.privilege_type
    || ' to ' || coalesce(grantee.rolname, 'everybody') as name
  from pg_class relation
  join pg_namespace space on space.oid = relation.relnamespace
  cross join aclexplode(relation.relacl) granted
  left join pg_roles grantee on grantee.oid = granted.grantee
  where relation.relkind in ('r', 'p') and space.nspname in ('app', 'registry', 'jobs')
    and granted.grantee <> relation.relowner
    and (granted.privilege_type not in ('SELECT', 'INSERT', 'UPDATE', 'DELETE')
      or coalesce(grantee.rolname, '') not in ('silla_api', 'silla_worker', 'silla_admin')
      or (space.nspname = 'registry' and grantee.rolname <> 'silla_admin')
      or space.nspname = 'jobs')
  order by 1`

/** Event triggers that are switched on, without those of extensions. */
export const listEventTriggers = (sql: Sql): Query<{ name: string; event: string }> => sql`
  select trigger.evtname::text as name, trigger.evtevent::text as event
  from pg_event_trigger trigger
  where trigger.evtenabled <> 'D' and not exists (
    select from pg_depend part
    where part.classid = 'pg_event_trigger'::regclass and part.objid = trigger.oid
      and part.deptype = 'e')
  order by 1`

/** The state of the jobs; workers that were seen within `aliveSeconds` are running. */
export const findJobState = (
  sql: Sql,
  query: { late: Date; aliveSeconds: number },
): Query<JobState> => sql`
  select work.alive, work.last_seen_at, work.due, work.late, work.long_running, work.failing,
    work.dead, clock_timestamp() as now
  from jobs.check(${query.late}, make_interval(secs => ${query.aliveSeconds})) work`

export interface JobState {
  /** Workers that are running. */
  alive: number
  lastSeenAt: Date | null
  /** Jobs that could start now. */
  due: number
  /** Jobs that should have started long ago. */
  late: number
  /** Jobs that run for too long. */
  longRunning: number
  /** Jobs that failed repeatedly and will be retried. */
  failing: number
  /** Jobs whose attempts all failed. */
  dead: number
  /** By the clock of the database, as the others. */
  now: Date
}

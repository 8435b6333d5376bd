import type { Query, Sql } from '../pool.ts'
import type { Transaction } from '../transaction.ts'

// What the doctor asks of the database as silla_admin; nothing of it changes anything.

/**
 * What is wrong with one business: how many of each, and of what moves money the ids of the
 * payments.
 */
export interface BusinessHealthRow {
  slug: string
  mode: 'live' | 'test' | 'demo'
  status: 'active' | 'suspended'
  timezone: string
  requiresPrepayment: boolean
  acceptsOnlinePayments: boolean
  /** The account that takes its payments, as we last heard of it; null where there is none. */
  accountRef: string | null
  cardPayments: string | null
  accountReady: boolean | null
  accountCheckedAt: Date | null
  /** It cannot charge yet, was connected within seven days and never took a payment. */
  accountOnboarding: boolean | null
  /** Accounts that the registry and the salon's own rows tell differently. */
  accountDrift: number
  /** Bookings that wait for payment or confirmation past their time. */
  expiredBookings: number
  /** Chairs still held for bookings that are cancelled. */
  staleClaims: number
  /** Visits to come that hold no chair. */
  unclaimedBookings: number
  /** Bookings whose sums or state are not those of their lines and moves. */
  bookingDrift: number
  /** Orders that wait for payment past their time. */
  expiredOrders: number
  /** Orders whose sums are not those of their lines. */
  orderDrift: number
  /** Customers whose balance is not the sum of their movements. */
  pointsDrift: number
  /** Products that orders hold more or less of than is counted. */
  stockDrift: number
  waitingMails: number
  failedMails: number
  /** Events that nobody can read yet. */
  waitingEvents: number
  /** Payments with a refund that the processor was not asked for in time. */
  unsentRefunds: number[]
  /** Those with a refund that was sent long ago and has not ended. */
  unsettledRefunds: number[]
  /** Those with a refund that failed and that nothing was given in place of. */
  failedRefunds: number[]
  /** Those that could still be made though their time is over. */
  openPayments: number[]
  /** Those with other money than was asked for, which nobody has decided about. */
  reviewPayments: number[]
  /** Those in a state that does not follow from what is known of them. */
  paymentDrift: number[]
  /** Those that do not agree with what they paid for. */
  paidDrift: number[]
  /** Those that came to their end without a word of the processor's own. */
  paymentsWithoutEvent: number[]
  /** Events of the salon's account that we could not read. */
  unreadableEvents: number
}

/** Every business there is, by slug. The transaction belongs to the last one afterwards. */
export const listBusinessHealth = (tx: Transaction, late: Date): Query<BusinessHealthRow> => tx`
  select slug, mode, status, timezone, requires_prepayment, accepts_online_payments, account_ref,
    card_payments, account_ready, account_checked_at, account_onboarding, account_drift,
    expired_bookings, stale_claims, unclaimed_bookings, booking_drift, expired_orders, order_drift,
    points_drift, stock_drift, waiting_mails, failed_mails, waiting_events, unsent_refunds,
    unsettled_refunds, failed_refunds, open_payments, review_payments, payment_drift, paid_drift,
    payments_without_event, unreadable_events
  from app.check_businesses(${late})`

/**
 * Whatever holds a table for itself is not waited for: in the rest of this transaction that is an
 * error after three seconds.
 */
export const setShortLockTimeout = (tx: Transaction): Query<object> =>
  tx`set local lock_timeout = '3s'`

/** The database's own clock, its version, and how close it is to its most connections. */
export const findServerState = (sql: Sql): Query<ServerStateRow> => sql`
  select clock_timestamp() as now, current_setting('server_version') as version,
    current_setting('server_version_num')::int as version_number,
    (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
    current_setting('max_connections')::int as most_connections`

export interface ServerStateRow {
  now: Date
  version: string
  /** 180001 is 18.1 */
  versionNumber: number
  connections: number
  mostConnections: number
}

/**
 * Those of the running roles that could look past row-level security or act as somebody else, and
 * those that are missing.
 */
export const listUnsafeRoles = (sql: Sql): Query<{ name: string; fault: string }> => sql`
  select expected.name, case
      when role.oid is null then 'does not exist'
      when role.rolsuper then 'is a superuser'
      when role.rolbypassrls then 'has BYPASSRLS'
      when role.rolcreaterole or role.rolcreatedb or role.rolreplication then 'may make roles or databases, or replicate'
      else 'is a member of another role' end as fault
  from unnest(array['silla_api', 'silla_worker', 'silla_admin', 'silla_owner']) as expected (name)
  left join pg_roles role on role.rolname = expected.name
  where role.oid is null or role.rolsuper or role.rolbypassrls or role.rolcreaterole or role.rolcreatedb or role.rolreplication
    or exists (select from pg_auth_members membership where membership.member = role.oid)
  order by expected.name`

/** Tables and functions of ours that somebody else owns. */
export const listWronglyOwned = (sql: Sql): Query<{ name: string; owner: string }> => sql`
  select relation.oid::regclass::text as name, pg_get_userbyid(relation.relowner)::text as owner
  from pg_class relation join pg_namespace space on space.oid = relation.relnamespace
  where relation.relkind in ('r', 'p', 'S', 'v') and pg_get_userbyid(relation.relowner) <>
    case space.nspname when 'jobs' then 'silla_worker' else 'silla_owner' end and space.nspname in ('app', 'registry', 'jobs')
  union all
  select routine.oid::regprocedure::text, pg_get_userbyid(routine.proowner)::text
  from pg_proc routine join pg_namespace space on space.oid = routine.pronamespace
  where pg_get_userbyid(routine.proowner) <> case space.nspname when 'jobs' then 'silla_worker' else 'silla_owner' end
    and space.nspname in ('app', 'registry', 'jobs')
  order by 1`

/**
 * Rights on our tables that no migration gives: another role's, more than rows, or the registry's
 * to others than staff.
 */
export const listExcessRights = (sql: Sql): Query<{ name: string }> => sql`
  select distinct space.nspname || '.' || relation.relname || ': ' || right_given.privilege_type || ' to '
    || coalesce(grantee.rolname, 'everybody') as name
  from pg_class relation
  join pg_namespace space on space.oid = relation.relnamespace
  cross join aclexplode(relation.relacl) right_given
  left join pg_roles grantee on grantee.oid = right_given.grantee
  where relation.relkind in ('r', 'p') and space.nspname in ('app', 'registry', 'jobs') and right_given.grantee <> relation.relowner
    and (right_given.privilege_type not in ('SELECT', 'INSERT', 'UPDATE', 'DELETE')
      or coalesce(grantee.rolname, '') not in ('silla_api', 'silla_worker', 'silla_admin')
      or (space.nspname = 'registry' and grantee.rolname <> 'silla_admin') or space.nspname = 'jobs')
  order by 1`

/**
 * How far each zone is from UTC at each of these moments, in minutes, as the database knows it;
 * null where it knows no such zone.
 */
export const listZoneOffsets = (
  sql: Sql,
  input: { timezones: readonly string[]; moments: readonly Date[] },
): Query<{ timezone: string; at: Date; minutes: number | null }> => sql`
  select zone.name as timezone, moment.at, case when known.name is not null then
    round(extract(epoch from (moment.at at time zone known.name) - (moment.at at time zone 'UTC')) / 60)::int end as minutes
  from unnest(${[...input.timezones]}::text[]) as zone (name)
  cross join unnest(${input.moments.map((at) => at.toISOString())}::timestamptz[]) as moment (at)
  left join pg_timezone_names known on known.name = zone.name`

/** How the worker's jobs stand; workers that were heard of within `aliveSeconds` are alive. */
export const findJobState = (
  sql: Sql,
  query: { late: Date; aliveSeconds: number },
): Query<JobStateRow> => sql`
  select work.alive, work.last_seen_at, work.due, work.late, work.long_running, work.failing, work.dead,
    clock_timestamp() as now
  from jobs.check(${query.late}, make_interval(secs => ${query.aliveSeconds})) work`

export interface JobStateRow {
  /** Workers. */
  alive: number
  lastSeenAt: Date | null
  /** Jobs that could begin now. */
  due: number
  /** That should have begun long ago. */
  late: number
  /** That run for too long. */
  longRunning: number
  /** That failed again and again, and are to be tried once more. */
  failing: number
  /** That were given up. */
  dead: number
  /** By the database's clock, as the others are. */
  now: Date
}

import type { Query, Sql } from '../pool.ts'
import type { Transaction } from '../transaction.ts'

// Read-only queries of the health checks, as silla_admin.

/** Problems of one business: counts, and ids of payments where money is concerned. */
export interface BusinessHealthRow {
  slug: string
  mode: 'live' | 'test' | 'demo'
  status: 'active' | 'suspended'
  timezone: string
  requiresPrepayment: boolean
  acceptsOnlinePayments: boolean
  /** The connected account with its last known status; null without one. */
  accountRef: string | null
  cardPayments: string | null
  accountReady: boolean | null
  accountCheckedAt: Date | null
  /** Not ready, connected within seven days, without any payment. */
  accountOnboarding: boolean | null
  /** Accounts that differ between the registry and the tenant's rows. */
  accountDrift: number
  /** Pending bookings past their deadline. */
  expiredBookings: number
  /** Claims of cancelled bookings. */
  staleClaims: number
  /** Upcoming bookings without claims. */
  unclaimedBookings: number
  /** Bookings whose totals or state differ from their lines and transitions. */
  bookingDrift: number
  /** Pending orders past their deadline. */
  expiredOrders: number
  /** Orders whose totals differ from their lines. */
  orderDrift: number
  /** Customers whose balance differs from the sum of their movements. */
  pointsDrift: number
  /** Products whose reserved stock differs from their orders. */
  stockDrift: number
  waitingMails: number
  failedMails: number
  /** Events without a position. */
  waitingEvents: number
  /** Payments with a refund that was not sent in time. */
  unsentRefunds: number[]
  /** With a refund that was sent long ago and is still pending. */
  unsettledRefunds: number[]
  /** With a failed refund that was not replaced. */
  failedRefunds: number[]
  /** Still open after their reference has expired. */
  openPayments: number[]
  /** In review: another amount or currency than due. */
  reviewPayments: number[]
  /** Whose state differs from their facts. */
  paymentDrift: number[]
  /** Which differ from the booking or order that they paid. */
  paidDrift: number[]
  /** Settled without a webhook event. */
  paymentsWithoutEvent: number[]
  /** Events of the account that could not be parsed. */
  unreadableEvents: number
}

/** All businesses, by slug. Afterwards the tenant of the transaction is the last one. */
export const listBusinessHealth = (tx: Transaction, late: Date): Query<BusinessHealthRow> => tx`
  select slug, mode, status, timezone, requires_prepayment, accepts_online_payments, account_ref,
    card_payments, account_ready, account_checked_at, account_onboarding, account_drift,
    expired_bookings, stale_claims, unclaimed_bookings, booking_drift, expired_orders, order_drift,
    points_drift, stock_drift, waiting_mails, failed_mails, waiting_events, unsent_refunds,
    unsettled_refunds, failed_refunds, open_payments, review_payments, payment_drift, paid_drift,
    payments_without_event, unreadable_events
  from app.check_businesses(${late})`

/** Waits at most three seconds for locks in the rest of the transaction. */
export const setShortLockTimeout = (tx: Transaction): Query<object> =>
  tx`set local lock_timeout = '3s'`

/** The database's clock, version and number of connections. */
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

/** Runtime roles that are missing, or that could bypass row-level security. */
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

/** Tables and functions with an unexpected owner. */
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

/** Privileges on tables that no migration grants. */
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

/** UTC offset in minutes of each zone at each instant, by the database; null for unknown zones. */
export const listZoneOffsets = (
  sql: Sql,
  input: { timezones: readonly string[]; moments: readonly Date[] },
): Query<{ timezone: string; at: Date; minutes: number | null }> => sql`
  select zone.name as timezone, moment.at, case when known.name is not null then
    round(extract(epoch from (moment.at at time zone known.name) - (moment.at at time zone 'UTC')) / 60)::int end as minutes
  from unnest(${[...input.timezones]}::text[]) as zone (name)
  cross join unnest(${input.moments.map((at) => at.toISOString())}::timestamptz[]) as moment (at)
  left join pg_timezone_names known on known.name = zone.name`

/** Job counts and workers; a worker with a heartbeat within `aliveSeconds` counts as alive. */
export const findJobState = (
  sql: Sql,
  query: { late: Date; aliveSeconds: number },
): Query<JobStateRow> => sql`
  select work.alive, work.last_seen_at, work.due, work.late, work.long_running, work.failing, work.dead,
    clock_timestamp() as now
  from jobs.check(${query.late}, make_interval(secs => ${query.aliveSeconds})) work`

export interface JobStateRow {
  /** Number of workers. */
  alive: number
  lastSeenAt: Date | null
  /** Jobs that are due. */
  due: number
  /** Jobs that should have started long ago. */
  late: number
  /** Jobs that run for too long. */
  longRunning: number
  /** Jobs that failed repeatedly and will be retried. */
  failing: number
  /** Jobs without attempts left. */
  dead: number
  /** By the database's clock, like the others. */
  now: Date
}

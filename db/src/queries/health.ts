import type { Question, Sql } from '../pool.ts'
import type { Transaction } from '../transaction.ts'

// What the doctor asks of the database as silla_admin; nothing of it changes anything.

/** What is wrong in the books of one business: how many of each. */
export interface BusinessHealthRow {
  slug: string
  timezone: string
  /** Bookings that wait for payment or confirmation past their time. */
  lapsed_bookings: number
  /** Chairs still held for bookings that are cancelled. */
  lapsed_holds: number
  /** Orders that wait for payment past their time. */
  lapsed_orders: number
  /** Customers whose balance is not the sum of their movements. */
  points_drift: number
  /** Products that orders hold more or less of than is counted. */
  stock_drift: number
  waiting_mails: number
  failed_mails: number
  /** Events that nobody can read yet. */
  waiting_events: number
}

/** Every business there is, by slug. The transaction belongs to the last one afterwards. */
export const examinedBusinesses = (tx: Transaction, late: Date): Question<BusinessHealthRow> => tx`
  select slug, timezone, lapsed_bookings, lapsed_holds, lapsed_orders, points_drift, stock_drift, waiting_mails, failed_mails,
    waiting_events
  from app.examine_businesses(${late})`

/** The database's own clock, its version, and how close it is to its most connections. */
export const serverState = (sql: Sql): Question<ServerStateRow> => sql`
  select clock_timestamp() as now, current_setting('server_version') as version,
    current_setting('server_version_num')::int as version_number,
    (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
    current_setting('max_connections')::int as most_connections`

export interface ServerStateRow {
  now: Date
  version: string
  /** 180001 is 18.1 */
  version_number: number
  connections: number
  most_connections: number
}

/** Those of the running roles that could look past row-level security or act as somebody else, and those that are missing. */
export const unsafeRoles = (sql: Sql): Question<{ name: string; fault: string }> => sql`
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
export const wronglyOwned = (sql: Sql): Question<{ name: string; owner: string }> => sql`
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

/** Rights on our tables that no migration gives: another role's, more than rows, or the registry's to others than staff. */
export const excessRights = (sql: Sql): Question<{ name: string }> => sql`
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

/** How far each zone is from UTC at each of these moments, in minutes, as the database knows it; null where it knows no such zone. */
export const zoneOffsets = (
  sql: Sql,
  ask: { timezones: readonly string[]; moments: readonly Date[] },
): Question<{ timezone: string; at: Date; minutes: number | null }> => sql`
  select zone.name as timezone, moment.at, case when known.name is not null then
    round(extract(epoch from (moment.at at time zone known.name) - (moment.at at time zone 'UTC')) / 60)::int end as minutes
  from unnest(${[...ask.timezones]}::text[]) as zone (name)
  cross join unnest(${ask.moments.map((at) => at.toISOString())}::timestamptz[]) as moment (at)
  left join pg_timezone_names known on known.name = zone.name`

/** Jobs that were given up, and those that should have begun long ago. */
export const troubledJobs = (
  sql: Sql,
  late: Date,
): Question<{ dead: number; overdue: number; longRunning: number }> => sql`
  select count(*) filter (where job.state = 'dead')::int as dead,
    count(*) filter (where job.state = 'waiting' and job.run_at < ${late})::int as overdue,
    count(*) filter (where job.state = 'running' and job.run_at < ${late}::timestamptz - interval '1 hour')::int as "longRunning"
  from jobs.list(null, false, 1000000) job`

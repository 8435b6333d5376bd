import type { Sql } from './pool.ts'

/**
 * Checks that a program got the URL of its own role. With that of another program it would start, and
 * its statements would fail one by one.
 *
 * @throws Error for the operator
 */
export async function assertRole(sql: Sql, expected: 'silla_api' | 'silla_worker'): Promise<void> {
  const [role] = await sql<{ name: string; isExpected: boolean }[]>`
    select session_user as name, exists (
      select from pg_roles
      where rolname = ${expected} and pg_has_role(current_user, oid, 'usage')) as is_expected`
  if (!role?.isExpected)
    throw new Error(`refusing to serve as ${role?.name}: the URL of the role ${expected} is needed`)
}

/**
 * Checks that the role of a serving process cannot bypass row-level security, whatever its settings
 * are.
 *
 * @throws Error for the operator: the role is a superuser, has BYPASSRLS or is a member of the
 *   owner, or a tenant table is unprotected
 */
export async function assertLeastPrivilege(sql: Sql): Promise<void> {
  // a login of a rotation acts as its role, and could stop doing so
  const roles = await sql<RoleRow[]>`
    select rolname as name, rolsuper, rolbypassrls,
      pg_has_role(oid, 'silla_owner', 'member') as owner_member
    from pg_roles where rolname in (current_user, session_user)`
  if (roles.length === 0) throw new Error('the database did not return the current role')
  for (const role of roles) assertUnprivileged(role)
  const unprotected = await unprotectedTables(sql)
  if (unprotected.length > 0) {
    throw new Error(
      `refusing to serve: no row-level security on ${unprotected.join(', ')}; ` +
        'run `silla db migrate`',
    )
  }
}

function assertUnprivileged(role: RoleRow) {
  if (role.rolsuper)
    throw new Error(`refusing to serve as ${role.name}: it is a superuser; use the silla_api role`)
  if (role.rolbypassrls)
    throw new Error(`refusing to serve as ${role.name}: it has BYPASSRLS; use the silla_api role`)
  if (role.ownerMember)
    throw new Error(`refusing to serve as ${role.name}: it is a member of silla_owner`)
}

/**
 * The login of the connection, the role that it acts as, and the operator that the audit log records for it. The operator is
 * null if none was given, or if a pooler dropped the setting.
 */
export async function currentLogin(sql: Sql): Promise<CurrentLogin> {
  const [login] = await sql<CurrentLogin[]>`
    select session_user as name, current_user as role, nullif(current_setting('app.operator', true), '') as operator`
  return login ?? { name: '', role: '', operator: null }
}

interface CurrentLogin {
  name: string
  role: string
  operator: string | null
}

interface RoleRow {
  name: string
  rolsuper: boolean
  rolbypassrls: boolean
  ownerMember: boolean
}

/**
 * Tables of the schemas `app` and `jobs` that have a business_id but not both policies in force.
 * Temporary tables, tables of extensions and those of other programs that use the same database are
 * none of them.
 */
export async function unprotectedTables(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select format('%I.%I', space.nspname, class.relname) as name
    from pg_class class
    join pg_namespace space on space.oid = class.relnamespace
    where class.relkind in ('r', 'p')
      and space.nspname in ('app', 'jobs')
      and exists (
        select from pg_attribute attribute
        where attribute.attrelid = class.oid and attribute.attname = 'business_id'
          and not attribute.attisdropped)
      and not (
        class.relrowsecurity
        and (class.relforcerowsecurity
          or exists (select from pg_extension where extname = 'citus'))
        and (
          select array_agg(policy.polname::text order by policy.polname) from pg_policy policy
          where policy.polrelid = class.oid) = array['maintenance', 'tenant'])
    order by 1`
  return rows.map((row) => row.name)
}

import type { Sql } from './pool.ts'

/**
 * A serving process must not be able to look past row-level security, whatever its settings say.
 *
 * @throws Error with a sentence for the operator: a superuser, BYPASSRLS, a member of the owner, or
 *   an unprotected tenant table
 */
export async function assertLeastPrivilege(sql: Sql): Promise<void> {
  const [role] = await sql<RoleRow[]>`
    select current_user as name, rolsuper, rolbypassrls, pg_has_role(current_user, 'silla_owner', 'member') as owner_member
    from pg_roles where rolname = current_user`
  if (!role) throw new Error('the database does not say who we are')
  if (role.rolsuper)
    throw new Error(`refusing to serve as ${role.name}: it is a superuser; use the silla_api role`)
  if (role.rolbypassrls)
    throw new Error(`refusing to serve as ${role.name}: it has BYPASSRLS; use the silla_api role`)
  if (role.ownerMember)
    throw new Error(`refusing to serve as ${role.name}: it is a member of silla_owner`)
  const unprotected = await unprotectedTables(sql)
  if (unprotected.length > 0) {
    throw new Error(
      `refusing to serve: no row-level security on ${unprotected.join(', ')}; run \`silla db migrate\``,
    )
  }
}

/**
 * Whose login the connection is, and who the audit log takes to work through it; null where nobody
 * was named, or on the way lost.
 */
export async function loginOf(sql: Sql): Promise<{ role: string; operator: string | null }> {
  const [login] = await sql<{ role: string; operator: string | null }[]>`
    select session_user as role, nullif(current_setting('app.operator', true), '') as operator`
  return login ?? { role: '', operator: null }
}

interface RoleRow {
  name: string
  rolsuper: boolean
  rolbypassrls: boolean
  ownerMember: boolean
}

/** Tables outside the registry that hold a business_id and do not have both policies in force. */
export async function unprotectedTables(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select format('%I.%I', space.nspname, class.relname) as name
    from pg_class class
    join pg_namespace space on space.oid = class.relnamespace
    where class.relkind in ('r', 'p') and space.nspname not in ('registry', 'pg_catalog', 'information_schema')
      and exists (select from pg_attribute attribute
                  where attribute.attrelid = class.oid and attribute.attname = 'business_id' and not attribute.attisdropped)
      and not (class.relrowsecurity
               and (class.relforcerowsecurity or exists (select from pg_extension where extname = 'citus'))
               and (select array_agg(policy.polname::text order by policy.polname) from pg_policy policy
                    where policy.polrelid = class.oid) = array['maintenance', 'tenant'])
    order by 1`
  return rows.map((row) => row.name)
}

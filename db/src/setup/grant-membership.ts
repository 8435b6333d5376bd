import type { Sql } from '../pool.ts'

/**
 * Makes a login a member of a role, so that it can act as it. Since PostgreSQL 16 that is an option of
 * a membership.
 */
export async function grantMembership(sql: Sql, role: string, member: string): Promise<void> {
  const [state] = await sql<{ hasSet: boolean; isMember: boolean }[]>`
    select has_set, pg_has_role(${member}, ${role}, case when has_set then 'SET' else 'MEMBER' end)
        and pg_has_role(${member}, ${role}, 'usage') as is_member
    from (
      select current_setting('server_version_num')::int >= 160000 as has_set) as server`
  if (!state || state.isMember) return
  const options = state.hasSet ? sql`with inherit true, set true` : sql``
  await sql`grant ${sql(role)} to ${sql(member)} ${options}`
}

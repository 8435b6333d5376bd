import type { Sql } from '../pool.ts'
import { SetupError } from '../setup-error.ts'

/** The passwords of the roles that log in. */
export type RolePasswords = Partial<Record<'migrator' | 'api' | 'worker' | 'admin', string>>

/**
 * The roles that serve: members of nothing, owners of nothing, but that the worker owns its jobs.
 */
export const runningRoles = ['silla_api', 'silla_worker', 'silla_admin'] as const

/** Who owns what there is: everything of the salons the one, the jobs the other. */
export const owningRoles = ['silla_owner', 'silla_worker'] as const

/** The roles that log in. */
export const loginRoles = ['silla_migrator', ...runningRoles] as const

/**
 * Makes the roles that are missing, sets the passwords given, and lets the migrator and ourselves
 * act as those who own: the owner, and the worker for its jobs.
 *
 * @throws SetupError when a role that exists has powers that look past row-level security
 */
export async function createRoles(server: Sql, passwords: RolePasswords): Promise<void> {
  const existing = await existingRoles(server)
  for (const role of existing.values()) refusePowers(role)
  for (const name of ['silla_owner', ...loginRoles]) {
    const role = existing.get(name)
    const login = name !== 'silla_owner'
    if (!role) await server`create role ${server(name)} ${login ? server`login` : server`nologin`}`
    else if (login && !role.rolcanlogin) await server`alter role ${server(name)} login`
  }
  for (const [name, password] of Object.entries(passwords))
    await setPassword(server, `silla_${name}`, password)
  for (const role of owningRoles) await lend(server, role)
}

interface RoleRow {
  rolname: string
  rolsuper: boolean
  rolbypassrls: boolean
  rolcanlogin: boolean
}

async function existingRoles(server: Sql): Promise<Map<string, RoleRow>> {
  const rows = await server<RoleRow[]>`
    select rolname, rolsuper, rolbypassrls, rolcanlogin from pg_roles where rolname = any(${['silla_owner', ...loginRoles]})`
  return new Map(rows.map((row) => [row.rolname, row]))
}

function refusePowers({ rolname, rolsuper, rolbypassrls }: RoleRow) {
  if (rolsuper || rolbypassrls) {
    throw new SetupError(
      `The role ${rolname} must be neither a superuser nor have BYPASSRLS; take that from it first.`,
    )
  }
}

/** ALTER ROLE takes no parameters, so the server itself quotes the password. */
async function setPassword(server: Sql, name: string, password: string) {
  const [row] = await server<{ statement: string }[]>`
    select format('alter role %I password %L', ${name}::text, ${password}::text) as statement`
  if (row) await server.unsafe(row.statement)
}

/**
 * From 16 on the maker of a role may hand it out but is not let into it; before, CREATEROLE was let
 * into nothing it was not a member of. Either way we must make ourselves a member before anything
 * can be made in the owner's name.
 */
async function lend(server: Sql, role: string) {
  const [may] = await server<{ modern: boolean; ourselves: boolean; migrator: boolean }[]>`
    select modern,
      pg_has_role(current_user, ${role}, way) as ourselves,
      pg_has_role('silla_migrator', ${role}, way) as migrator
    from (select version >= 160000 as modern, case when version >= 160000 then 'SET' else 'MEMBER' end as way
          from (select current_setting('server_version_num')::int as version) as server) as server`
  if (!may) return
  const powers = may.modern ? server`with inherit true, set true` : server``
  if (!may.ourselves) await server`grant ${server(role)} to current_user ${powers}`
  if (!may.migrator) await server`grant ${server(role)} to silla_migrator ${powers}`
}

import type { Sql } from '../pool.ts'
import { SetupError } from '../setup-error.ts'

/** The passwords of the roles that log in. */
export type RolePasswords = Partial<Record<'migrator' | 'api' | 'worker' | 'admin', string>>

/** The roles of running programs. They are members of nothing; only the worker owns its jobs. */
export const runningRoles = ['silla_api', 'silla_worker', 'silla_admin'] as const

/** The roles that own our schemas: silla_owner `app` and `registry`, silla_worker `jobs`. */
export const owningRoles = ['silla_owner', 'silla_worker'] as const

/** The roles that log in. */
export const loginRoles = ['silla_migrator', ...runningRoles] as const

/**
 * Checks the roles that exist already, before anything is created.
 *
 * @throws SetupError if one can bypass row-level security
 */
export async function assertSafeRoles(server: Sql): Promise<void> {
  for (const role of (await existingRoles(server)).values()) assertNoBypass(role)
}

/**
 * Creates the missing roles, sets the given passwords, and lets the migrator and the current user
 * act as the owning roles. Roles belong to the server, but the statements run in the database that is
 * set up: in one with the Citus extension they reach the other nodes as well.
 *
 * @param isCluster the nodes of a cluster connect to each other as the owner too
 */
export async function createRoles(
  server: Sql,
  passwords: RolePasswords,
  isCluster: boolean,
): Promise<void> {
  const existing = await existingRoles(server)
  for (const name of ['silla_owner', ...loginRoles]) {
    const role = existing.get(name)
    const login = isCluster || name !== 'silla_owner'
    if (!role) await server`create role ${server(name)} ${login ? server`login` : server`nologin`}`
    else if (login && !role.rolcanlogin) await server`alter role ${server(name)} login`
  }
  for (const [name, password] of Object.entries(passwords))
    await setPassword(server, `silla_${name}`, password)
  for (const role of owningRoles) await grantMembership(server, role)
}

interface RoleRow {
  rolname: string
  rolsuper: boolean
  rolbypassrls: boolean
  rolcanlogin: boolean
}

async function existingRoles(server: Sql): Promise<Map<string, RoleRow>> {
  const rows = await server<RoleRow[]>`
    select rolname, rolsuper, rolbypassrls, rolcanlogin from pg_roles
    where rolname = any(${['silla_owner', ...loginRoles]})`
  return new Map(rows.map((row) => [row.rolname, row]))
}

function assertNoBypass({ rolname, rolsuper, rolbypassrls }: RoleRow) {
  if (rolsuper || rolbypassrls) {
    throw new SetupError(
      `The role ${rolname} must be neither a superuser nor have BYPASSRLS; remove that first.`,
    )
  }
}

/** ALTER ROLE takes no parameters, so the server quotes the password. */
async function setPassword(server: Sql, name: string, password: string) {
  const [row] = await server<{ statement: string }[]>`
    select format('alter role %I password %L', ${name}::text, ${password}::text) as statement`
  if (row) await server.unsafe(row.statement)
}

/**
 * Since PostgreSQL 16 the creator of a role may grant it but is not a member with SET; before that,
 * CREATEROLE gave no membership either. In both cases the current user must become a member before
 * it can create anything as the owner.
 */
async function grantMembership(server: Sql, role: string) {
  const [state] = await server<{ hasSet: boolean; self: boolean; migrator: boolean }[]>`
    select has_set,
      pg_has_role(current_user, ${role}, privilege) as self,
      pg_has_role('silla_migrator', ${role}, privilege) as migrator
    from (
      select version >= 160000 as has_set,
        case when version >= 160000 then 'SET' else 'MEMBER' end as privilege
      from (select current_setting('server_version_num')::int as version) as server) as server`
  if (!state) return
  const options = state.hasSet ? server`with inherit true, set true` : server``
  if (!state.self) await server`grant ${server(role)} to current_user ${options}`
  if (!state.migrator) await server`grant ${server(role)} to silla_migrator ${options}`
}

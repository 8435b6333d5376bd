import type { Sql } from '../pool.ts'
import { SetupError } from '../setup-error.ts'
import { grantMembership } from './grant-membership.ts'

/** The passwords of the roles that log in. */
export type RolePasswords = Partial<Record<'migrator' | 'api' | 'worker' | 'admin', string>>

/** The roles of running programs. They are members of nothing; only the worker owns its jobs. */
export const runningRoles = ['silla_api', 'silla_worker', 'silla_admin'] as const

/** The roles that own our schemas: silla_owner `app` and `registry`, silla_worker `jobs`. */
export const owningRoles = ['silla_owner', 'silla_worker'] as const

/** The roles of programs. */
export const loginRoles = ['silla_migrator', ...runningRoles] as const

export type LoginRole = (typeof loginRoles)[number]

/**
 * Checks the roles that exist already, before anything is created.
 *
 * @throws SetupError if one can bypass row-level security
 */
export async function assertSafeRoles(server: Sql): Promise<void> {
  for (const role of (await existingRoles(server)).values()) assertNoBypass(role)
}

/**
 * Creates the missing roles, sets the given passwords, which ends all other logins of these roles, and lets the migrator and the current user
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
    const isRetired = rotatedLogins(name).some((login) => existing.get(login)?.rolcanlogin)
    const login = isCluster || (name !== 'silla_owner' && !isRetired)
    if (!role) await server`create role ${server(name)} ${login ? server`login` : server`nologin`}`
    else if (login && !role.rolcanlogin) await server`alter role ${server(name)} login`
  }
  for (const [program, password] of Object.entries(passwords)) {
    const role = `silla_${program}`
    await setPassword(server, role, password)
    await server`alter role ${server(role)} login`
    for (const login of rotatedLogins(role))
      if (existing.get(login)?.rolcanlogin) await endLogin(server, login)
  }
  for (const role of owningRoles) await grantOwner(server, role)
}

/** The logins of a role that rotations of its password alternate between: see `logins.ts`. */
export const rotatedLogins = (role: string): [string, string] => [`${role}_a`, `${role}_b`]

/** Takes the right to log in and the password away. */
export async function endLogin(sql: Sql, name: string): Promise<void> {
  await sql`alter role ${sql(name)} nologin password null`
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
    where rolname = any(${['silla_owner', ...loginRoles, ...loginRoles.flatMap(rotatedLogins)]})`
  return new Map(rows.map((row) => [row.rolname, row]))
}

/** @throws SetupError if the role can bypass row-level security */
export function assertNoBypass({
  rolname,
  rolsuper,
  rolbypassrls,
}: Omit<RoleRow, 'rolcanlogin'>): void {
  if (rolsuper || rolbypassrls) {
    throw new SetupError(
      `The role ${rolname} must be neither a superuser nor have BYPASSRLS; remove that first.`,
    )
  }
}

/** ALTER ROLE takes no parameters, so the server quotes the password. */
export async function setPassword(server: Sql, name: string, password: string): Promise<void> {
  const [row] = await server<{ statement: string }[]>`
    select format('alter role %I password %L', ${name}::text, ${password}::text) as statement`
  if (row) await server.unsafe(row.statement)
}

/**
 * Since PostgreSQL 16 the creator of a role may grant it but is not a member with SET; before that,
 * CREATEROLE gave no membership either. In both cases the current user must become a member before
 * it can create anything as the owner.
 */
async function grantOwner(server: Sql, owner: string) {
  const [self] = await server<{ name: string }[]>`select current_user as name`
  for (const member of [self?.name ?? '', 'silla_migrator'])
    await grantMembership(server, owner, member)
}

import { isClientBackend } from '../client-backend.ts'
import { hasCitus } from '../cluster/has-citus.ts'
import type { Sql } from '../pool.ts'
import { SetupError } from '../setup-error.ts'
import { begin } from '../transaction.ts'
import { type DatabaseUrls, databaseUrls } from './database-urls.ts'
import { grantMembership } from './grant-membership.ts'
import { applyLoginSettings } from './role-settings.ts'
import {
  assertNoBypass,
  endLogin,
  type LoginRole,
  loginRoles,
  type RolePasswords,
  rotatedLogins,
  setPassword,
} from './roles.ts'
import { withDatabase, withServer } from './server.ts'

/**
 * A login of a role. The first one is the role itself, `silla_api`; each rotation of the passwords
 * begins to use the next one, `silla_api_a`, `silla_api_b` and `silla_api_a` again. These are members
 * of the role and act as it from the start of a session, so every grant, policy and owner is the same.
 */
export interface Login {
  role: LoginRole
  name: string
  canLogIn: boolean
  /** Names of the programs that are connected with it, one for each connection. */
  connections: string[]
}

interface Target {
  prepareUrl: string
  database: string
}

/** The logins that exist, by role. */
export const listLogins = (target: Target): Promise<Login[]> => withDatabase(target, findLogins)

/**
 * Creates a second login beside the present one of each role that gets a password, or gives it a new
 * password. The present one stays as it is: programs move to the new one, each in its own time.
 *
 * @throws SetupError if two logins of a role can be used already, or a role is missing
 */
export const rotateLogins = (
  target: Target & { passwords: RolePasswords },
): Promise<{ urls: DatabaseUrls; old: string[]; new: string[] }> =>
  withServer(target.prepareUrl, () =>
    withDatabase(target, async (sql) => {
      const isCluster = await hasCitus(sql)
      const logins = await findLogins(sql)
      const changes = Object.entries(target.passwords).map(([program, password]) => {
        const role = `silla_${program}` as LoginRole
        const present = presentLogin(logins, role, isCluster)
        return { role, password, present, next: nextLogin(role, present) }
      })
      await begin(sql, async (tx) => {
        for (const { role, next, password } of changes) {
          await createLogin(tx, role, next)
          await setPassword(tx, next, password)
          await applyLoginSettings(tx, { role, login: next }, isCluster)
        }
      })
      return {
        urls: databaseUrls({
          ...target,
          logins: Object.fromEntries(changes.map(({ role, next }) => [role, next])),
        }),
        old: changes.map(({ present }) => present),
        new: changes.map(({ next }) => next),
      }
    }),
  )

/**
 * Ends what the old logins can do: they cannot log in, and their passwords are deleted.
 *
 * @param options.disconnect ends their connections as well, instead of refusing
 * @returns the logins that could log in until now
 * @throws SetupError if one is in use, is the only one of its role, or does not exist
 */
export const retireLogins = (
  options: Target & { names: readonly string[]; disconnect: boolean },
): Promise<string[]> =>
  withServer(options.prepareUrl, () =>
    withDatabase(options, async (sql) => {
      const { names, disconnect } = options
      const logins = await findLogins(sql)
      const isCluster = await hasCitus(sql)
      const retired = names.map((name) => loginNamed(logins, name)).filter((it) => it.canLogIn)
      for (const login of retired) {
        assertReplaced(login, logins, names)
        if (isCluster) assertNotOfNodes(login)
        if (!disconnect) assertUnused(login)
      }
      await begin(sql, async (tx) => {
        for (const { name } of retired) await endLogin(tx, name)
      })
      if (disconnect)
        await sql`
          select pg_terminate_backend(pid, 5000) from pg_stat_activity
          where usename = any (${retired.map(({ name }) => name)})`
      return retired.map(({ name }) => name)
    }),
  )

/**
 * The login of each role that programs use: the one of the last rotation, or else the role itself.
 */
export async function presentLogins(sql: Sql): Promise<Partial<Record<LoginRole, string>>> {
  const logins = await findLogins(sql)
  return Object.fromEntries(
    loginRoles.flatMap((role) => {
      const rotated = logins.find((it) => it.role === role && it.name !== role && it.canLogIn)
      return rotated ? [[role, rotated.name]] : []
    }),
  )
}

/** Brings the settings of logins that earlier rotations made up to date. */
export async function refreshLogins(sql: Sql, isCluster: boolean): Promise<void> {
  for (const { role, name } of await findLogins(sql))
    if (name !== role) await applyLoginSettings(sql, { role, login: name }, isCluster)
}

async function findLogins(sql: Sql): Promise<Login[]> {
  const names = loginRoles.flatMap((role) =>
    [role, ...rotatedLogins(role)].map((name) => ({ role, name })),
  )
  const rows = await sql<{ name: string; canLogIn: boolean; connections: string[] }[]>`
    select role.rolname::text as name, role.rolcanlogin as can_log_in, array(
        select application_name from pg_stat_activity
        where usesysid = role.oid and ${isClientBackend(sql)} order by 1) as connections
    from pg_roles role where role.rolname = any (${names.map(({ name }) => name)})`
  const found = new Map(rows.map((row) => [row.name, row]))
  return names.flatMap(({ role, name }) => {
    const row = found.get(name)
    return row ? [{ ...row, role }] : []
  })
}

/**
 * The nodes of a cluster connect to each other as the roles themselves, which can therefore always log
 * in there.
 */
function presentLogin(logins: readonly Login[], role: LoginRole, isCluster: boolean): string {
  const usable = logins.filter((it) => it.role === role && it.canLogIn).map(({ name }) => name)
  const rotated = usable.filter((name) => name !== role)
  const present = isCluster && rotated.length > 0 ? rotated : usable
  const [name] = present
  if (name === undefined)
    throw new SetupError(`The role ${role} does not exist or cannot log in: run silla db setup.`)
  if (present.length > 1)
    throw new SetupError(
      `${present.join(' and ')} can both log in: a rotation is under way. Retire the one that no ` +
        'program uses any more, or the new one if its URL is lost: silla db passwords retire LOGIN.',
    )
  return name
}

function nextLogin(role: LoginRole, present: string): string {
  const [first, second] = rotatedLogins(role)
  return present === first ? second : first
}

/** As on the first rotation, so that a role which somebody changed is right again. */
async function createLogin(sql: Sql, role: LoginRole, name: string) {
  const [found] = await sql<{ rolname: string; rolsuper: boolean; rolbypassrls: boolean }[]>`
    select rolname, rolsuper, rolbypassrls from pg_roles where rolname = ${name}`
  if (found) {
    assertNoBypass(found)
    await sql`alter role ${sql(name)} login`
  } else await sql`create role ${sql(name)} login`
  await grantMembership(sql, role, name)
}

function loginNamed(logins: readonly Login[], name: string): Login {
  const login = logins.find((it) => it.name === name)
  if (!login)
    throw new SetupError(
      `${name} is no login of Silla here. There are ${logins.map((it) => it.name).join(', ')}.`,
    )
  return login
}

function assertReplaced({ role, name }: Login, logins: readonly Login[], names: readonly string[]) {
  if (logins.some((it) => it.role === role && it.canLogIn && !names.includes(it.name))) return
  throw new SetupError(
    `${name} is the only login of ${role}: without it, no program could use it. Nothing was ` +
      'changed; silla db passwords rotate creates another one.',
  )
}

function assertNotOfNodes({ role, name }: Login) {
  if (name === role)
    throw new SetupError(
      `The nodes of the cluster connect to each other as ${role}, so it cannot be retired. Change its ` +
        'password as docs/scaling.md says under "Passwords between nodes".',
    )
}

function assertUnused({ name, connections }: Login) {
  if (connections.length === 0) return
  const programs = [...new Set(connections)].filter(Boolean).join(', ')
  throw new SetupError(
    `${name} is in use: ${connections.length} connections${programs && ` (${programs})`}. Restart ` +
      'these programs with the URL of the new login first, or end their connections with ' +
      '--disconnect. Nothing was changed.',
  )
}

import { hasCitus } from '../cluster/has-citus.ts'
import type { Sql } from '../pool.ts'
import { type LoginRole, loginRoles, rotatedLogins } from './roles.ts'

/**
 * Applies each role's settings in this database. A clone made with CREATE DATABASE ... TEMPLATE
 * does not inherit them. Settings that are already correct are skipped, because a later caller may
 * lack the right to change them.
 */
export async function applyRoleSettings(
  sql: Sql,
  database: string,
  isCluster: boolean,
): Promise<void> {
  const rows = await sql<{ name: string; settings: string[] }[]>`
    select role.rolname as name, setting.setconfig as settings
    from pg_db_role_setting setting
    join pg_roles role on role.oid = setting.setrole
    join pg_database database on database.oid = setting.setdatabase
    where database.datname = ${database}`
  const current = new Map(rows.map((row) => [row.name, new Set(row.settings)]))
  for (const role of loginRoles) {
    for (const [name, value] of Object.entries(settingsOf(role, isCluster))) {
      if (current.get(role)?.has(`${name}=${value}`)) continue
      await sql.unsafe(
        `alter role ${role} in database ${quoted(database)} set ${name} = '${value}'`,
      )
    }
  }
}

/**
 * Applies the settings of its role to a rotated login, in all databases of the server, and lets it act
 * as its role from the start of a session.
 */
export async function applyLoginSettings(
  sql: Sql,
  { role, login }: { role: LoginRole; login: string },
  isCluster: boolean,
): Promise<void> {
  const [row] = await sql<{ settings: string[] }[]>`
    select setting.setconfig as settings
    from pg_db_role_setting setting join pg_roles role on role.oid = setting.setrole
    where setting.setdatabase = 0 and role.rolname = ${login}`
  for (const [name, value] of Object.entries({ role, ...settingsOf(role, isCluster) })) {
    if (row?.settings.includes(`${name}=${value}`)) continue
    await sql.unsafe(`alter role ${login} set ${name} = '${value}'`)
  }
}

/** What a role or the database lacks that `setupDatabase` gives it, or what nobody may give it. */
export interface SetupFault {
  name: string
  fault: string
}

/** The faults of the current database and of the roles of programs in it, as any role. */
export async function setupFaults(sql: Sql): Promise<SetupFault[]> {
  const isCluster = await hasCitus(sql)
  const logins = await sql<Login[]>`
    select role.rolname as name, role.rolcanlogin as "canLogin",
      has_database_privilege(role.oid, current_database(), 'connect') as "canConnect",
      array(
        select unnest(setting.setconfig) from pg_db_role_setting setting
        where setting.setrole = role.oid and setting.setdatabase in (0, database.oid)) as settings
    from pg_roles role
    join pg_database database on database.datname = current_database()
    where role.rolname = any(${[...loginRoles, ...loginRoles.flatMap(rotatedLogins)]})
    order by role.rolname`
  const [row] = await sql<{ hasExtension: boolean }[]>`
    select exists (select from pg_extension where extname = 'btree_gist') as "hasExtension"`
  return [
    ...loginRoles.flatMap((role) => {
      const own = logins.filter(({ name }) => name === role || rotatedLogins(role).includes(name))
      const usable = own.filter(({ canLogin }) => canLogin)
      if (own.length > 0 && usable.length === 0) return [{ name: role, fault: 'cannot log in' }]
      return usable.flatMap((login) => loginFaults(login, settingsOf(role, isCluster)))
    }),
    ...(row?.hasExtension
      ? []
      : [{ name: 'the database', fault: 'lacks the extension btree_gist' }]),
  ]
}

interface Login {
  name: string
  canLogin: boolean
  canConnect: boolean
  /** `name=value`, of all databases and of this one */
  settings: string[]
}

function loginFaults(
  { name, canConnect, settings }: Login,
  expected: Record<string, string>,
): SetupFault[] {
  const lacking = Object.entries(expected).filter(
    ([key, value]) => !settings.includes(`${key}=${value}`),
  )
  return [
    ...(canConnect ? [] : [{ name, fault: 'may not connect to this database' }]),
    ...lacking.map(([key, value]) => ({ name, fault: `lacks the setting ${key} = ${value}` })),
    // a transaction that sets no tenant would get this one instead of an error
    ...(settings.some((setting) => setting.startsWith('app.business_id='))
      ? [{ name, fault: 'must not have the setting app.business_id' }]
      : []),
  ]
}

/**
 * On a cluster the tenant that app.set_business sets has to reach the other nodes. The migrator sets
 * no tenant.
 */
const settingsOf = (role: LoginRole, isCluster: boolean): Record<string, string> =>
  isCluster && role !== 'silla_migrator'
    ? { ...roleSettings[role], 'citus.propagate_set_commands': 'local' }
    : roleSettings[role]

/** JIT is off: compiling a plan takes longer than any of our queries. */
const commonSettings = { search_path: 'app', jit: 'off' }

const roleSettings: Record<LoginRole, Record<string, string>> = {
  // everything that a migration creates belongs to silla_owner
  silla_migrator: { ...commonSettings, role: 'silla_owner' },
  silla_api: {
    ...commonSettings,
    statement_timeout: '5s',
    lock_timeout: '2s',
    idle_in_transaction_session_timeout: '10s',
  },
  silla_worker: commonSettings,
  silla_admin: commonSettings,
}

const quoted = (identifier: string) => `"${identifier.replaceAll('"', '""')}"`

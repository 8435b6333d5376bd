import { hasCitus } from '../cluster/has-citus.ts'
import { connectionsPerProcess } from '../database.ts'
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
      role.rolconnlimit as "mostConnections",
      coalesce(role.rolvaliduntil <= now(), false) as "isExpired",
      array(
        select unnest(setting.setconfig) from pg_db_role_setting setting
        where setting.setrole = role.oid and setting.setdatabase in (0, database.oid)) as settings
    from pg_roles role
    join pg_database database on database.datname = current_database()
    where role.rolname = any(${[...loginRoles, ...loginRoles.flatMap(rotatedLogins)]})
    order by role.rolname`
  const [row] = await sql<{ hasExtension: boolean; mostConnections: number; settings: string[] }[]>`
    select exists (select from pg_extension where extname = 'btree_gist') as "hasExtension",
      (select datconnlimit from pg_database where datname = current_database()) as "mostConnections",
      array(
        select unnest(setting.setconfig) from pg_db_role_setting setting
        join pg_database database on database.oid = setting.setdatabase
        where setting.setrole = 0 and database.datname = current_database()) as settings`
  return [
    ...loginRoles.flatMap((role) => {
      const own = logins.filter(({ name }) => name === role || rotatedLogins(role).includes(name))
      const usable = own.filter(({ canLogin }) => canLogin)
      if (own.length > 0 && usable.length === 0) return [{ name: role, fault: 'cannot log in' }]
      return usable.flatMap((login) => loginFaults(login, role, settingsOf(role, isCluster)))
    }),
    ...unwanted(row?.settings ?? [], {}).map((fault) => ({ name: 'the database', fault })),
    ...(isTooFew(row?.mostConnections ?? -1, 2 * connectionsPerProcess)
      ? [{ name: 'the database', fault: limitFault(row?.mostConnections ?? 0) }]
      : []),
    ...(row?.hasExtension
      ? []
      : [{ name: 'the database', fault: 'lacks the extension btree_gist' }]),
  ]
}

interface Login {
  name: string
  canLogin: boolean
  canConnect: boolean
  /** -1: as many as the server has. */
  mostConnections: number
  /** Its password is not valid any more. */
  isExpired: boolean
  /** `name=value`, of all databases and of this one */
  settings: string[]
}

function loginFaults(
  { name, canConnect, mostConnections, isExpired, settings }: Login,
  role: LoginRole,
  expected: Record<string, string>,
): SetupFault[] {
  const lacking = Object.entries(expected).filter(
    ([key, value]) => !settings.includes(`${key}=${value}`),
  )
  const faults = [
    ...(canConnect ? [] : ['may not connect to this database']),
    ...(isTooFew(mostConnections, connectionsOf[role]) ? [limitFault(mostConnections)] : []),
    ...(isExpired ? ['has a password that is not valid any more'] : []),
    ...lacking.map(([key, value]) => `lacks the setting ${key} = ${value}`),
    ...unwanted(settings, expected),
  ]
  return faults.map((fault) => ({ name, fault }))
}

/** What one program of the role opens when it is busy. */
const connectionsOf: Record<LoginRole, number> = {
  silla_api: connectionsPerProcess,
  silla_worker: connectionsPerProcess,
  silla_admin: connectionsPerProcess,
  // the lock of the migrations, and the migrations
  silla_migrator: 2,
}

const isTooFew = (mostConnections: number, needed: number) =>
  mostConnections >= 0 && mostConnections < needed

const limitFault = (mostConnections: number) =>
  mostConnections === 0
    ? 'may open no connections'
    : `may open only ${mostConnections} connections, fewer than its programs need`

/** Settings with which statements fail or do something else than they say. */
const unwanted = (settings: readonly string[], expected: Record<string, string>): string[] =>
  settings
    .map((setting) => setting.split('=', 1)[0] ?? '')
    .filter((key) => unwantedSettings.has(key) && !(key in expected))
    .map((key) => `must not have the setting ${key}`)

const unwantedSettings: ReadonlySet<string> = new Set([
  // a transaction that sets no tenant would get this one instead of an error
  'app.business_id',
  // values are read in the usual form only
  'DateStyle',
  'IntervalStyle',
  'bytea_output',
  // transactions would fail that wait for each other otherwise
  'default_transaction_isolation',
  'default_transaction_read_only',
  // the programs without one of their own wait for locks, and hold transactions open, for long
  'idle_in_transaction_session_timeout',
  'lock_timeout',
  'row_security',
  'session_replication_role',
  // the programs without one of their own have statements that take long
  'statement_timeout',
  // a booking that was confirmed would be lost in a crash
  'synchronous_commit',
  'transaction_timeout',
])

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

import type { Sql } from '../pool.ts'
import { loginRoles } from './roles.ts'

/**
 * Gives each role its settings in this database. A clone made with CREATE DATABASE ... TEMPLATE
 * does not inherit them. What is already right is not touched: a later caller may have no right to.
 */
export async function applyRoleSettings(sql: Sql, database: string): Promise<void> {
  const rows = await sql<{ name: string; settings: string[] }[]>`
    select role.rolname as name, setting.setconfig as settings
    from pg_db_role_setting setting
    join pg_roles role on role.oid = setting.setrole
    join pg_database database on database.oid = setting.setdatabase
    where database.datname = ${database}`
  const current = new Map(rows.map((row) => [row.name, new Set(row.settings)]))
  for (const role of loginRoles) {
    for (const [name, value] of Object.entries(roleSettings[role])) {
      if (current.get(role)?.has(`${name}=${value}`)) continue
      await sql.unsafe(
        `alter role ${role} in database ${quoted(database)} set ${name} = '${value}'`,
      )
    }
  }
}

/** Compiling a plan costs more than any of our queries takes, hence no jit. */
const everyRole = { search_path: 'app', jit: 'off' }

const roleSettings: Record<(typeof loginRoles)[number], Record<string, string>> = {
  // everything a migration makes belongs to the owner
  silla_migrator: { ...everyRole, role: 'silla_owner' },
  silla_api: {
    ...everyRole,
    statement_timeout: '5s',
    lock_timeout: '2s',
    idle_in_transaction_session_timeout: '10s',
  },
  silla_worker: everyRole,
  silla_admin: everyRole,
}

const quoted = (identifier: string) => `"${identifier.replaceAll('"', '""')}"`

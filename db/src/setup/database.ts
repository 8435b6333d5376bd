import postgres from 'postgres'
import type { Sql } from '../pool.ts'
import { loginRoles } from './roles.ts'

/**
 * Makes the database when it is missing: UTF-8, and text sorted by code point whatever the server's
 * own taste, so that an answer does not change its order with the machine.
 */
export async function createDatabase(server: Sql, database: string): Promise<void> {
  const [found] = await server`select from pg_database where datname = ${database}`
  if (found) return
  const [row] = await server<
    { builtin: boolean }[]
  >`select current_setting('server_version_num')::int >= 170000 as builtin`
  const order = row?.builtin
    ? server`locale_provider builtin builtin_locale 'C.UTF-8'`
    : server`locale_provider libc lc_collate 'C'`
  await server`create database ${server(database)} template template0 encoding 'UTF8' ${order}`
}

/**
 * Only our roles may connect. A database that belongs to somebody else keeps what its owner
 * granted.
 */
export async function grantConnections(sql: Sql, database: string): Promise<void> {
  const [open] = await sql<{ connect: boolean }[]>`
    select has_database_privilege('public', ${database}, 'connect')
        or has_database_privilege('public', ${database}, 'temporary') as connect`
  if (open?.connect) await whereAllowed(sql`revoke all on database ${sql(database)} from public`)
  for (const role of loginRoles) {
    const [may] = await sql<{ connect: boolean }[]>`
      select has_database_privilege(${role}, ${database}, 'connect') as connect`
    if (!may?.connect) await sql`grant connect on database ${sql(database)} to ${sql(role)}`
  }
}

async function whereAllowed(statement: postgres.PendingQuery<postgres.Row[]>) {
  try {
    await statement
  } catch (error) {
    if (!(error instanceof postgres.PostgresError && error.code === '42501')) throw error
  }
}

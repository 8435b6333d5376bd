import type { Sql } from '../pool.ts'
import { ignoreForbidden } from './ignore-forbidden.ts'
import { applyRoleSettings } from './role-settings.ts'
import { loginRoles, owningRoles } from './roles.ts'
import { withDatabase, withServer } from './server.ts'

/**
 * Creates the database if it is missing. It is UTF-8 and sorts text by code point, whatever the
 * server's default is, so that results have the same order on every machine.
 */
export async function createDatabase(server: Sql, database: string): Promise<void> {
  const [found] = await server`select from pg_database where datname = ${database}`
  if (found) return
  const [row] = await server<{ builtin: boolean }[]>`
    select current_setting('server_version_num')::int >= 170000 as builtin`
  const locale = row?.builtin
    ? server`locale_provider builtin builtin_locale 'C.UTF-8'`
    : server`locale_provider libc lc_collate 'C'`
  await server`create database ${server(database)} template template0 encoding 'UTF8' ${locale}`
}

/**
 * Allows only our roles to connect. In a database that belongs to somebody else, rights that its
 * owner granted stay.
 */
export async function grantConnections(
  sql: Sql,
  database: string,
  isCluster: boolean,
): Promise<void> {
  const [open] = await sql<{ connect: boolean }[]>`
    select has_database_privilege('public', ${database}, 'connect')
        or has_database_privilege('public', ${database}, 'temporary') as connect`
  // on a cluster the statements are repeated, for nodes that were added since
  if (isCluster || open?.connect)
    await ignoreForbidden(sql`revoke all on database ${sql(database)} from public`)
  // the nodes of a cluster connect to each other as the owner too
  for (const role of isCluster ? ['silla_owner', ...loginRoles] : loginRoles) {
    const [granted] = await sql<{ connect: boolean }[]>`
      select has_database_privilege(${role}, ${database}, 'connect') as connect`
    if (isCluster || !granted?.connect)
      await sql`grant connect on database ${sql(database)} to ${sql(role)}`
  }
}

/**
 * Copies a database that is set up, for a test. The server does not copy role settings and grants
 * on the database, so they are made again. Nothing may be connected to the template.
 *
 * A server copies its files or, by default, writes each page to its log. Copying files takes half
 * of the time, but waits for the disk twice unless fsync is off, as it is for tests.
 *
 * @param input.nodeUrls prepare URLs of the other nodes of a cluster, each of which has a template
 */
export async function cloneDatabase(input: {
  prepareUrl: string
  template: string
  database: string
  nodeUrls?: readonly string[] | undefined
}): Promise<void> {
  const { prepareUrl, template, database, nodeUrls = [] } = input
  const isCluster = nodeUrls.length > 0
  await onEachNode([prepareUrl, ...nodeUrls], async (server) => {
    const [row] = await server<{ waits: boolean }[]>`
      select current_setting('fsync')::boolean as waits`
    await server`
      create database ${server(database)} template ${server(template)}
      strategy ${row?.waits ? server`wal_log` : server`file_copy`}`
    await grantConnections(server, database, isCluster)
    await applyRoleSettings(server, database, isCluster)
  })
}

/**
 * Drops our schemas with all data and keeps the database and anything else in it. `setupDatabase`
 * and `migrate` create them again. Does nothing if there is no such database.
 */
export async function emptyDatabase(input: {
  prepareUrl: string
  database: string
}): Promise<void> {
  await withServer(input.prepareUrl, async (server) => {
    const [found] = await server`select from pg_database where datname = ${input.database}`
    if (!found) return
    await withDatabase(input, (sql) =>
      sql.begin(async (tx) => {
        const schemas = await tx<{ name: string; owner: string }[]>`
          select nspname as name, nspowner::regrole::text as owner from pg_namespace
          where nspowner::regrole::text = any (${[...owningRoles]})`
        for (const { name, owner } of schemas) {
          await tx`set local role ${tx(owner)}`
          await tx`drop schema ${tx(name)} cascade`
        }
      }),
    )
  })
}

/**
 * Puts a database in the place of another one, which is kept under a new name. Connections to both
 * end; programs connect again, to the new one. Needs a superuser.
 */
export const replaceDatabase = (input: {
  prepareUrl: string
  database: string
  replacement: string
  previousDatabase: string
}): Promise<void> =>
  withServer(input.prepareUrl, async (server) => {
    const { database, replacement, previousDatabase } = input
    const both = [database, replacement]
    // nobody connects between the end of the connections and the new names
    for (const name of both)
      await server`alter database ${server(name)} with allow_connections false`
    try {
      await server`
        select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = any (${both})`
      await server.begin(async (tx) => {
        await tx`alter database ${tx(database)} rename to ${tx(previousDatabase)}`
        await tx`alter database ${tx(replacement)} rename to ${tx(database)}`
      })
    } finally {
      for (const name of [...both, previousDatabase]) {
        const [found] = await server`select from pg_database where datname = ${name}`
        if (found) await server`alter database ${server(name)} with allow_connections true`
      }
    }
  })

/**
 * Drops a database; PostgreSQL waits up to five seconds for its connections to end. The nodes of a
 * cluster keep connections to each other, which are closed.
 *
 * @param input.disconnect its connections are closed, and what they are doing fails
 */
export async function dropDatabase(input: {
  prepareUrl: string
  database: string
  nodeUrls?: readonly string[] | undefined
  disconnect?: boolean
}): Promise<void> {
  const { prepareUrl, database, nodeUrls = [], disconnect = nodeUrls.length > 0 } = input
  await onEachNode([prepareUrl, ...nodeUrls], async (server) => {
    const options = disconnect ? server`with (force)` : server``
    await server`drop database if exists ${server(database)} ${options}`
  })
}

const onEachNode = (urls: readonly string[], work: (server: Sql) => Promise<void>) =>
  Promise.all(urls.map((url) => withServer(url, work)))

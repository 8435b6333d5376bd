import type { Sql } from '../pool.ts'
import { ignoreForbidden } from './ignore-forbidden.ts'
import { runningRoles } from './roles.ts'

/** Creates btree_gist and the schemas, grants the running roles USAGE, and closes `public`. */
export async function createSchemas(sql: Sql): Promise<void> {
  await createExtension(sql)
  await closePublic(sql)
  for (const [schema, owner] of Object.entries(owners)) await createSchema(sql, schema, owner)
}

const owners = { app: 'silla_owner', registry: 'silla_owner', jobs: 'silla_worker' }

/**
 * Installs btree_gist, outside the schemas of tables, and moves it there from `public`, where older
 * versions of Silla installed it. One that is in another schema stays there. It is a trusted
 * extension: CREATE on the database is enough to install it, but moving it needs a superuser,
 * without whom it stays in `public`, where nobody can create anything.
 */
async function createExtension(sql: Sql) {
  const [found] = await sql<{ schema: string }[]>`
    select extnamespace::regnamespace::text as schema
    from pg_extension where extname = 'btree_gist'`
  if (found?.schema === 'public') await ignoreForbidden(moveExtension(sql))
  if (found) return
  await sql`create schema if not exists extensions`
  await sql`create extension btree_gist schema extensions`
}

async function moveExtension(sql: Sql) {
  await sql`create schema if not exists extensions`
  await sql`alter extension btree_gist set schema extensions`
}

/** Closed by default since 15, but a database that was upgraded keeps its old grant. */
async function closePublic(sql: Sql) {
  const [open] = await sql<{ create: boolean }[]>`
    select has_schema_privilege('public', oid, 'create') as create
    from pg_namespace where nspname = 'public'`
  if (open?.create) await sql`revoke create on schema public from public`
}

async function createSchema(sql: Sql, schema: string, owner: string) {
  const [found] = await sql<{ owner: string }[]>`
    select nspowner::regrole::text as owner from pg_namespace where nspname = ${schema}`
  if (!found) await sql`create schema ${sql(schema)} authorization ${sql(owner)}`
  else if (found.owner !== owner) await sql`alter schema ${sql(schema)} owner to ${sql(owner)}`
  for (const role of runningRoles) {
    const [granted] = await sql<{ usage: boolean }[]>`
      select has_schema_privilege(${role}, ${schema}, 'usage') as usage`
    if (granted?.usage) continue
    await sql.begin(async (tx) => {
      await tx`set local role ${tx(owner)}`
      await tx`grant usage on schema ${tx(schema)} to ${tx(role)}`
    })
  }
}

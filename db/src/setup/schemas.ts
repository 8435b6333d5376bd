import type { Sql } from '../pool.ts'
import { runningRoles } from './roles.ts'

/** Creates btree_gist and our schemas, grants the running roles USAGE, and closes `public`. */
export async function createSchemas(sql: Sql): Promise<void> {
  await createExtension(sql)
  await closePublic(sql)
  for (const [schema, owner] of Object.entries(owners)) await createSchema(sql, schema, owner)
}

const owners = { app: 'silla_owner', registry: 'silla_owner', jobs: 'silla_worker' }

/** A trusted extension since 13: CREATE on the database is enough to install it. */
async function createExtension(sql: Sql) {
  const [found] = await sql`select from pg_extension where extname = 'btree_gist'`
  if (!found) await sql`create extension btree_gist schema public`
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

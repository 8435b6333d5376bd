import { connectionOperator } from '../../connection-operator.ts'
import type { Query } from '../../pool.ts'
import type { Tx } from '../../tenant-db.ts'
import type { Transaction } from '../../transaction.ts'

// A business is deleted table by table, in the order of the foreign keys in the database's own
// catalogue, so that a new table cannot be missed.

interface TenantTable {
  /** `app.bookings` */
  name: string
  /** Tables with foreign keys to this one; they are emptied first. */
  referredToBy: string[]
}

/** All tables with rows of one business, except the audit log and where it is now, which are kept. */
export const listTenantTables = (tx: Transaction): Query<TenantTable> => tx`
  select format('%I.%I', space.nspname, owned.relname) as name,
    array(
      select distinct format('%I.%I', referring_space.nspname, referring.relname)
      from pg_constraint reference
      join pg_class referring on referring.oid = reference.conrelid
      join pg_namespace referring_space on referring_space.oid = referring.relnamespace
      where reference.confrelid = owned.oid and reference.contype = 'f'
        and reference.conrelid <> owned.oid) as referred_to_by
  from pg_class owned
  join pg_namespace space on space.oid = owned.relnamespace
  join pg_attribute column_
    on column_.attrelid = owned.oid and column_.attname = 'business_id'
      and not column_.attisdropped
  where space.nspname in ('app', 'registry') and owned.relkind in ('r', 'p')
    and not owned.relispartition
    and (space.nspname, owned.relname) not in (
      ('app', 'audit_entries'), ('registry', 'business_moves'), ('registry', 'deleted_businesses'),
      ('registry', 'moved_businesses'), ('registry', 'moved_hashes'))
  order by name`

/** Blocks inserts for the business until the transaction ends; afterwards they fail. */
export const lockBusiness = (tx: Tx): Query<object> => tx`
  select from businesses where business_id = ${tx.businessId} for update`

/** Bookings and orders refer to payments, and payments to them. */
export const detachPayments = (tx: Tx): Query<object>[] => [
  tx`
    update bookings set payment_id = null
    where business_id = ${tx.businessId} and payment_id is not null`,
  tx`
    update orders set payment_id = null
    where business_id = ${tx.businessId} and payment_id is not null`,
]

export async function countTenantRows(tx: Tx, table: string): Promise<number> {
  const [counted] = await tx<{ rows: number }[]>`
    select count(*)::int as rows from ${tx(table)} where business_id = ${tx.businessId}`
  return counted?.rows ?? 0
}

export async function deleteTenantRows(tx: Tx, table: string): Promise<number> {
  return (await tx`delete from ${tx(table)} where business_id = ${tx.businessId}`).count
}

/** As silla_admin. */
export const deleteJobs = (tx: Tx): Query<object> =>
  tx`select jobs.delete_for_business(${tx.businessId})`

/** Records the deletion. The operator is a setting of the connection. */
export const tombstoneBusiness = (tx: Tx, at: Date): Query<object> => tx`
  insert into registry.deleted_businesses (
    business_id, slug, mode, created_at, deleted_at, operator)
  select business_id, slug, mode, created_at, ${at},
    ${connectionOperator(tx)}
  from registry.businesses where business_id = ${tx.businessId}`

/** The business with this slug that was deleted last. */
export async function findDeletedBusiness(tx: Transaction, slug: string): Promise<string | null> {
  const [deleted] = await tx<{ businessId: string }[]>`
    select business_id from registry.deleted_businesses
    where slug = ${slug} order by deleted_at desc limit 1`
  return deleted?.businessId ?? null
}

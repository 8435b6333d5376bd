import type { Tx } from '../../tenant-db.ts'
import type { Transaction } from '../../transaction.ts'

// Deletes a business table by table, in an order from PostgreSQL's catalogue, so that new tables are
// included.

export interface TenantTable {
  /** `app.bookings` */
  name: string
  /** Tables that must be empty of the business before this one can be. */
  referredToBy: string[]
}

/** All tenant tables except the audit log, which is kept. */
export const listTenantTables = (tx: Transaction) => tx<TenantTable[]>`
  select format('%I.%I', space.nspname, owned.relname) as name,
    array(select distinct format('%I.%I', referring_space.nspname, referring.relname)
      from pg_constraint reference
      join pg_class referring on referring.oid = reference.conrelid
      join pg_namespace referring_space on referring_space.oid = referring.relnamespace
      where reference.confrelid = owned.oid and reference.contype = 'f' and reference.conrelid <> owned.oid) as "referredToBy"
  from pg_class owned
  join pg_namespace space on space.oid = owned.relnamespace
  join pg_attribute column_ on column_.attrelid = owned.oid and column_.attname = 'business_id' and not column_.attisdropped
  where space.nspname in ('app', 'registry') and owned.relkind in ('r', 'p')
    and (space.nspname, owned.relname) not in (('app', 'audit_entries'), ('registry', 'deleted_businesses'))
  order by name`

/** Locks the business: inserts that refer to it wait until the transaction ends. */
export const lockBusiness = (tx: Tx) => tx`
  select from businesses where business_id = ${tx.businessId} for update`

/** Bookings and orders refer to their payment, which refers back to them. */
export const detachPayments = (tx: Tx) => [
  tx`update bookings set payment_id = null where business_id = ${tx.businessId} and payment_id is not null`,
  tx`update orders set payment_id = null where business_id = ${tx.businessId} and payment_id is not null`,
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
export const deleteJobs = (tx: Tx) => tx`select jobs.delete_for_business(${tx.businessId})`

/** Records the deletion; the operator is set on the connection. */
export const tombstoneBusiness = (tx: Tx, at: Date) => tx`
  insert into registry.deleted_businesses (business_id, slug, mode, created_at, deleted_at, operator)
  select business_id, slug, mode, created_at, ${at}, coalesce(nullif(current_setting('app.operator', true), ''), current_user)
  from registry.businesses where business_id = ${tx.businessId}`

/** The last deleted business with this slug. */
export async function findDeletedBusiness(tx: Transaction, slug: string): Promise<string | null> {
  const [deleted] = await tx<{ businessId: string }[]>`
    select business_id as "businessId" from registry.deleted_businesses
    where slug = ${slug} order by deleted_at desc limit 1`
  return deleted?.businessId ?? null
}

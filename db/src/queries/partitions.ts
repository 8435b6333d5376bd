import { partitionedTables } from '../partitioned-tables.ts'
import type { Query, Sql } from '../pool.ts'

// Partitions by month (decision 0091). By the clock of the database, which decides the month of a row too.

/** Adds the coming months to each table, and drops what is older than is kept. As silla_worker. */
export async function maintainPartitions(sql: Sql): Promise<void> {
  // one by one, so that no lock is held longer than its table needs
  for (const table of partitionedTables)
    await sql`select registry.maintain_partitions(${table}, now())`
}

/**
 * What a table lacks: `months`, it has no partition for this month or the next one; `default`, no partition for rows
 * without a month of their own; `partitions`, it is not partitioned; `detached`, it lacks some that somebody has detached;
 * or `future`, what it has too much: rows of months that come later than those for which partitions are made.
 */
export interface PartitionFault {
  table: string
  fault: 'months' | 'default' | 'partitions' | 'detached' | 'future'
}

/** As silla_admin. */
export const listPartitionFaults = (sql: Sql): Query<PartitionFault> => sql`
  select expected.name as table,
    case when found.is_partitioned is null then 'partitions'
      when cardinality(app.detached_partitions(to_regclass(expected.name))) > 0 then 'detached'
      when not found.has_default then 'default'
      when registry.has_far_months(expected.name, now()) then 'future' else 'months' end as fault
  from unnest(${[...partitionedTables]}::text[]) with ordinality as expected (name, place)
  left join lateral (
    select true as is_partitioned,
      coalesce(bool_or(bound.text = 'DEFAULT'), false) as has_default
    from pg_partitioned_table partitioned
    left join pg_inherits part on part.inhparent = partitioned.partrelid
    left join pg_class class on class.oid = part.inhrelid
    left join lateral (select pg_get_expr(class.relpartbound, class.oid) as text) bound on true
    where partitioned.partrelid = to_regclass(expected.name)
    group by partitioned.partrelid) found on true
  where found.is_partitioned is null or not found.has_default
    or registry.has_far_months(expected.name, now())
    or cardinality(app.detached_partitions(to_regclass(expected.name))) > 0
    or not app.has_month(
      to_regclass(expected.name), date_trunc('month', now() at time zone 'utc')::date)
    or not app.has_month(
      to_regclass(expected.name),
      (date_trunc('month', now() at time zone 'utc') + interval '1 month')::date)
  order by expected.place`

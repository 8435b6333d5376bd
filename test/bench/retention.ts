import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { countOption, readOptions } from '../support/program-options.ts'
import { openBenchDatabase } from './bench-database.ts'
import { buildCode } from './code.ts'
import { describeMachine } from './machine.ts'
import { treeCpuMicroseconds } from './processes.ts'
import { insertDataSet } from './scale/rows.ts'

// Deleting the rows of each salon is what releases before 0.3.0 did, dropping the partition is decision 0091.

const { salons, bookings } = await readOptions({
  command: 'npm run bench:retention',
  about:
    'Measures how many bytes a booking takes in each table, and what it costs to get rid of a month of emails and ' +
    'events by deleting the rows of each salon, and by dropping the partition.',
  options: {
    salons: countOption('how many salons', 100),
    bookings: countOption('bookings of all salons together', 200_000),
  },
})
const folder = mkdtempSync(join(tmpdir(), 'silla-bench-'))
const closers: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]

try {
  const code = await buildCode(resolve('.'))
  const { urls, admin, owner, postgresPid } = await openBenchDatabase(code, folder, closers)
  const [superuser, worker] = [urls.prepare, urls.worker].map((url) =>
    code.db.openPool({ url: url ?? '', max: 1, name: 'silla-bench' }),
  )
  if (!superuser || !worker) throw new Error('there are no connections')
  closers.unshift(superuser.end, worker.end)
  console.log(`Loading ${bookings} bookings of ${salons} salons`)
  const size = { salons, bookings: Math.ceil(bookings / salons) }
  await insertDataSet({ core: code.core, admin, superuser }, size)
  const machine = await describeMachine(owner)
  console.log(`${machine.cores} cores (${machine.processor}), PostgreSQL ${machine.postgres}`)
  console.table(await bytesPerBooking())
  const months = ['2020-01-01', '2020-02-01'] as const
  for (const month of months) await fillMonth(month)
  await superuser`vacuum (analyze) app.mails, app.events`
  await superuser`checkpoint`
  console.table({
    'deleted, then vacuumed': await measure(months[0], deleteMonth),
    'dropped with the partition': await measure(months[1], dropMonth),
  })

  async function bytesPerBooking(): Promise<Record<string, number>> {
    const rows = await owner<{ name: string; bytes: number }[]>`
      select root.oid::regclass::text as name, sum(pg_total_relation_size(leaf.relid))::bigint as bytes
      from pg_class root
      cross join lateral pg_partition_tree(root.oid) tree
      cross join lateral (select tree.relid where tree.isleaf) leaf
      where root.relkind = 'p' and root.relnamespace = 'app'::regnamespace
      group by root.oid
      union all
      select oid::regclass::text, pg_total_relation_size(oid) from pg_class
      where relkind = 'r' and not relispartition
        and relnamespace in ('app'::regnamespace, 'jobs'::regnamespace)
      order by bytes desc limit 12`
    return Object.fromEntries(rows.map(({ name, bytes }) => [name, Math.round(bytes / bookings)]))
  }

  /** An email and an event for each booking. */
  async function fillMonth(month: string): Promise<void> {
    for (const table of ['mails', 'events'])
      await owner`select app.add_partition(${`app.${table}`}::regclass,
        ${`${table}_${month.slice(0, 7).replace('-', '_')}`},
        format('for values from (%L) to (%L)', ${month}::date, (${month}::date + interval '1 month')::date))`
    await owner`
      insert into app.mails (
        business_id, kind, to_email, language, payload, cause, state, created_at, sent_at, subject,
        partition_month)
      select business_id, 'booking_confirmed', contact_email, 'es', '{}', 'booking:' || id || ${month}::text,
        'sent', ${month}::date, ${month}::date, 'Reserva confirmada', ${month}::date
      from app.bookings order by created_at`
    await owner`
      insert into app.events (business_id, type, occurred_at, payload, position, partition_month)
      select business_id, 'reserva.creada', ${month}::date,
        to_jsonb(booking) - 'business_id', row_number() over (partition by business_id order by id),
        ${month}::date
      from app.bookings booking order by created_at`
  }

  /** As nightly maintenance did: salon by salon, events a thousand at a time. */
  async function deleteMonth(month: string): Promise<void> {
    const businesses = await owner<{ id: string }[]>`
      select business_id as id from registry.businesses`
    const before = new Date(new Date(month).getTime() + 24 * 3_600_000)
    for (const { id } of businesses) {
      await owner`
        delete from app.mails
        where business_id = ${id} and created_at < ${before} and state <> 'waiting'`
      for (let deleted = 1000; deleted === 1000; )
        deleted = (
          await owner`
            delete from app.events where business_id = ${id} and id in (
              select event.id from app.events event
              where event.business_id = ${id} and event.occurred_at < ${before}
              order by event.position limit 1000)
            returning id`
        ).length
    }
    await superuser?.unsafe(`vacuum ${partitionsOf(month).join(', ')}`)
  }

  async function dropMonth(month: string): Promise<void> {
    const later = new Date(new Date(month).getTime() + 70 * 24 * 3_600_000)
    for (const table of ['app.mails', 'app.events'])
      await worker?.unsafe(
        `select registry.maintain_partitions('${table}', '${later.toISOString()}')`,
      )
  }

  async function measure(month: string, work: (month: string) => Promise<void>) {
    const [position] = await owner<{ at: string }[]>`select pg_current_wal_insert_lsn()::text as at`
    const [cpu, startedAt] = [treeCpuMicroseconds(postgresPid), performance.now()]
    await work(month)
    const seconds = (performance.now() - startedAt) / 1000
    const postgres = (treeCpuMicroseconds(postgresPid) - cpu) / 1e6
    const [row] = await owner<{ wal: number; left: number }[]>`
      select (pg_current_wal_insert_lsn() - ${position?.at ?? ''}::pg_lsn)::bigint as wal,
        coalesce(sum(pg_total_relation_size(to_regclass(name))), 0)::bigint as left
      from unnest(${partitionsOf(month)}::text[]) name`
    return {
      seconds: Number(seconds.toFixed(2)),
      'PostgreSQL CPU s': Number(postgres.toFixed(2)),
      'WAL MB': Math.round((row?.wal ?? 0) / 1e6),
      'MB on disk afterwards': Math.round((row?.left ?? 0) / 1e6),
    }
  }

  function partitionsOf(month: string): string[] {
    const suffix = month.slice(0, 7).replace('-', '_')
    return [`app.mails_${suffix}`, `app.events_${suffix}`]
  }
} finally {
  for (const closer of closers) await closer()
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Flags } from '@oclif/core'
import { codeOption, readOptions, several } from '../support/program-options.ts'
import { salonFileFor } from '../support/salon-fixture.ts'
import { openBenchDatabase } from './bench-database.ts'
import { buildCode } from './code.ts'
import { insertCustomers, insertVisits } from './diary.ts'
import { type Program, startProgram, treeCpuMicroseconds } from './processes.ts'

const salons = 100
/** More than are run while it is measured; the jobs behind them are of the same visits again. */
const visitsPerSalon = 500
const warmUpSeconds = 5
const measuredSeconds = 20

const options = await readOptions({
  command: 'npm run bench:queue',
  about:
    'Measures how fast workers run due jobs: reminders of visits, each of which requests an email that another ' +
    'job stores. Meanwhile somebody waits for a code, and another salon for its first reminder.',
  options: {
    workers: Flags.integer({
      ...several,
      helpValue: 'N,N',
      description: 'how many workers; a row for each number',
      default: [1, 2],
      min: 1,
    }),
    due: Flags.integer({
      ...several,
      helpValue: 'N,N',
      description: 'how many jobs are due; rows for each number',
      default: [50_000, 1_000_000],
      min: 1,
    }),
    statements: Flags.boolean({ description: 'list what PostgreSQL spends its time on' }),
    code: codeOption(),
  },
})

interface Row {
  due: number
  workers: number
  'first after s': number
  'jobs a second': number
  'reminders a second': number
  'emails a second': number
  'worker us a job': number
  'PostgreSQL us a job': number
  'a code after ms': number
  'a salon after ms': number
}

const code = await buildCode(resolve(options.code), 'worker')
const rows: Row[] = []
for (const due of options.due)
  for (const workers of options.workers) {
    rows.push(await measure(due, workers))
    console.log(JSON.stringify(rows.at(-1)))
  }
console.table(rows)

/** With a database of its own: what an earlier row has left in the queue would slow the next one down. */
async function measure(due: number, workerCount: number): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'silla-bench-'))
  const closers: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  try {
    const { urls, admin, superuserUrl, owner, postgresPid } = await openBenchDatabase(
      ...([code, folder, closers] as const),
      options,
    )
    const superuser = code.db.openPool({ url: superuserUrl, max: 1, name: 'silla-bench' })
    const jobs = code.db.openPool({ url: urls.worker, max: 1, name: 'silla-bench-jobs' })
    const database = code.db.openDatabase({ url: urls.api, name: 'silla-bench' })
    const tenantDbs = code.db.openTenantDbs(database)
    closers.unshift(
      () => jobs.end(),
      () => superuser.end(),
      () => database.close(),
    )
    if (options.statements) await superuser`create extension pg_stat_statements`
    for (let salon = 0; salon < salons; salon++)
      await code.core.applySalon(admin, salonFileFor(`salon-${salon}`, { timezone: 'UTC' }))
    const businessIds = await fillDiaries()
    await enqueue()
    const startedAt = performance.now()
    const workers: Program[] = []
    for (let worker = 0; worker < workerCount; worker++)
      workers.push(
        await startProgram(join(code.folder, 'services/worker/bin/worker.js'), {
          WORKER_DATABASE_URL: urls.worker,
        }),
      )
    closers.unshift(() => Promise.all(workers.map((worker) => worker.stop())))
    while ((await counted()).stored === 0) await wait(50)
    const firstSeconds = (performance.now() - startedAt) / 1000
    await wait(warmUpSeconds * 1000)

    const cpu = () => ({
      workers: workers.reduce((sum, worker) => sum + worker.cpuMicroseconds(), 0),
      postgres: treeCpuMicroseconds(postgresPid),
    })
    if (options.statements) await superuser`select pg_stat_statements_reset()`
    const before = { ...cpu(), ...(await counted()), at: performance.now() }
    await wait(measuredSeconds * 1000)
    const after = { ...cpu(), ...(await counted()), at: performance.now() }
    const seconds = (after.at - before.at) / 1000
    const reminders = after.requested - before.requested
    const emails = after.stored - before.stored
    if (options.statements) await printStatements(reminders + emails)
    return {
      due,
      workers: workerCount,
      'first after s': rounded(firstSeconds),
      'jobs a second': Math.round((reminders + emails) / seconds),
      'reminders a second': Math.round(reminders / seconds),
      'emails a second': Math.round(emails / seconds),
      'worker us a job': Math.round((after.workers - before.workers) / (reminders + emails)),
      'PostgreSQL us a job': Math.round((after.postgres - before.postgres) / (reminders + emails)),
      'a code after ms': Math.round(await codeMilliseconds()),
      'a salon after ms': Math.round(await otherSalonMilliseconds()),
    }

    async function fillDiaries(): Promise<string[]> {
      const found = await owner<
        { businessId: string; serviceId: number; professionalIds: number[] }[]
      >`
        select service.business_id, min(service.id) as service_id,
          (select array_agg(id) from app.resources
            where business_id = service.business_id and kind = 'professional') as professional_ids
        from app.services service group by service.business_id`
      for (const { businessId, serviceId, professionalIds } of found) {
        await insertCustomers(owner, businessId)
        await insertVisits(owner, {
          businessId,
          serviceId,
          professionalIds: professionalIds.slice(0, 1),
          ...{ fromDay: 1, toDay: 50, visitMinutes: 30, firstMinute: 0, timesPerDay: 40 },
          visitsPerDay: visitsPerSalon / 50,
        })
      }
      return found.map(({ businessId }) => businessId)
    }

    /** As bookings schedule them, one by one. The last salon gets none. */
    async function enqueue(): Promise<void> {
      const visits = await owner<{ businessId: string; id: number }[]>`
        select business_id, id from app.bookings where business_id <> ${businessIds.at(-1) ?? ''}`
      // makes the task known
      await jobs`select jobs.add_job('remind-booking', run_at => now() + interval '1 year')`
      await jobs`
        insert into jobs._private_jobs (task_id, payload, priority, run_at, max_attempts)
        select task.id, json_build_object('businessId', visit.business_id, 'bookingId', visit.id),
          1000, now() - interval '1 hour' + (round + random()) * interval '1 minute', 25
        from generate_series(0, ${Math.ceil(due / visits.length) - 1}::int) round
        cross join unnest(
          ${visits.map(({ businessId }) => businessId)}::uuid[], ${visits.map(({ id }) => id)}::bigint[])
          visit (business_id, id)
        join jobs._private_tasks task on task.identifier = 'remind-booking'`
      // as autovacuum does within a minute; the jobs belong to another role
      await superuser`vacuum (analyze) jobs._private_jobs`
      await owner`analyze`
    }

    async function counted(): Promise<{ requested: number; stored: number }> {
      const [row] = await owner<{ requested: number; stored: number }[]>`
        select count(*)::int as requested, count(*) filter (where state = 'kept')::int as stored
        from app.mails`
      return row ?? { requested: 0, stored: 0 }
    }

    async function printStatements(count: number): Promise<void> {
      const statements = await superuser<{ us: number; calls: number; query: string }[]>`
        select round(statement.total_exec_time * 1000 / ${count})::int as us,
          statement.calls::int as calls, regexp_replace(statement.query, '\\s+', ' ', 'g') as query
        from pg_stat_statements statement
        order by statement.total_exec_time desc limit 40`
      console.table(
        statements.map(({ us, calls, query }) => ({
          'us a job': us,
          'calls a job': Math.round((calls / count) * 100) / 100,
          statement: query.slice(0, 120),
        })),
      )
    }

    /** From the time at which the first reminder of a salon is due until its email is requested. */
    async function otherSalonMilliseconds(): Promise<number> {
      const businessId = businessIds.at(-1) ?? ''
      const [visit] = await owner<{ id: number }[]>`
        select id from app.bookings where business_id = ${businessId} limit 1`
      const sentAt = performance.now()
      await jobs`
        insert into jobs._private_jobs (task_id, payload, priority, run_at)
        select task.id, json_build_object('businessId', ${businessId}::text, 'bookingId', ${visit?.id ?? 0}::bigint),
          1000, now()
        from jobs._private_tasks task where task.identifier = 'remind-booking'`
      const isRequested = () => owner`
        select from app.mails where business_id = ${businessId} and kind = 'booking_reminder'`
      while ((await isRequested()).length === 0) await wait(20)
      return performance.now() - sentAt
    }

    async function codeMilliseconds(): Promise<number> {
      const businessId = businessIds[0] ?? ''
      const sentAt = performance.now()
      await tenantDbs(businessId).transaction((tx) =>
        code.db.mailQueries.requestMail(tx, {
          ...{ kind: 'code', to: 'guest@example.com', language: 'es', payload: { code: '123456' } },
          cause: 'bench',
          now: new Date(),
        }),
      )
      while (
        (await owner`select from app.mails where kind = 'code' and state = 'kept'`).length === 0
      )
        await wait(20)
      return performance.now() - sentAt
    }
  } finally {
    for (const closer of closers) await closer()
  }
}

function rounded(seconds: number): number {
  return Math.round(seconds * 10) / 10
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { salonFileFor } from '../support/salon-fixture.ts'
import { openBenchDatabase } from './bench-database.ts'
import { buildCode } from './code.ts'
import { insertCustomers, insertVisits } from './diary.ts'
import { type Program, startProgram, treeCpuMicroseconds } from './processes.ts'

// `npm run bench:queue`: how fast workers run 50,000 due jobs: reminders of visits, each of which requests an
// email that another job stores. Behind them somebody waits for a code. `--workers N` chooses one row.

const salons = 100
const visitsPerSalon = 500
const warmUpSeconds = 5
const measuredSeconds = 20

const { values } = parseArgs({ options: { workers: { type: 'string', multiple: true } } })
const workerCounts = values.workers?.map(Number) ?? [1, 2]

interface Row {
  workers: number
  'first after s': number
  'reminders a second': number
  'emails a second': number
  'worker us': number
  'PostgreSQL us': number
  'a code after ms': number
}

const code = await buildCode(resolve('.'), 'worker')
const rows: Row[] = []
for (const workers of workerCounts) {
  rows.push(await measure(workers))
  console.log(JSON.stringify(rows.at(-1)))
}
console.table(rows)

/** With a database of its own: what an earlier row has left in the queue would slow the next one down. */
async function measure(workerCount: number): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'silla-bench-'))
  const closers: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  try {
    const { urls, admin, owner, postgresPid } = await openBenchDatabase(code, folder, closers)
    const jobs = code.db.openPool({ url: urls.worker, max: 1, name: 'silla-bench-jobs' })
    const database = code.db.openDatabase({ url: urls.api, name: 'silla-bench' })
    const tenantDbs = code.db.openTenantDbs(database)
    closers.unshift(
      () => jobs.end(),
      () => database.close(),
    )
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
    const before = { ...cpu(), ...(await counted()), at: performance.now() }
    await wait(measuredSeconds * 1000)
    const after = { ...cpu(), ...(await counted()), at: performance.now() }
    const seconds = (after.at - before.at) / 1000
    const stored = after.stored - before.stored
    return {
      workers: workerCount,
      'first after s': rounded(firstSeconds),
      'reminders a second': Math.round((after.requested - before.requested) / seconds),
      'emails a second': Math.round(stored / seconds),
      'worker us': Math.round((after.workers - before.workers) / stored),
      'PostgreSQL us': Math.round((after.postgres - before.postgres) / stored),
      'a code after ms': Math.round(await codeMilliseconds()),
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

    /** As bookings schedule them, one by one. */
    async function enqueue(): Promise<void> {
      const visits = await owner<{ businessId: string; id: number }[]>`
        select business_id, id from app.bookings`
      // makes the task known
      await jobs`select jobs.add_job('remind-booking', run_at => now() + interval '1 year')`
      await jobs`
        insert into jobs._private_jobs (task_id, payload, priority, run_at, max_attempts)
        select task.id, json_build_object('businessId', visit.business_id, 'bookingId', visit.id),
          1000, now() - interval '1 hour' + random() * interval '30 minutes', 25
        from unnest(
          ${visits.map(({ businessId }) => businessId)}::uuid[], ${visits.map(({ id }) => id)}::bigint[])
          visit (business_id, id)
        join jobs._private_tasks task on task.identifier = 'remind-booking'`
      await owner`analyze`
    }

    async function counted(): Promise<{ requested: number; stored: number }> {
      const [row] = await owner<{ requested: number; stored: number }[]>`
        select count(*)::int as requested, count(*) filter (where state = 'kept')::int as stored
        from app.mails`
      return row ?? { requested: 0, stored: 0 }
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

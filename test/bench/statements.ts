import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Flags } from '@oclif/core'
import { formatDate } from '@silla/slots'
import { codeOption, countOption, readOptions, several } from '../support/program-options.ts'
import { apiSettings } from '../support/servers.ts'
import { openBenchDatabase } from './bench-database.ts'
import { buildCode } from './code.ts'
import { startProgram } from './processes.ts'
import { newBookingPath } from './requests.ts'
import { busyDays, openBenchSalon } from './salon.ts'

const warmUps = 60
const taskNames = ['create', 'move', 'cancel', 'bookings-day', 'bookings-all'] as const
type Task = (typeof taskNames)[number]

const options = await readOptions({
  command: 'npm run bench:statements',
  about:
    'Counts what PostgreSQL does for one request, one after the other, by pg_stat_statements: statements and plans, ' +
    'those in functions too, pages, and bytes of the log. They hardly depend on what else the machine does, as ' +
    'times do.',
  options: {
    only: Flags.option({
      ...several,
      description: 'which requests are counted',
      options: taskNames,
      default: [...taskNames],
      helpValue: 'REQUEST',
    })(),
    requests: countOption('how many of each', 300),
    list: Flags.boolean({ description: 'list the statements' }),
    code: codeOption(),
  },
})
const { requests } = options
const code = await buildCode(resolve(options.code))
const folder = mkdtempSync(join(tmpdir(), 'silla-bench-'))
const closers: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
try {
  await measureAll()
} finally {
  for (const closer of closers) await closer()
}

async function measureAll(): Promise<void> {
  const { urls, admin, owner, superuserUrl } = await openBenchDatabase(code, folder, closers, {
    statements: true,
  })
  const superuser = code.db.openPool({ url: superuserUrl, max: 1, name: 'silla-bench' })
  closers.unshift(() => superuser.end())
  await superuser`create extension pg_stat_statements`
  const salon = await openBenchSalon({ code, admin, owner }, 'changing', {
    fixture: {
      services: Array.from({ length: 12 }, (_, index) => ({ name: `Service ${index}` })),
      professionals: Array.from({ length: 20 }, (_, index) => `Professional ${index}`),
    },
  })
  await salon.fill({ ...busyDays, fromDay: 1, toDay: 89 })
  await owner.unsafe('vacuum analyze')
  const api = await startProgram(
    join(code.folder, 'services/api/bin/api.js'),
    apiSettings(urls.api),
  )
  closers.unshift(api.stop)

  const days = { ...busyDays, fromDay: 1, toDay: 89 }
  const bodies = await salon.newBookings({ ...days, fromDay: 60 })
  const moves = await salon.moves({ ...days, toDay: 29 })
  const cancelled = await salon.bookingIds({ ...days, fromDay: 30, toDay: 59 })
  const today = Math.floor(Date.now() / 86_400_000)
  const { secretHeaders } = salon
  const tasks: Record<Task, (index: number) => Promise<void>> = {
    create: (index) => send(newBookingPath, secretHeaders, bodies[index]),
    move: (index) =>
      send(
        `/api/v1/reservas/${moves[index]?.bookingId}/reprogramar/`,
        secretHeaders,
        moves[index]?.body,
      ),
    cancel: (index) => send(`/api/v1/reservas/${cancelled[index]}/cancelar/`, secretHeaders, '{}'),
    'bookings-day': (index) => {
      const day = formatDate(today + 1 + (index % 88))
      return send(`/api/v1/reservas/?desde=${day}&hasta=${day}`, secretHeaders)
    },
    'bookings-all': () => send('/api/v1/reservas/', secretHeaders),
  }
  const rows: Record<string, Record<string, number>> = {}
  for (const name of options.only) rows[name] = await measure(name, tasks[name])
  console.log(`${code.commit}; of one request, ${requests} in turn`)
  console.table(rows)

  async function send(path: string, headers: Record<string, string>, body?: string): Promise<void> {
    const response = await fetch(new URL(path, api.url), {
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
  }

  async function measure(name: string, task: (index: number) => Promise<void>) {
    for (let index = 0; index < warmUps; index++) await task(index)
    await superuser`select pg_stat_statements_reset()`
    for (let index = 0; index < requests; index++) await task(warmUps + index)
    if (options.list) console.table(await list(name))
    const [sums] = await superuser<Record<string, number>[]>`
      select round(sum(total_exec_time) filter (where toplevel) * 1000 / ${requests})::int as us,
        round(sum(calls) / ${requests}, 1)::float as statements,
        round(sum(plans) / ${requests}, 1)::float as plans,
        round(sum(total_plan_time) * 1000 / ${requests})::int as "planning us",
        round(sum(shared_blks_hit + shared_blks_read) filter (where toplevel) / ${requests})::int
          as pages,
        round(sum(wal_records) filter (where toplevel) / ${requests}, 1)::float as "log records",
        round(sum(wal_bytes) filter (where toplevel) / ${requests})::int as "log bytes"
      from pg_stat_statements`
    return sums ?? {}
  }

  async function list(name: string) {
    const statements = await superuser<Record<string, number | string>[]>`
      select toplevel as top, round(total_exec_time * 1000 / ${requests})::int as us,
        round(calls / ${requests}::numeric, 1)::float as calls,
        round(plans / ${requests}::numeric, 1)::float as plans,
        round(total_plan_time * 1000 / ${requests})::int as "planning us",
        round(wal_bytes / ${requests})::int as bytes,
        left(regexp_replace(query, '\\s+', ' ', 'g'), 110) as statement
      from pg_stat_statements order by total_exec_time + total_plan_time desc limit 60`
    console.log(name)
    return statements
  }
}

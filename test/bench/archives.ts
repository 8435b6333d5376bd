import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Flags } from '@oclif/core'
import * as core from '@silla/core'
import * as db from '@silla/db'
import * as tenants from '@silla/tenants'
import { countOption, readOptions } from '../support/program-options.ts'
import { openBenchDatabase } from './bench-database.ts'
import { treeCpuMicroseconds } from './processes.ts'
import { busyDays, openBenchSalon } from './salon.ts'

// A year of visits, half of them upcoming and with their jobs; emails and events of the bookings of a month, as
// long as they are stored.

const { move: moves, visits: visitsPerDay } = await readOptions({
  command: 'npm run bench:archive',
  about:
    'Measures how long the commands take that archive a salon with 100,000 bookings and restore it into another ' +
    'database, and how much memory they need. Fails when both together take more than 60 seconds. On a busy ' +
    'machine CPU time is the reliable value.',
  options: {
    move: Flags.boolean({
      description:
        'measure silla businesses move of a salon with 20,000 bookings instead, which fails when the salon takes ' +
        'no changes for more than 10 seconds',
    }),
    visits: countOption('visits of a professional and day', 14),
  },
})
const limitSeconds = 60
const closedLimitSeconds = 10
const days = 366
const professionals = moves ? 4 : 20
const folder = mkdtempSync(join(tmpdir(), 'silla-bench-'))
const closers: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
const program = fileURLToPath(new URL('../../cli/bin/silla.js', import.meta.url))
const printUsage = `data:text/javascript,${encodeURIComponent(
  "process.on('exit', () => process._rawDebug('USAGE ' + JSON.stringify({ ...process.cpuUsage(), " +
    'peak: process.resourceUsage().maxRSS })))',
)}`
const keys = {
  ARCHIVE_KEY: randomBytes(32).toString('base64'),
  SECRETS_KEY: randomBytes(32).toString('base64'),
}

try {
  const { urls, admin, owner, postgresPid } = await openBenchDatabase({ db }, folder, closers)
  console.log(`Filling a salon with ${days * professionals * visitsPerDay} bookings`)
  await fill()
  const receiver = await db.setupDatabase({
    prepareUrl: urls.prepare,
    database: 'silla_bench_receiver',
    passwords: db.rolePasswords(urls.prepare, folder),
  })
  await db.migrate(receiver.migrator)

  if (moves) await move()
  else await archiveAndRestore()

  async function move(): Promise<void> {
    const receiverKey = randomBytes(32).toString('base64')
    const moved = await run(
      ['businesses', 'move', 'crowd', '--to', 'https://x.example'],
      urls.cli,
      {
        ...{ RECEIVER_DATABASE_URL: receiver.cli, RECEIVER_SECRETS_KEY: receiverKey },
      },
    )
    const { rows, closedMilliseconds } = moved.output as unknown as Record<string, number>
    const closedSeconds = round((closedMilliseconds ?? 0) / 1000)
    console.table({ move: { ...moved.figures, rows, 'closed s': closedSeconds } })
    if (closedSeconds <= closedLimitSeconds) return
    console.error(`closed for ${closedSeconds} s, at most ${closedLimitSeconds}`)
    process.exitCode = 1
  }

  async function archiveAndRestore(): Promise<void> {
    const file = join(folder, 'crowd.tar')
    const archived = await run(['businesses', 'archive', 'crowd', file], urls.cli)
    const restored = await run(['businesses', 'restore', file], receiver.cli)
    const sizes = { rows: archived.output.rows, MB: Math.round(statSync(file).size / 1e6) }
    console.table({
      archive: { ...archived.figures, ...rowsAndSize(sizes) },
      restore: { ...restored.figures, ...rowsAndSize(sizes) },
    })
    const problems = restored.output.findings.filter(({ state }) => state === 'problem')
    const seconds = (archived.figures.seconds ?? 0) + (restored.figures.seconds ?? 0)
    if (problems.length > 0 || seconds > limitSeconds) {
      console.error(`${seconds} s, at most ${limitSeconds}; problems: ${JSON.stringify(problems)}`)
      process.exitCode = 1
    }
  }

  /** A new process for each command. */
  async function run(args: string[], url: string, more: Record<string, string> = {}) {
    const before = treeCpuMicroseconds(postgresPid)
    const startedAt = performance.now()
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      ['--conditions=@silla/source', '--import', printUsage, program, ...args, '--json'],
      {
        env: { PATH: process.env.PATH, CLI_DATABASE_URL: url, ...keys, ...more },
        maxBuffer: 1 << 28,
      },
      // it exits with 1 when its checks find a problem, which is printed at the end
    ).catch((error) => (/"findings"/.test(error.stdout) ? error : Promise.reject(error)))
    const { user, system, peak } = JSON.parse(/USAGE (.*)/.exec(stderr)?.[1] ?? '{}')
    const figures: Record<string, number> = {
      seconds: round((performance.now() - startedAt) / 1000),
      'PostgreSQL CPU s': round((treeCpuMicroseconds(postgresPid) - before) / 1e6),
      'CLI CPU s': round((user + system) / 1e6),
      'CLI MB at most': Math.round(peak / 1024),
    }
    return { figures, output: JSON.parse(stdout) as Output }
  }

  async function fill(): Promise<void> {
    const salon = await openBenchSalon({ code: { core, tenants }, admin, owner }, 'crowd', {
      fixture: {
        services: Array.from({ length: 30 }, (_, index) => ({ name: `Service ${index}` })),
        professionals: Array.from({ length: professionals }, (_, index) => `Professional ${index}`),
      },
    })
    await salon.fill({ ...busyDays, visitsPerDay, fromDay: -days / 2, toDay: days / 2 - 1 })
    const [registered] = await owner<{ businessId: string }[]>`
      select business_id from registry.businesses where slug = 'crowd'`
    const { businessId } = registered as { businessId: string }
    await owner`
      insert into app.payments (business_id, booking_id, customer_id, account_ref, amount_cents,
        currency, fee_cents, processor_key, state, is_open, status_seen, status_seen_at,
        received_cents, received_currency, settled_at, applied, created_at, updated_at)
      select business_id, id, customer_id, 'acct', total_cents, 'EUR', 0, id::text, 'completed', false,
        'succeeded', created_at, total_cents, 'EUR', created_at, true, created_at, created_at
      from app.bookings
      where business_id = ${businessId} and id % 5 < 3 and created_at < now() - interval '8 days'`
    await owner`
      update app.bookings booking set payment_id = payment.id from app.payments payment
      where booking.business_id = ${businessId} and payment.business_id = ${businessId}
        and payment.booking_id = booking.id`
    await owner`
      insert into app.mails (business_id, kind, to_email, language, payload, cause, state, subject,
        text_body, html_body, created_at, sent_at)
      select business_id, 'booking_confirmed', contact_email, 'es', '{}', 'bench:' || id, 'sent',
        'Reserva confirmada', md5(id::text) || repeat('texto ', 150), md5(code) || repeat('<p>texto</p>', 500),
        now(), now()
      from app.bookings
      where business_id = ${businessId} and starts_at between now() - interval '23 days' and now() + interval '7 days'`
    await owner`
      insert into app.events (business_id, type, occurred_at, payload, position)
      select booking.business_id, 'booking.created', booking.created_at,
        jsonb_build_object('bookingId', booking.id, 'code', booking.code, 'contact',
          jsonb_build_object('name', booking.contact_name, 'email', booking.contact_email)),
        row_number() over ()
      from app.bookings booking cross join generate_series(1, 3)
      where booking.business_id = ${businessId}
        and booking.starts_at between now() - interval '23 days' and now() + interval '7 days'`
    await owner`
      insert into app.event_positions (business_id, last_position)
      select business_id, max(position) from app.events
      where business_id = ${businessId} group by business_id
      on conflict (business_id) do update set last_position = excluded.last_position`
    await admin.begin(async (tx) => {
      await tx`select app.set_business(${businessId})`
      for (const task of ['remind-booking', 'complete-booking'])
        await tx`
          select app.enqueue_all((
            select jsonb_agg(jsonb_build_object('task', ${task}::text, 'dueAt', starts_at,
              'payload', jsonb_build_object('bookingId', id), 'key', ${`${task}:`} || id))
            from bookings where business_id = ${businessId} and starts_at > now()))`
    })
    await owner.unsafe('vacuum (analyze)')
  }
} finally {
  for (const close of closers) await close()
}

interface Output {
  rows: { table: string; count: number }[]
  findings: { state: string }[]
}

function rowsAndSize({ rows, MB }: { rows: Output['rows']; MB: number }) {
  return { rows: rows.reduce((sum, { count }) => sum + count, 0), MB }
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

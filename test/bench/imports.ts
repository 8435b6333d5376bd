import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Flags } from '@oclif/core'
import { applySalon, createImport, findImport, operatorContext } from '@silla/core'
import {
  type DatabaseUrls,
  migrate,
  openDatabase,
  openPool,
  rolePasswords,
  type Sql,
  setupDatabase,
} from '@silla/db'
import { startEmbeddedPostgres } from '@silla/embedded-postgres'
import { formatDate, formatTime } from '@silla/slots'
import { readOptions } from '../support/program-options.ts'
import { salonFileFor } from '../support/salon-fixture.ts'
import { buildService } from './code.ts'
import { parentOf, startProgram, treeCpuMicroseconds } from './processes.ts'

const customers = 10_000
const bookings = 2000
const professionals = 20
const visitsPerDay = 20
const pollMilliseconds = 100
const importSettings = {
  ...{ encoding: 'utf-8' as const, columns: [], names: [], dates: null },
  ...{ matchNames: false, remind: false },
}

const { worker: byWorker } = await readOptions({
  command: 'npm run bench:import',
  about:
    'Measures how long the commands take that import 10,000 customers and 2,000 upcoming bookings of theirs, and ' +
    'the same files again. Each command checks all rows first, as always. On a busy machine CPU time is the ' +
    'reliable value.',
  options: {
    worker: Flags.boolean({
      description: 'the salon sends the files, and the worker imports them',
    }),
  },
})

const program = fileURLToPath(new URL('../../cli/bin/silla.js', import.meta.url))
const printUsage = `data:text/javascript,${encodeURIComponent(
  "process.on('exit', () => process._rawDebug('USAGE ' + JSON.stringify({ ...process.cpuUsage(), " +
    'peak: process.resourceUsage().maxRSS })))',
)}`
const folder = mkdtempSync(join(tmpdir(), 'silla-bench-'))
const embedded = await startEmbeddedPostgres({ dataDir: join(folder, 'data') })

try {
  const urls = await setupDatabase({
    prepareUrl: embedded.prepareUrl,
    database: 'silla_bench',
    passwords: rolePasswords(embedded.prepareUrl, folder),
  })
  await migrate(urls.migrator)
  const admin = openPool({ url: urls.cli, max: 1, name: 'silla-bench' })
  const names = Array.from({ length: professionals }, (_, index) => `Professional ${index}`)
  await applySalon(admin, salonFileFor('bench', { professionals: names }))
  const [backend] = await admin<{ pid: number }[]>`select pg_backend_pid() as pid`
  const postgresPid = parentOf(backend?.pid ?? 0)
  const [customerFile, bookingFile] = [join(folder, 'customers.csv'), join(folder, 'bookings.csv')]
  writeFileSync(customerFile, customerRows())
  writeFileSync(bookingFile, bookingRows(names))
  const measured = byWorker
    ? await openWorker(admin, urls, postgresPid)
    : openCommands(urls.cli, postgresPid)
  try {
    console.table({
      '10,000 customers': await measured.run('customers', customerFile),
      '2,000 bookings': await measured.run('bookings', bookingFile),
      'the customers again': await measured.run('customers', customerFile),
      'the bookings again': await measured.run('bookings', bookingFile),
    })
  } finally {
    await measured.close()
  }
  await admin.end()
} finally {
  await embedded.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Half of them have an e-mail, four of five a phone. */
function customerRows(): string {
  const rows = Array.from({ length: customers }, (_, index) => {
    const email = index % 2 === 0 ? `customer.${index}@example.com` : ''
    const phone = index % 5 === 0 ? '' : `6${String(index).padStart(8, '0')}`
    return `${index},${letters(index % 700)},${letters(index % 900)},${email},${phone}`
  })
  return ['id,first name,last name,email,phone', ...rows].join('\n')
}

/** A name, which has no digits. */
function letters(number: number): string {
  const digits = [...String(number)].map((digit) => 'aeioubcdfg'.charAt(Number(digit)))
  return `M${digits.join('')}`
}

/** Half-hour visits from 10:00 on, from next week on, of the first customers. */
function bookingRows(professionals: readonly string[]): string {
  const firstDay = Math.floor(Date.now() / 86_400_000) + 7
  const rows = Array.from({ length: bookings }, (_, index) => {
    const professional = professionals[index % professionals.length]
    const visit = Math.floor(index / professionals.length)
    const date = formatDate(firstDay + Math.floor(visit / visitsPerDay))
    const time = formatTime(10 * 60 + (visit % visitsPerDay) * 30)
    return `${index},${index},First Last,${date},${time},Corte,${professional}`
  })
  return ['id,customer id,name,date,time,service,professional', ...rows].join('\n')
}

interface Importer {
  /** Imports a file, and returns a row of the table. */
  run(kind: 'customers' | 'bookings', file: string): Promise<Record<string, number>>
  close(): Promise<unknown>
}

/** A new process for each import. */
function openCommands(url: string, postgresPid: number): Importer {
  return {
    async run(kind, file) {
      const args = [kind, 'import', 'bench', file, '--from', 'generic', '--yes', '--json']
      const since = begin(postgresPid)
      const { stdout, stderr } = await promisify(execFile)(
        process.execPath,
        ['--conditions=@silla/source', '--import', printUsage, program, ...args],
        { env: { PATH: process.env.PATH, CLI_DATABASE_URL: url }, maxBuffer: 1 << 28 },
      )
      const took = since()
      const { user, system, peak } = JSON.parse(/USAGE (.*)/.exec(stderr)?.[1] ?? '{}')
      const { counts } = JSON.parse(stdout)
      return {
        ...{ created: counts.created, unchanged: counts.unchanged, ...took },
        'CLI CPU s': round((user + system) / 1e6),
        'CLI MB at most': Math.round(peak / 1024),
      }
    },
    close: async () => {},
  }
}

/** One built worker for all of them, from sending the file until the import has ended. */
async function openWorker(admin: Sql, urls: DatabaseUrls, postgresPid: number): Promise<Importer> {
  buildService('.', 'worker')
  const settings = { WORKER_DATABASE_URL: urls.worker }
  const worker = await startProgram('services/worker/bin/worker.js', settings)
  const database = openDatabase({ url: urls.cli, name: 'silla-bench' })
  const clock = { now: () => new Date() }
  const change = { action: 'imports.create', detail: {} }
  const context = await operatorContext({ admin, database, clock }, 'bench', change)
  return {
    async run(kind, file) {
      const workerBefore = worker.cpuMicroseconds()
      const since = begin(postgresPid)
      const started = await createImport(
        context,
        { kind, source: 'generic', file: readFileSync(file), settings: importSettings },
        { dryRun: false },
      )
      let ended = started
      while (ended.endedAt === null) {
        await setTimeout(pollMilliseconds)
        ended = await findImport(context, started.id)
      }
      const took = since()
      if (ended.result === null || ended.problem !== null)
        throw new Error(`the import has failed: ${JSON.stringify(ended.problem)}`)
      const { created, unchanged } = ended.result.counts
      return {
        ...{ created, unchanged, ...took },
        'worker CPU s': round((worker.cpuMicroseconds() - workerBefore) / 1e6),
        'worker MB at most': worker.peakResidentMegabytes(),
      }
    },
    async close() {
      await worker.stop()
      await database.close()
    },
  }
}

/** Begins a measurement; the result ends it. */
function begin(postgresPid: number): () => Record<string, number> {
  const postgresBefore = treeCpuMicroseconds(postgresPid)
  const startedAt = performance.now()
  return () => ({
    seconds: round((performance.now() - startedAt) / 1000),
    'PostgreSQL CPU s': round((treeCpuMicroseconds(postgresPid) - postgresBefore) / 1e6),
  })
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

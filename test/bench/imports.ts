import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { applySalon } from '@silla/core'
import { migrate, openPool, rolePasswords, setupDatabase } from '@silla/db'
import { startEmbeddedPostgres } from '@silla/embedded-postgres'
import { formatDate, formatTime } from '@silla/slots'
import { salonFileFor } from '../support/salon-fixture.ts'
import { parentOf, treeCpuMicroseconds } from './processes.ts'

// `npm run bench:import`: how long the commands take that import 10,000 customers and 2,000 upcoming
// bookings of theirs, and the same files again. Each command checks all rows first, as always. On a busy
// machine CPU time is the reliable value.

const customers = 10_000
const bookings = 2000
const professionals = 20
const visitsPerDay = 20

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
  const importing = (topic: string, file: string) => {
    const args = [topic, 'import', 'bench', file, '--from', 'generic', '--yes', '--json']
    return measure(args, urls.cli, postgresPid)
  }
  console.table({
    '10,000 customers': await importing('customers', customerFile),
    '2,000 bookings': await importing('bookings', bookingFile),
    'the customers again': await importing('customers', customerFile),
    'the bookings again': await importing('bookings', bookingFile),
  })
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

async function measure(
  args: string[],
  url: string,
  postgresPid: number,
): Promise<Record<string, unknown>> {
  const postgresBefore = treeCpuMicroseconds(postgresPid)
  const startedAt = performance.now()
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--conditions=@silla/source', '--import', printUsage, program, ...args],
    { env: { PATH: process.env.PATH, CLI_DATABASE_URL: url }, maxBuffer: 1 << 28 },
  )
  const seconds = (performance.now() - startedAt) / 1000
  const { user, system, peak } = JSON.parse(/USAGE (.*)/.exec(stderr)?.[1] ?? '{}')
  const { counts } = JSON.parse(stdout)
  const postgres = treeCpuMicroseconds(postgresPid) - postgresBefore
  return {
    created: counts.created,
    unchanged: counts.unchanged,
    seconds: round(seconds),
    'CLI CPU s': round((user + system) / 1e6),
    'PostgreSQL CPU s': round(postgres / 1e6),
    'CLI MB at most': Math.round(peak / 1024),
  }
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

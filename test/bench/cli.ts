import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createBusiness } from '@silla/core'
import { migrate, openPool, rolePasswords, setupDatabase } from '@silla/db'
import { startEmbeddedPostgres } from '@silla/embedded-postgres'
import { readOptions } from '../support/program-options.ts'

await readOptions({
  command: 'npm run bench:cli',
  about:
    "Measures the start time of the command line, compared with Node's own. On a busy machine CPU time is the " +
    'reliable value.',
})

const runs = 11
const program = fileURLToPath(new URL('../../cli/bin/silla.js', import.meta.url))
const printCpuUsage = `data:text/javascript,${encodeURIComponent(
  "process.on('exit', () => process._rawDebug('CPU ' + JSON.stringify(process.cpuUsage())))",
)}`
const folder = mkdtempSync(join(tmpdir(), 'silla-bench-'))
const embedded = await startEmbeddedPostgres({ dataDir: folder })

try {
  const passwords = rolePasswords(embedded.prepareUrl, folder)
  const urls = await setupDatabase({
    prepareUrl: embedded.prepareUrl,
    database: 'silla_bench',
    passwords,
  })
  await migrate(urls.migrator)
  const admin = openPool({ url: urls.cli, max: 1, name: 'silla-bench' })
  const place = {
    timezone: 'Europe/Madrid',
    currency: 'EUR',
    language: 'es',
    country: 'ES',
  } as const
  await createBusiness(admin, { slug: 'bench', name: 'Bench', mode: 'test', ...place })
  await admin.end()
  const silla = (...args: string[]) =>
    measure(['--conditions=@silla/source', program, ...args], urls.cli)
  console.table({
    'node alone': await measure(['-e', '0'], urls.cli),
    'silla --version': await silla('--version'),
    'silla --help': await silla('--help'),
    'silla businesses list --help': await silla('businesses', 'list', '--help'),
    'silla businesses list': await silla('businesses', 'list'),
    'silla bookings list': await silla('bookings', 'list', '--business', 'bench'),
    'silla schedule week': await silla('schedule', 'week', '--business', 'bench'),
    'silla audit list': await silla('audit', 'list', '--business', 'bench'),
    'silla db doctor': await silla('db', 'doctor'),
  })
} finally {
  await embedded.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Medians of all runs but the first, which fills the compile cache. */
async function measure(args: string[], url: string): Promise<Record<string, number>> {
  const cpu: number[] = []
  const wall: number[] = []
  for (let round = 0; round <= runs; round++) {
    const startedAt = performance.now()
    const run = promisify(execFile)(process.execPath, ['--import', printCpuUsage, ...args], {
      env: { PATH: process.env.PATH, CLI_DATABASE_URL: url },
    })
    // the doctor exits with 1, because no worker is running
    const { stderr } = await run.catch((error: { stderr: string }) => error)
    const { user, system } = JSON.parse(/CPU (.*)/.exec(stderr)?.[1] ?? '{}')
    if (round === 0) continue
    wall.push(performance.now() - startedAt)
    cpu.push((user + system) / 1000)
  }
  return { 'CPU ms': median(cpu), 'wall ms': median(wall) }
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0)
}

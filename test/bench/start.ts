import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { migrate, rolePasswords, setupDatabase } from '@silla/db'
import { startEmbeddedPostgres } from '@silla/embedded-postgres'
import { readOptions } from '../support/program-options.ts'
import { apiSettings } from '../support/servers.ts'
import { buildCode } from './code.ts'
import { childrenOf, startProgram, treeCpuMicroseconds } from './processes.ts'
import { median } from './statistics.ts'

await readOptions({
  command: 'npm run bench:start',
  about:
    'Measures the CPU time until a program serves requests, of `npm start` and of the built API in production. The ' +
    'first of the starts, which fills the data folder and the compile cache, has a row of its own. On a busy ' +
    'machine CPU time is the reliable value.',
})

const runs = 7
const folder = mkdtempSync(join(tmpdir(), 'silla-bench-'))

try {
  await buildCode('.')
  const demo = await measureStarts(startEverything)
  const api = await measureApiStarts()
  console.table({ 'npm start': demo.later, 'first npm start': demo.first, 'API alone': api.later })
} finally {
  rmSync(folder, { recursive: true, force: true })
}

interface Started {
  /** CPU time so far, by program. */
  cpuMicroseconds: Record<string, number>
  stop(): Promise<unknown>
}

/** The first start, and medians of all others. */
async function measureStarts(
  start: () => Promise<Started>,
): Promise<Record<'first' | 'later', Record<string, number>>> {
  const samples: Record<string, number>[] = []
  for (let run = 0; run <= runs; run++) {
    const startedAt = performance.now()
    const { cpuMicroseconds, stop } = await start()
    const wallMicroseconds = 1000 * (performance.now() - startedAt)
    await stop()
    const all = Object.values(cpuMicroseconds).reduce((sum, cpu) => sum + cpu, 0)
    samples.push({ 'CPU ms': all, ...cpuMicroseconds, 'wall ms': wallMicroseconds })
  }
  return { first: medians(samples.slice(0, 1)), later: medians(samples.slice(1)) }
}

/** Of each column, in milliseconds. */
function medians(samples: Record<string, number>[]): Record<string, number> {
  return Object.fromEntries(
    Object.keys(samples[0] ?? {}).map((column) => [
      column,
      Math.round(median(samples.map((sample) => sample[column] ?? 0)) / 1000),
    ]),
  )
}

/** `npm start`, until it prints how to stop it. */
async function startEverything(): Promise<Started> {
  const { PATH, HOME } = process.env
  const npm = spawn('npm', ['start'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH, HOME, SILLA_DATA_DIR: join(folder, 'data'), PORT: '0' },
  })
  const stop = async () => {
    npm.kill('SIGTERM')
    await once(npm, 'exit')
  }
  try {
    for await (const line of createInterface(npm.stdout)) if (line.startsWith('Ctrl-C')) break
    return { cpuMicroseconds: cpuByProgram(npm.pid as number), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** @param npm the process that started Silla, which started PostgreSQL */
function cpuByProgram(npm: number): Record<string, number> {
  const [silla] = childrenOf(npm)
  const postgres = childrenOf(silla as number).find(
    (pid) => readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres',
  )
  if (silla === undefined || postgres === undefined) throw new Error('npm start has ended')
  const all = treeCpuMicroseconds(npm)
  const ofSilla = treeCpuMicroseconds(silla)
  const ofPostgres = treeCpuMicroseconds(postgres)
  return { npm: all - ofSilla, Silla: ofSilla - ofPostgres, PostgreSQL: ofPostgres }
}

/** The built API in production, on a database server that runs already. */
async function measureApiStarts(): ReturnType<typeof measureStarts> {
  const embedded = await startEmbeddedPostgres({ dataDir: join(folder, 'api') })
  try {
    const urls = await setupDatabase({
      prepareUrl: embedded.prepareUrl,
      database: 'silla_bench',
      passwords: rolePasswords(embedded.prepareUrl, folder),
    })
    await migrate(urls.migrator)
    return await measureStarts(async () => {
      const { cpuMicroseconds, stop } = await startProgram('services/api/bin/api.js', {
        ...apiSettings(urls.api),
      })
      return { cpuMicroseconds: { Silla: cpuMicroseconds() }, stop }
    })
  } finally {
    await embedded.stop()
  }
}

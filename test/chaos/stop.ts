import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Flags } from '@oclif/core'
import * as core from '@silla/core'
import { migrate, openPool, rolePasswords, setupDatabase } from '@silla/db'
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '@silla/embedded-postgres'
import * as tenants from '@silla/tenants'
import { readDemoFile } from '../../services/dev/src/demo-file.ts'
import { busyDays, openBenchSalon } from '../bench/salon.ts'
import { countOption, readOptions, several } from '../support/program-options.ts'
import { testSecrets } from '../support/secrets.ts'
import { apiSettings, startServer } from '../support/servers.ts'
import { keepBusy, type Stops, stopWhileBusy } from './stop-while-busy.ts'

const programs = ['api', 'worker', 'npm-start'] as const
const { count, only } = await readOptions({
  command: 'npm run stops',
  about:
    'Stops the API, the worker and `npm start` while they work, and fails when one does not exit with code 0 ' +
    'within ten seconds.',
  options: {
    count: countOption('how often each is stopped', 200),
    only: Flags.option({
      description: 'which programs',
      options: programs,
      default: [...programs],
      helpValue: 'PROGRAM',
      ...several,
    })(),
  },
})
const isChosen = (program: (typeof programs)[number]) => only.includes(program)

const folder = mkdtempSync(join(tmpdir(), 'silla-stops-'))
const embedded = await startEmbeddedPostgres({ dataDir: folder })
const closers: (() => Promise<unknown>)[] = [() => embedded.stop()]
try {
  const urls = await setupDatabase({
    prepareUrl: embedded.prepareUrl,
    database: 'silla_stops',
    passwords: rolePasswords(embedded.prepareUrl, folder),
  })
  await migrate(urls.migrator)
  const admin = openPool({ url: urls.cli, max: 1, name: 'silla-stops' })
  closers.unshift(() => admin.end())
  const owner = openPool({ url: urls.migrator, max: 1, name: 'silla-stops' })
  closers.unshift(() => owner.end())
  const salon = await openBenchSalon({ code: { core, tenants }, admin, owner }, 'stops', {
    fixture: {},
  })
  const bookings = await salon.newBookings({ ...busyDays, fromDay: 1, toDay: 89 })
  const common = {
    LOG_LEVEL: 'info',
    SECRETS_KEY: testSecrets.secretsKeys.current.toString('base64'),
  }
  const startApi = () =>
    startServer('services/api/bin/api.js', {
      ...common,
      ...apiSettings(urls.api),
    })
  const headers = { ...salon.secretHeaders, 'content-type': 'application/json' }
  const bookOrSearch = (url: string) => (index: number) =>
    index % 2
      ? fetch(
          `${url}/api/v1/disponibilidad/dias/?peluquero_id=${salon.professionalIds[0]}&servicio_id=${salon.serviceId}`,
          { headers },
        )
      : fetch(`${url}/api/v1/reservas/crear/`, {
          method: 'POST',
          headers,
          body: bookings[index % bookings.length] ?? '',
        })
  if (isChosen('api')) {
    report(
      'API',
      await stopWhileBusy(count, {
        start: startApi,
        work: ({ url }) => keepBusy(bookOrSearch(url)),
      }),
    )
  }

  if (isChosen('worker')) {
    const api = await startApi()
    closers.unshift(() => api.stop())
    // bookings enqueue jobs while the worker starts, runs and stops
    await keepBusy(bookOrSearch(api.url))
    report(
      'worker',
      await stopWhileBusy(count, {
        start: () =>
          startServer('services/worker/bin/worker.js', {
            ...common,
            WORKER_DATABASE_URL: urls.worker,
          }),
        work: () => fetch(api.url),
      }),
    )
  }

  if (isChosen('npm-start')) {
    const dataDir = join(folder, 'npm-start')
    closers.unshift(() => removeEmbeddedPostgres({ dataDir }))
    report(
      'npm start',
      await stopWhileBusy(count, {
        start: () => startDev(dataDir),
        work: () => keepBusy(searchDemo(dataDir)),
      }),
    )
  }
} finally {
  for (const close of closers) await close()
  rmSync(folder, { recursive: true, force: true })
}

/** Resolves when the banner is printed. */
async function startDev(dataDir: string) {
  const child = spawn(
    process.execPath,
    ['--conditions=@silla/source', 'services/dev/bin/start.js'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, SILLA_DATA_DIR: dataDir, PORT: '0' },
    },
  )
  for await (const line of createInterface(child.stdout))
    if (line.startsWith('Ctrl-C stops')) return { child }
  throw new Error('npm start ended without its banner')
}

function searchDemo(dataDir: string) {
  const demo = readDemoFile(dataDir)
  const [business] = demo?.businesses ?? []
  return () =>
    fetch(`${demo?.baseUrl}/api/v1/servicios/`, {
      headers: { 'x-api-key': business?.publishableKey ?? '' },
    })
}

function report(program: string, { clean, failures, slowestMilliseconds }: Stops) {
  console.log(
    `${program.padEnd(10)} ${clean} of ${count} stops clean, slowest ${Math.round(slowestMilliseconds)} ms`,
  )
  if (failures.length === 0) return
  console.log(`           others: ${failures.join(', ')}`)
  process.exitCode = 1
}

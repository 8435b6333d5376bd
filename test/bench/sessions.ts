import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@silla/embedded-postgres'
import { apiSettings } from '../support/servers.ts'
import { buildCode } from './code.ts'
import { requestText } from './http.ts'
import { type Generator, type Load, startGenerator } from './load.ts'
import { measure } from './measurement.ts'
import { parentOf, startProgram } from './processes.ts'
import { openBenchSalon } from './salon.ts'
import { median } from './statistics.ts'

// `npm run bench:sessions`: CPU time of the API for a request with an API key, with the cookie of a staff
// session and with its token (D62), in turn. The request is a catalogue read that the router handles: it
// has no query, so that nearly all of it is what every request costs.

const rounds = Number(process.env.ROUNDS ?? 7)
const seconds = 4
const staffUrl = 'https://staff.example'
const folder = mkdtempSync(join(tmpdir(), 'silla-bench-'))
const closers: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]

try {
  const code = await buildCode('.')
  const embedded = await startEmbeddedPostgres({ dataDir: folder })
  closers.unshift(embedded.stop)
  const urls = await code.db.setupDatabase({
    prepareUrl: embedded.prepareUrl,
    database: 'silla_bench',
    passwords: code.db.rolePasswords(embedded.prepareUrl, folder),
  })
  await code.db.migrate(urls.migrator)
  const admin = code.db.openPool({ url: urls.cli, max: 1, name: 'silla-bench' })
  const owner = code.db.openPool({ url: urls.migrator, max: 1, name: 'silla-bench' })
  const database = code.db.openDatabase({ url: urls.cli, name: 'silla-bench' })
  closers.unshift(admin.end, owner.end, database.close)
  const fixture = { professionals: ['Ana'] }
  const salon = await openBenchSalon({ code, admin, owner }, 'sessions', { fixture })
  const clock = code.core.systemClock
  const context = await code.core.operatorContext({ admin, database, clock }, 'sessions', {
    action: 'bench.sessions',
    detail: {},
  })
  const secrets = code.core.openStaffSecrets(['x'.repeat(32)])
  const { token } = await code.core.signInDemoStaff(context, secrets, 'manager')

  const api = await startProgram('services/api/bin/api.js', {
    ...apiSettings(urls.api),
    STAFF_URL: staffUrl,
    STAFF_PEPPER: 'x'.repeat(32),
  })
  closers.unshift(api.stop)
  const generator = startGenerator()
  closers.unshift(generator.stop)
  const [backend] = await owner<{ pid: number }[]>`select pg_backend_pid() as pid`
  const measured = { program: api, postgresPid: parentOf(backend?.pid ?? 0) }

  const callers = {
    'secret key': salon.secretHeaders,
    cookie: { cookie: `__Host-silla_staff=${token}`, 'sec-fetch-site': 'same-origin' },
    'bearer token': { authorization: `Bearer ${token}` },
  }
  const samples = new Map<string, number[]>()
  for (let round = 0; round < rounds; round++)
    for (const [caller, headers] of Object.entries(callers)) {
      const load = await prepare(generator, new URL(api.url), headers)
      const { programCpu, statuses } = await measure(load, measured, seconds)
      if (Object.keys(statuses).join() !== '200') throw new Error(JSON.stringify(statuses))
      samples.set(caller, [...(samples.get(caller) ?? []), programCpu])
    }
  const base = median(samples.get('secret key') ?? [])
  console.table(
    Object.fromEntries(
      [...samples].map(([caller, values]) => [
        caller,
        {
          'CPU us': Math.round(median(values) * 10) / 10,
          'to a key': `${Math.round((median(values) / base - 1) * 1000) / 10} %`,
        },
      ]),
    ),
  )
} finally {
  for (const close of closers) await close()
}

/** A body of no bytes keeps the request from what is done before the router. */
function prepare(
  generator: Generator,
  { hostname, port }: URL,
  headers: Record<string, string>,
): Promise<Load> {
  const path = '/api/v1/categorias/'
  return generator.prepare({
    host: hostname,
    port: Number(port),
    connections: 8,
    requests: [requestText({ path, headers: { ...headers, 'content-length': '0' } })],
    order: 'in-turn',
  })
}

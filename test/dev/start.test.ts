import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import test, { type TestContext } from 'node:test'
import { openPool, readDatabaseUrls } from '@silla/db'
import type { DemoFile } from '../../services/dev/src/demo-file.ts'
import { freePort } from '../support/free-port.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { testServer, urlsOf } from '../support/test-server.ts'
import { type Program, processes, runNpmStart, runStart } from './program.ts'
import { temporaryDataDir } from './temporary-folder.ts'

const dataDir = temporaryDataDir()
const otherDir = temporaryDataDir()
const embedded = {
  SILLA_DATA_DIR: dataDir,
  PORT: '0',
  PREPARE_DATABASE_URL: '',
  STRIPE_SECRET_KEY: '',
}

/** The code of a booking whose first card was declined, for the test of a restart. */
let declinedBooking = ''

const start = (t: TestContext, env: Record<string, string> = {}, ...args: string[]) =>
  runStart(t, { ...embedded, ...env }, ...args)

test('a first start prints a command that creates a booking, and writes its URLs and keys to files', async (t) => {
  const silla = start(t)
  const curl = await curlOf(silla)
  const { baseUrl, businesses } = demoOf(dataDir)
  assert.ok(curl.url.startsWith(baseUrl))
  const unwritten = await bytesSinceCheckpoint(dataDir)
  assert.ok(unwritten < 2_000_000, `a stop has to write the pages of ${unwritten} bytes of log`)
  declinedBooking = await book(curl)
  assert.equal(
    (await jsonOf(post(curl))).error?.code,
    'SLOT_NOT_AVAILABLE',
    'the time is taken now',
  )
  assert.deepEqual(await pay(declinedBooking, '4000000000000002'), [
    400,
    'CARD_DECLINED',
    'fallido',
  ])

  assert.deepEqual(
    curl.pages,
    businesses.map(({ slug }) => `${baseUrl}/s/${slug}`),
  )
  for (const page of curl.pages) {
    const html = await (await fetch(page)).text()
    assert.match(html, /<silla-booking key="silla_pub_test_\w+"/)
    const [, script = ''] = /<script type="module" src="([^"]+)"/.exec(html) ?? []
    assert.equal((await fetch(new URL(script, page))).status, 200)
  }

  assert.equal(businesses.length, 3)
  for (const { slug, id, timezone, publishableKey, secretKey } of businesses) {
    for (const key of [publishableKey, secretKey]) {
      const { data } = await jsonOf(get(`${baseUrl}/api/v1/negocio/`, key))
      assert.deepEqual([data.id, data.configuracion.timezone], [id, timezone], slug)
      const image = await get(data.logo_url, '')
      assert.deepEqual([image.status, image.headers.get('content-type')], [200, 'image/svg+xml'])
    }
  }
  for (const secret of [
    'database.json',
    'secrets.json',
    'processor.json',
    'processor-state.json',
  ]) {
    assert.equal(statSync(join(dataDir, secret)).mode & 0o777, 0o600, secret)
  }
  assert.match(readDatabaseUrls(dataDir)?.cli ?? '', /^postgres:\/\/silla_admin:/)
  await stops(silla, 'SIGINT')
})

test('a later start has the bookings of the first, and a concurrent start reports the running one', async (t) => {
  const before = demoOf(dataDir)
  const silla = start(t)
  const curl = await curlOf(silla)
  const { baseUrl, processorUrl } = demoOf(dataDir)
  assert.equal(processorUrl, before.processorUrl, 'an open checkout page keeps working')
  assert.deepEqual(await pay(declinedBooking, '4242424242424242'), [200, undefined, 'completado'])

  for (const args of [[], ['--reset']]) {
    const second = start(t, {}, ...args)
    const { exit, errors } = await second.ended
    assert.equal(exit, 1)
    assert.equal(
      errors,
      `Silla is already running at ${baseUrl} (process ${silla.pid}) with the data folder ${dataDir}. Stop it first, or start another one with its own SILLA_DATA_DIR and PORT.\n`,
    )
  }
  assert.equal(
    (await post(curl)).status,
    201,
    'the printed time is free, and the failed starts did not disturb the running one',
  )
  await stops(silla, 'SIGTERM')
})

test('after a kill -9 the next start works and has every booking; --reset deletes them', async (t) => {
  const silla = start(t)
  const code = await book(await curlOf(silla))
  silla.kill('SIGKILL')
  await silla.ended

  const next = start(t)
  await curlOf(next)
  assert.equal(await statusOfBooking(dataDir, code), 200)
  await stops(next, 'SIGINT')

  const reset = start(t, {}, '--reset')
  await curlOf(reset)
  assert.equal(await statusOfBooking(dataDir, code), 404)
  await stops(reset, 'SIGINT')
})

test('of two starts at the same time one runs, and the other reports it', async (t) => {
  const both = [start(t), start(t)]
  const loser = await Promise.race(
    both.map((program) => program.ended.then(({ exit, errors }) => ({ program, exit, errors }))),
  )
  assert.equal(loser.exit, 1)
  assert.match(loser.errors, /^Silla is already running/)
  const winner = both.find((program) => program !== loser.program)
  assert.ok(winner)
  await curlOf(winner)
  await stops(winner, 'SIGINT')
})

test('a port in use is reported, and nothing is left running', async (t) => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  t.after(() => other.close())
  const { port } = other.address() as { port: number }
  const { exit, errors } = await start(t, { PORT: String(port) }).ended
  assert.equal(exit, 1)
  assert.equal(
    errors,
    `Port ${port} is in use by another program. Choose another: PORT=${port + 1} npm start\n`,
  )
  assert.deepEqual(
    processes().filter(({ command }) => command.includes(dataDir)),
    [],
  )
})

test('an invalid argument or setting is reported in one sentence', async (t) => {
  const cases: { args: string[]; env: Record<string, string>; exit: number; message: string }[] = [
    {
      args: ['--rest'],
      env: {},
      exit: 2,
      message: 'Unknown argument --rest. npm start accepts only --reset: npm start -- --reset\n',
    },
    {
      args: [],
      env: { PORT: 'http' },
      exit: 1,
      message: 'PORT is http; it must be a number from 1 to 65535, or 0 for a free port.\n',
    },
    {
      args: [],
      env: { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' },
      exit: 1,
      message: 'npm start takes no real payments: STRIPE_SECRET_KEY must start with sk_test_.\n',
    },
    {
      args: [],
      env: { NODE_ENV: 'production' },
      exit: 1,
      message: 'npm start is for development and does not run with NODE_ENV=production.\n',
    },
  ]
  for (const { args, env, exit, message } of cases) {
    assert.deepEqual(await start(t, env, ...args).ended, { exit, errors: message })
  }
})

test('in an install without the packages of development it says so', (t) => {
  const folder = temporaryFolder()
  t.after(() => rmSync(folder, { recursive: true }))
  const root = join(import.meta.dirname, '../..')
  for (const file of ['node-version.js', 'compile-cache.js', 'services/dev/bin/start.js'])
    cpSync(join(root, file), join(folder, file))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  const { status, stderr } = spawnSync(process.execPath, ['services/dev/bin/start.js'], {
    cwd: folder,
    encoding: 'utf8',
  })
  assert.equal(
    stderr,
    'npm start is for development, and its packages are not installed: run npm ci.\n',
  )
  assert.equal(status, 1)
})

test('one Ctrl-C stops npm start, although npm forwards it a second time', async (t) => {
  const npm = runNpmStart(t, embedded)
  await curlOf(npm)
  process.kill(childOf(npm), 'SIGINT')
  npm.kill('SIGINT')
  assert.equal((await npm.ended).exit, 0)
})

test('it stops when npm is killed with -9', { timeout: 20_000 }, async (t) => {
  const npm = runNpmStart(t, embedded)
  await curlOf(npm)
  npm.kill('SIGKILL')
  await npm.ended
  assert.equal(existsSync(join(dataDir, 'running.json')), false)
})

test('it uses a configured server instead of the embedded one, and serves the metrics of API and worker together', async (t) => {
  const database = `${testServer().template}_dev`
  const env = {
    SILLA_DATA_DIR: otherDir,
    PREPARE_DATABASE_URL: urlsOf(testServer(), database).prepare,
  }
  const metricsPort = await freePort()
  const silla = start(t, { ...env, METRICS_PORT: String(metricsPort) })
  const code = await book(await curlOf(silla))
  assert.equal(await statusOfBooking(otherDir, code), 200)
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  const names = [...metrics.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)
  for (const name of ['silla_request_seconds', 'silla_job_seconds', 'process_cpu_seconds_total']) {
    assert.equal(names.filter((one) => one === name).length, 1, name)
  }
  await stops(silla, 'SIGINT')
  assert.equal(existsSync(join(otherDir, 'postgres')), false)

  const reset = start(t, env, '--reset')
  await curlOf(reset)
  assert.equal(await statusOfBooking(otherDir, code), 404)
  await stops(reset, 'SIGINT')
})

interface Curl {
  url: string
  headers: Record<string, string>
  body: string
  /** The booking pages, which are above everything else. */
  pages: string[]
}

/** Waits for the banner and parses the pages and the command that creates a booking. */
async function curlOf(program: Program): Promise<Curl> {
  const lines: string[] = []
  for (let line = await program.line(); line !== null; line = await program.line()) {
    lines.push(line)
    if (!line.includes('Ctrl-C')) continue
    const [command = ''] = /curl .*?'\n/s.exec(lines.join('\n').replaceAll(/ \\\n */g, ' ')) ?? []
    const [, url = ''] = /curl -X POST (\S+)/.exec(command) ?? []
    const headers = [...command.matchAll(/-H '([^:]+): ([^']+)'/g)].map(([, name, value]) => [
      name,
      value,
    ])
    const [, body = ''] = /-d '([^']+)'/.exec(command) ?? []
    const [first = ''] = lines.join('\n').split('/api/v1/', 1)
    const pages = first.match(/http:\S+\/s\/\S+/g) ?? []
    return { url, headers: Object.fromEntries(headers), body, pages }
  }
  assert.fail(`it stopped without printing the banner: ${(await program.ended).errors}`)
}

const post = ({ url, headers, body }: Pick<Curl, 'url' | 'headers' | 'body'>) =>
  fetch(url, { method: 'POST', headers, body })

/** Sends the request of the banner. @returns the code of the booking */
async function book(curl: Curl): Promise<string> {
  const { data, error } = await jsonOf(post(curl))
  assert.equal(error, undefined)
  return data.codigo
}

/** Pays with the requests that the page of a booking sends. */
async function pay(
  code: string,
  card: string,
): Promise<[status: number, errorCode: string | undefined, paymentState: string]> {
  const { baseUrl, processorUrl, businesses } = demoOf(dataDir)
  const { slug, publishableKey: key } = businesses[0] ?? assert.fail('no demo business')
  assert.equal((await fetch(`${baseUrl}/s/${slug}/r/${code}`)).status, 200)
  const send = (path: string, body: object) =>
    post({
      url: `${baseUrl}/api/v1/pagos/${path}/`,
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  const booking = await jsonOf(get(`${baseUrl}/api/v1/reservas/codigo/${code}/`, key))
  const { id, cliente, a_pagar_ahora: amount } = booking.data
  const requested = {
    type: 'booking',
    reference_id: id,
    codigo: code,
    cliente_id: cliente.id,
    amount,
  }
  const { payment_intent_id } = (await jsonOf(send('intent', requested))).data
  const intent = `${processorUrl}/admin/payment_intents/${payment_intent_id}`
  await fetch(`${intent}/pay`, { method: 'POST', body: new URLSearchParams({ card }) })
  const confirmed = await send('confirmar', { payment_intent_id, codigo: code })
  const { error } = (await confirmed.json()) as Envelope
  const { data } = await jsonOf(get(`${baseUrl}/api/v1/reservas/codigo/${code}/`, key))
  return [confirmed.status, error?.code, data.pago.estado]
}

/** How much the server has logged since it wrote all changed pages, which a stop does as well. */
async function bytesSinceCheckpoint(folder: string): Promise<number> {
  const sql = openPool({ url: readDatabaseUrls(folder)?.cli ?? '', max: 1, name: 'silla-test' })
  try {
    const [row] = await sql<{ bytes: number }[]>`
      select (pg_current_wal_lsn() - redo_lsn)::int as bytes from pg_control_checkpoint()`
    return row?.bytes ?? Number.NaN
  } finally {
    await sql.end()
  }
}

/** The HTTP status for the code of a booking, at the salon of the banner. */
async function statusOfBooking(folder: string, code: string): Promise<number | undefined> {
  const { baseUrl, businesses } = demoOf(folder)
  const response = await get(
    `${baseUrl}/api/v1/reservas/codigo/${code}/`,
    businesses[0]?.publishableKey ?? '',
  )
  return response.status
}

/** The fields of responses that these tests check. */
interface Envelope {
  data: {
    id: string
    codigo: string
    pago: { estado: string }
    cliente: { id: number }
    a_pagar_ahora: number
    payment_intent_id: string
    logo_url: string
    configuracion: { timezone: string }
  }
  error?: { code: string }
}

const jsonOf = async (response: Promise<Response>) => (await (await response).json()) as Envelope

const get = (url: string, key: string) => fetch(url, { headers: { 'X-API-Key': key } })

/** When the programs began to stop, and when they had stopped. */
const lastLogLines = () =>
  ['postgres/server.log', 'api.log', 'worker.log']
    .flatMap((file) => readFileSync(join(dataDir, file), 'utf8').trim().split('\n').slice(-8))
    .join('\n')

async function stops(program: Program, signal: NodeJS.Signals) {
  const startedAt = performance.now()
  program.kill(signal)
  assert.deepEqual(await program.ended, { exit: 0, errors: '' })
  const milliseconds = performance.now() - startedAt
  assert.ok(milliseconds < 2000, `it stopped after ${milliseconds} ms:\n${lastLogLines()}`)
  assert.deepEqual(
    processes().filter(({ command }) => command.includes(dataDir)),
    [],
  )
}

const demoOf = (folder: string): DemoFile =>
  JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8'))

function childOf(npm: Program): number {
  const child = processes().find(({ parent }) => parent === npm.pid)
  assert.ok(child)
  return child.pid
}

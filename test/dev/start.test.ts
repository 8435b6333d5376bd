import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import test, { type TestContext } from 'node:test'
import { readDatabaseUrls } from '@silla/db'
import type { DemoFile } from '../../services/dev/src/demo-file.ts'
import { testServer, urlsOf } from '../support/test-server.ts'
import { type Program, processes, runNpmStart, runStart } from './program.ts'
import { temporaryDataDir } from './temporary-folder.ts'

const dataDir = temporaryDataDir()
const otherDir = temporaryDataDir()
const onOurOwn = {
  SILLA_DATA_DIR: dataDir,
  PORT: '0',
  PREPARE_DATABASE_URL: '',
  STRIPE_SECRET_KEY: '',
}

/** The booking whose first card was declined, before a restart. */
let declined = ''

const start = (t: TestContext, env: Record<string, string> = {}, ...args: string[]) =>
  runStart(t, { ...onOurOwn, ...env }, ...args)

test('a first start ends in a line that books a chair as it stands, and in files that say where everything is', async (t) => {
  const silla = start(t)
  const curl = await curlOf(silla)
  const { baseUrl, businesses } = demoOf(dataDir)
  assert.ok(curl.url.startsWith(baseUrl))
  declined = await book(curl)
  assert.equal(
    (await jsonOf(post(curl))).error?.code,
    'SLOT_NOT_AVAILABLE',
    'the chair is taken now',
  )
  assert.deepEqual(await pay(declined, '4000000000000002'), [400, 'CARD_DECLINED', 'fallido'])

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
  await endsWell(silla, 'SIGINT')
})

test('a later start finds what was booked, and a second start beside it says where the first one runs', async (t) => {
  const before = demoOf(dataDir)
  const silla = start(t)
  const curl = await curlOf(silla)
  const { baseUrl, processorUrl } = demoOf(dataDir)
  assert.equal(processorUrl, before.processorUrl, 'a page of its that is open goes on working')
  assert.deepEqual(await pay(declined, '4242424242424242'), [200, undefined, 'completado'])

  for (const args of [[], ['--reset']]) {
    const second = start(t, {}, ...args)
    const { how, errors } = await second.ended
    assert.equal(how, 1)
    assert.equal(
      errors,
      `Silla is already running at ${baseUrl} (process ${silla.pid}) with the data folder ${dataDir}. Stop it first, or start another one with its own SILLA_DATA_DIR and PORT.\n`,
    )
  }
  assert.equal(
    (await post(curl)).status,
    201,
    'the chair of the first test is not offered again, and the first one did not notice',
  )
  await endsWell(silla, 'SIGTERM')
})

test('killed with -9, it leaves nothing in the way of the next start, which has every booking; --reset has none', async (t) => {
  const silla = start(t)
  const code = await book(await curlOf(silla))
  silla.kill('SIGKILL')
  await silla.ended

  const next = start(t)
  await curlOf(next)
  assert.equal(await statusOfBooking(dataDir, code), 200)
  await endsWell(next, 'SIGINT')

  const anew = start(t, {}, '--reset')
  await curlOf(anew)
  assert.equal(await statusOfBooking(dataDir, code), 404)
  await endsWell(anew, 'SIGINT')
})

test('two starts at once: one wins, the other says so', async (t) => {
  const both = [start(t), start(t)]
  const loser = await Promise.race(
    both.map((program) => program.ended.then(({ how, errors }) => ({ program, how, errors }))),
  )
  assert.equal(loser.how, 1)
  assert.match(loser.errors, /^Silla is already running/)
  const winner = both.find((program) => program !== loser.program)
  assert.ok(winner)
  await curlOf(winner)
  await endsWell(winner, 'SIGINT')
})

test('a taken port is told in a sentence, and nothing is left running', async (t) => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  t.after(() => other.close())
  const { port } = other.address() as { port: number }
  const { how, errors } = await start(t, { PORT: String(port) }).ended
  assert.equal(how, 1)
  assert.equal(
    errors,
    `Port ${port} is taken by another program. Choose another: PORT=${port + 1} npm start\n`,
  )
  assert.deepEqual(
    processes().filter(({ command }) => command.includes(dataDir)),
    [],
  )
})

test('what it does not know it refuses in a sentence', async (t) => {
  const cases: { args: string[]; env: Record<string, string>; exit: number; says: string }[] = [
    {
      args: ['--rest'],
      env: {},
      exit: 2,
      says: 'npm start does not know --rest; it takes only --reset: npm start -- --reset\n',
    },
    {
      args: [],
      env: { PORT: 'http' },
      exit: 1,
      says: 'PORT is http; it should be a number from 1 to 65535, or 0 for a free port.\n',
    },
    {
      args: [],
      env: { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' },
      exit: 1,
      says: 'npm start takes no real money: STRIPE_SECRET_KEY has to be one that begins with sk_test_.\n',
    },
    {
      args: [],
      env: { NODE_ENV: 'production' },
      exit: 1,
      says: 'npm start is for development and for trying Silla out; it does not run with NODE_ENV=production.\n',
    },
  ]
  for (const { args, env, exit, says } of cases) {
    assert.deepEqual(await start(t, env, ...args).ended, { how: exit, errors: says })
  }
})

test('one Ctrl-C ends npm start, although npm passes it on a second time', async (t) => {
  const npm = runNpmStart(t, onOurOwn)
  await curlOf(npm)
  process.kill(childOf(npm), 'SIGINT')
  npm.kill('SIGINT')
  assert.equal((await npm.ended).how, 0)
})

test('when npm is killed with -9 it notices and ends', { timeout: 20_000 }, async (t) => {
  const npm = runNpmStart(t, onOurOwn)
  await curlOf(npm)
  npm.kill('SIGKILL')
  await npm.ended
  assert.equal(existsSync(join(dataDir, 'running.json')), false)
})

test('a server that is there already serves in place of the embedded one; figures of requests and of jobs are told together', async (t) => {
  const database = `${testServer().template}_local`
  const env = {
    SILLA_DATA_DIR: otherDir,
    PREPARE_DATABASE_URL: urlsOf(testServer(), database).prepare,
  }
  const metricsPort = await freePort()
  const silla = start(t, { ...env, METRICS_PORT: String(metricsPort) })
  const code = await book(await curlOf(silla))
  assert.equal(await statusOfBooking(otherDir, code), 200)
  const figures = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  const observation = [...figures.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)
  for (const name of ['silla_request_seconds', 'silla_job_seconds', 'process_cpu_seconds_total']) {
    assert.equal(observation.filter((one) => one === name).length, 1, name)
  }
  await endsWell(silla, 'SIGINT')
  assert.equal(existsSync(join(otherDir, 'postgres')), false)

  const anew = start(t, env, '--reset')
  await curlOf(anew)
  assert.equal(await statusOfBooking(otherDir, code), 404)
  await endsWell(anew, 'SIGINT')
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

interface Curl {
  url: string
  headers: Record<string, string>
  body: string
}

/** The line to paste, taken apart; everything runs once it was said. */
async function curlOf(program: Program): Promise<Curl> {
  const said: string[] = []
  for (let line = await program.line(); line !== null; line = await program.line()) {
    said.push(line)
    if (!line.includes('Ctrl-C')) continue
    const [command = ''] = /curl .*?'\n/s.exec(said.join('\n').replaceAll(/ \\\n */g, ' ')) ?? []
    const [, url = ''] = /curl -X POST (\S+)/.exec(command) ?? []
    const headers = [...command.matchAll(/-H '([^:]+): ([^']+)'/g)].map(([, name, value]) => [
      name,
      value,
    ])
    const [, body = ''] = /-d '([^']+)'/.exec(command) ?? []
    return { url, headers: Object.fromEntries(headers), body }
  }
  assert.fail(`it ended without a line to paste: ${(await program.ended).errors}`)
}

const post = ({ url, headers, body }: Curl) => fetch(url, { method: 'POST', headers, body })

/** Books what the line says. @returns the booking's code */
async function book(curl: Curl): Promise<string> {
  const { data } = await jsonOf(post(curl))
  return data.codigo
}

/** As a customer in a browser: the salon's site, the processor's checkout, and the site again. */
async function pay(
  code: string,
  card: string,
): Promise<[status: number, refusal: string | undefined, paid: string]> {
  const { baseUrl, businesses } = demoOf(dataDir)
  const key = businesses[0]?.publishableKey ?? ''
  const sent = await fetch(`${baseUrl}/dev/pay/${code}`, { redirect: 'manual' })
  const checkout = sent.headers.get('location') ?? assert.fail(await sent.text())
  await fetch(checkout, { method: 'POST', body: new URLSearchParams({ card }) })
  const intent = /(pi_\w+?)_secret_/.exec(checkout)?.[1]
  const confirmed = await fetch(`${baseUrl}/api/v1/pagos/confirmar/`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ payment_intent_id: intent, codigo: code }),
  })
  const { error } = (await confirmed.json()) as Answer
  const { data } = await jsonOf(get(`${baseUrl}/api/v1/reservas/codigo/${code}/`, key))
  return [confirmed.status, error?.code, data.pago.estado]
}

/** What the salon of the proposed booking answers to a booking's code. */
async function statusOfBooking(folder: string, code: string): Promise<number | undefined> {
  const { baseUrl, businesses } = demoOf(folder)
  const answer = await get(
    `${baseUrl}/api/v1/reservas/codigo/${code}/`,
    businesses[0]?.publishableKey ?? '',
  )
  return answer.status
}

/** As much of an answer as is looked at here. */
interface Answer {
  data: {
    id: string
    codigo: string
    pago: { estado: string }
    logo_url: string
    configuracion: { timezone: string }
  }
  error?: { code: string }
}

const jsonOf = async (answer: Promise<Response>) => (await (await answer).json()) as Answer

const get = (url: string, key: string) => fetch(url, { headers: { 'X-API-Key': key } })

async function endsWell(program: Program, signal: NodeJS.Signals) {
  const requested = performance.now()
  program.kill(signal)
  assert.deepEqual(await program.ended, { how: 0, errors: '' })
  assert.ok(performance.now() - requested < 2000)
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

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import test, { type TestContext } from 'node:test'
import { openPool, readDatabaseUrls } from '@silla/db'
import { readDocumentFile } from '../spec/published/openapi.ts'
import {
  book,
  curlOf,
  demoOf,
  type Envelope,
  get,
  jsonOf,
  post,
  statusOfBooking,
} from './demo-salons.ts'
import { exampleHolds, notSendable, runConsoleTabs, sendExamples } from './examples.ts'
import { type Program, processes, runNpmStart, runStart, stops } from './program.ts'
import { temporaryDataDir } from './temporary-folder.ts'

const dataDir = temporaryDataDir()
/** The code of a booking whose first card was declined, for the test of a restart. */
let declinedBooking = ''
/** The code of a booking of the program that was killed. */
let lastBooking = ''

const start = (t: TestContext, env: Record<string, string> = {}, ...args: string[]) =>
  runStart(t, { SILLA_DATA_DIR: dataDir, ...env }, ...args)

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

  const phones = await fetch(`${baseUrl}/dev/messages`)
  // at night the salons send emails
  assert.match(await phones.text(), /\+3460000000|No messages yet/)
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
  await stops(silla, 'SIGINT', dataDir)
})

test('a later start has the bookings of the first, a concurrent start reports it, and every example of the reference and of the GraphQL console succeeds as it is filled in', async (t) => {
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
  await assertExamplesSucceed(baseUrl)
  await stops(silla, 'SIGTERM', dataDir)
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

test('of two starts at the same time one runs; after a kill -9 the next has every booking, and one Ctrl-C stops it, although npm forwards it a second time', async (t) => {
  const both = [start(t), start(t)]
  const loser = await Promise.race(
    both.map((program) => program.ended.then(({ exit, errors }) => ({ program, exit, errors }))),
  )
  assert.equal(loser.exit, 1)
  assert.match(loser.errors, /^Silla is already running/)
  const winner = both.find((program) => program !== loser.program)
  assert.ok(winner)
  lastBooking = await book(await curlOf(winner))
  winner.kill('SIGKILL')
  await winner.ended

  const npm = runNpmStart(t, { SILLA_DATA_DIR: dataDir })
  await curlOf(npm)
  assert.equal(await statusOfBooking(dataDir, lastBooking), 200)
  process.kill(childOf(npm), 'SIGINT')
  npm.kill('SIGINT')
  assert.equal((await npm.ended).exit, 0)
})

test('--reset deletes the bookings, and it stops when npm is killed with -9', async (t) => {
  const npm = runNpmStart(t, { SILLA_DATA_DIR: dataDir }, '--reset')
  await curlOf(npm)
  assert.equal(await statusOfBooking(dataDir, lastBooking), 404)
  npm.kill('SIGKILL')
  await npm.ended
  assert.equal(existsSync(join(dataDir, 'running.json')), false)
})

async function assertExamplesSucceed(baseUrl: string): Promise<void> {
  assert.deepEqual(
    await exampleHolds(baseUrl),
    await exampleHolds(baseUrl),
    'a page that is opened again holds no other times: only 30 can be held',
  )
  const published = (await readDocumentFile()).paths
  const operations = Object.values(published).flatMap((methods) => Object.values(methods))
  assert.deepEqual(
    (await sendExamples(baseUrl)).toSorted(),
    operations.map(({ operationId }) => operationId).toSorted(),
  )
  // a second time, what the first has used up is there again
  await sendExamples(baseUrl, { changing: true })
  assert.deepEqual(Object.keys(notSendable), [
    'postWebhooksProcessor',
    'getAgendaCambios',
    'getAjustesDescargaArchivo',
    'postAjustesDescarga',
    'getLiquidacionesById',
  ])
  assert.deepEqual((await runConsoleTabs(baseUrl)).toSorted(), [
    'Agenda',
    'Dia',
    'MiCuenta',
    'Pantalla',
    'Reservar',
  ])
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

function childOf(npm: Program): number {
  const child = processes().find(({ parent }) => parent === npm.pid)
  assert.ok(child)
  return child.pid
}

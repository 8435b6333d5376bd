import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { freePort } from '../support/free-port.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { testServer, urlsOf } from '../support/test-server.ts'
import { book, curlOf, statusOfBooking } from './demo-salons.ts'
import { runStart, stops } from './program.ts'
import { temporaryDataDir } from './temporary-folder.ts'

const dataDir = temporaryDataDir()

test('it uses a configured server instead of the embedded one, and serves the metrics of API and worker together', async (t) => {
  const database = `${testServer().template}_dev`
  const env = {
    SILLA_DATA_DIR: dataDir,
    PREPARE_DATABASE_URL: urlsOf(testServer(), database).prepare,
  }
  const metricsPort = await freePort()
  const silla = runStart(t, { ...env, METRICS_PORT: String(metricsPort) })
  const code = await book(await curlOf(silla))
  assert.equal(await statusOfBooking(dataDir, code), 200)
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  const names = [...metrics.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)
  for (const name of ['silla_request_seconds', 'silla_job_seconds', 'process_cpu_seconds_total']) {
    assert.equal(names.filter((one) => one === name).length, 1, name)
  }
  await stops(silla, 'SIGINT', dataDir)
  assert.equal(existsSync(join(dataDir, 'postgres')), false)

  const reset = runStart(t, env, '--reset')
  await curlOf(reset)
  assert.equal(await statusOfBooking(dataDir, code), 404)
  await stops(reset, 'SIGINT', dataDir)
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
    assert.deepEqual(await runStart(t, { SILLA_DATA_DIR: dataDir, ...env }, ...args).ended, {
      exit,
      errors: message,
    })
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

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { connect } from 'node:net'
import { test } from 'node:test'
import { readSettings, startApi } from '@silla/api'
import { apiListenerNames, connectionsPerProcess, openListener } from '@silla/db'
import { json } from '../../architecture/sources.ts'
import { testDatabase } from '../../support/database.ts'
import { testSecrets } from '../../support/secrets.ts'
import { startStopwatch } from '../../support/stopwatch.ts'
import { until } from '../../support/until.ts'
import { withPool } from '../../support/with-pool.ts'

/** The secrets as the environment holds them. */
const secrets = {
  JWT_PRIVATE_KEYS: JSON.stringify(testSecrets.signingKeys),
  OTP_PEPPER: testSecrets.otpPepper,
}

const settingsFor = (url: string, more: Record<string, string> = {}) =>
  readSettings({ DATABASE_URL: url, PORT: '0', LOG_LEVEL: 'silent', ...secrets, ...more })

test('the API refuses to start as a role that bypasses row-level security', async () => {
  const { urls } = await testDatabase()
  const api = await startApi(settingsFor(urls.api))
  assert.equal((await fetch(`${api.url}/readyz`)).status, 200)
  await api.stop()

  await assert.rejects(startApi(settingsFor(urls.prepare)), /refusing to serve/)
  await assert.rejects(startApi(settingsFor(urls.migrator)), /refusing to serve/)
})

test('a process that starts beside others warns of shared limits, and when all need more than max_connections', async (t) => {
  const { urls, witness } = await testDatabase()
  const settings = settingsFor(urls.api, { LOG_LEVEL: 'warn' })
  const warningsOfStart = async (change: Partial<typeof settings> = {}) => {
    const lines: string[] = []
    const logTarget = { write: (line: string) => void lines.push(line) }
    const api = await startApi({ ...settings, ...change }, { logTarget })
    t.after(() => api.stop())
    return lines.map((line) => JSON.parse(line).msg as string)
  }
  // the server may still be ending the connections of what an earlier test has stopped
  const others = () => witness`
    select from pg_stat_activity
    where datname = current_database() and application_name = ${apiListenerNames.direct}`
  await until(async () => (await others()).length === 0)
  // the connections of other test files, on the same server, may be too many together
  const withoutConnections = (warnings: string[]) =>
    warnings.filter((warning) => !warning.includes('max_connections'))
  assert.deepEqual(withoutConnections(await warningsOfStart()), [])
  assert.deepEqual(withoutConnections(await warningsOfStart()), [
    '2 API processes use this database and each counts requests alone: clients get up to 2 times ' +
      'the rate limits. Set REDIS_URL.',
  ])

  const [row] = await witness`select current_setting('max_connections')::int as most`
  const enough = Math.ceil((row?.most ?? 0) / connectionsPerProcess)
  for (let others = 0; others < enough; others++) {
    const listener = await openListener(urls.api, apiListenerNames.direct)
    t.after(() => listener.close())
  }
  const processes = enough + 3
  assert.match(
    (await warningsOfStart({ limits: null })).join(),
    new RegExp(`${processes} API processes open up to ${processes * connectionsPerProcess} conn`),
  )
})

test('a program whose database is away, not set up or of another program says what to do', async (t) => {
  const { urls } = await testDatabase()
  const name = `${new URL(urls.prepare).pathname.slice(1)}_empty`
  await withPool(urls.prepare, (sql) => sql`create database ${sql(name)}`)
  t.after(() => withPool(urls.prepare, (sql) => sql`drop database ${sql(name)}`))
  const away = { port: '1' }
  const empty = { pathname: `/${name}` }
  for (const [file, url, change, sentence] of [
    ['api', urls.api, away, /^The database is not reachable .*ECONNREFUSED/],
    ['api', urls.api, empty, /^The database is not set up\. Run silla db setup/],
    ['api', urls.worker, {}, /^refusing to serve as silla_worker: .*silla_api/],
    ['worker', urls.worker, away, /^The database is not reachable .*ECONNREFUSED/],
    ['worker', urls.worker, empty, /^The database is not set up\. Run silla db setup/],
  ] as const) {
    const given = Object.assign(new URL(url), change).href
    const program = `services/${file}/bin/${file}.js`
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--conditions=@silla/source', program],
      {
        encoding: 'utf8',
        env: {
          ...process.env,
          ...secrets,
          DATABASE_URL: given,
          WORKER_DATABASE_URL: given,
          PORT: '0',
          LOG_LEVEL: 'silent',
          NODE_ENV: 'production',
        },
      },
    )
    assert.match(stderr.trim(), sentence)
    assert.equal(status, 1)
  }
})

test('the API refuses to start in production with a demo business', async () => {
  const { urls, admin } = await testDatabase()
  await admin`insert into registry.businesses (business_id, slug, mode, status, created_at)
    values (gen_random_uuid(), 'demo-salon', 'demo', 'active', now())`
  await assert.rejects(
    startApi(settingsFor(urls.api, { NODE_ENV: 'production' })),
    /demo businesses/,
  )
  await (await startApi(settingsFor(urls.api))).stop()
})

test('the log says which version started, and why it stopped', async () => {
  const { urls } = await testDatabase()
  const lines: string[] = []
  const settings = { ...settingsFor(urls.api), logLevel: 'info' }
  const api = await startApi(settings, { logTarget: { write: (line) => lines.push(line) } })
  await api.stop('SIGTERM')
  const logged = lines.map((line) => JSON.parse(line))
  const { version } = json('services/api/package.json')
  assert.equal(logged.find(({ msg }) => msg === 'API started')?.version, version)
  assert.partialDeepStrictEqual(logged.at(-1), { msg: 'API stopped', reason: 'SIGTERM' })
})

test('it stops within two seconds, also with idle open connections', async () => {
  const { urls } = await testDatabase()
  const api = await startApi(settingsFor(urls.api))
  const { hostname, port } = new URL(api.url)
  const idler = connect(Number(port), hostname)
  idler.on('error', () => {})
  await new Promise<void>((resolve) => idler.write('GET /healthz HTTP/1.1\r\nHo', () => resolve()))
  await fetch(`${api.url}/healthz`)

  const stop = startStopwatch()
  await api.stop()
  assert.ok(stop() < 2000)
  idler.destroy()
  await assert.rejects(fetch(`${api.url}/healthz`))
})

test('a missing or invalid environment variable stops the start with a message that names it without its value', () => {
  const url = 'postgres://silla_api:hidden@127.0.0.1/silla'
  const whole = { DATABASE_URL: url, ...secrets }
  const { staffPepper } = testSecrets
  const staff = { ...whole, STAFF_URL: 'https://staff.example', STAFF_PEPPER: staffPepper }
  const shared = { ...staff, PUBLIC_URL: 'https://staff.example' }
  for (const [env, complaint] of [
    [secrets, /^DATABASE_URL is missing: .+\.$/],
    [{ ...secrets, DATABASE_URL: '' }, /^DATABASE_URL is missing: /],
    [{ ...secrets, DATABASE_URL: 'mysql://hidden' }, /^DATABASE_URL is invalid: /],
    [{ DATABASE_URL: url }, /^JWT_PRIVATE_KEYS is missing: /],
    [{ ...whole, JWT_PRIVATE_KEYS: '[{"kty":"EC"}]' }, /^JWT_PRIVATE_KEYS is invalid: /],
    [{ ...whole, JWT_PRIVATE_KEYS: 'hidden' }, /^JWT_PRIVATE_KEYS is invalid: /],
    [{ ...whole, OTP_PEPPER: 'hidden' }, /^OTP_PEPPER is invalid: /],
    [{ ...whole, PORT: '65536' }, /^PORT is invalid: /],
    [{ ...whole, PORT: '80 ' }, /^PORT is invalid: /],
    [{ ...whole, LOG_LEVEL: 'loud' }, /^LOG_LEVEL is invalid: /],
    [{ ...whole, ASSETS_BASE_URL: 'images' }, /^ASSETS_BASE_URL is invalid: /],
    [{ ...whole, PUBLIC_URL: 'book.example' }, /^PUBLIC_URL is invalid: /],
    [{ ...staff, STAFF_URL: 'http://staff.example' }, /^STAFF_URL is invalid: /],
    [{ ...staff, STAFF_URL: 'https://192.0.2.7' }, /^STAFF_URL is invalid: /],
    [{ ...staff, STAFF_PEPPER: '' }, /^STAFF_PEPPER is missing: /],
    [{ ...staff, STAFF_PEPPER: 'short' }, /^STAFF_PEPPER is invalid: /],
    [{ ...shared, NODE_ENV: 'production' }, /^STAFF_URL is the same as PUBLIC_URL: /],
    [{ ...shared, STAFF_SHARED_ORIGIN: 'yes' }, /^STAFF_SHARED_ORIGIN is invalid: /],
    [{ ...whole, PUBLIC_URL: 'https://hidden.example/path' }, /^PUBLIC_URL is invalid: /],
    [{ ...whole, SILLA_LOOPBACK_ENDPOINTS: 'hidden' }, /^SILLA_LOOPBACK_ENDPOINTS is invalid: /],
    [
      { ...whole, SILLA_LOOPBACK_ENDPOINTS: 'on', NODE_ENV: 'production' },
      /^SILLA_LOOPBACK_ENDPOINTS is invalid: .*NODE_ENV=production/,
    ],
  ] as const) {
    assert.throws(
      () => readSettings(env),
      (error: Error) => complaint.test(error.message) && !error.message.includes('hidden'),
    )
  }
})

test('defaults are safe', () => {
  const url = 'postgres://silla_api:hidden@127.0.0.1/silla'
  assert.deepEqual(readSettings({ DATABASE_URL: url, ...secrets }), {
    port: 3000,
    host: '127.0.0.1',
    databaseUrl: url,
    listenDatabaseUrl: url,
    assetsBaseUrl: '',
    publicUrl: null,
    staffUrl: null,
    ...testSecrets,
    otpPepperPrevious: null,
    staffPepper: null,
    staffPepperPrevious: null,
    secretsKeys: null,
    loopbackEndpoints: false,
    limits: { redisUrl: null, trustedProxies: [] },
    metrics: null,
    maxEventLoopDelayMilliseconds: 1000,
    docs: true,
    logLevel: 'info',
    production: false,
  })
})

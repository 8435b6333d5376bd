import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { startJobRunner } from '@silla/db'
import { runSilla } from '../cli/run-silla.ts'
import { testDatabase } from '../support/database.ts'
import { hasIpv6, skipWithoutSystemPostgres } from '../support/system-postgres.ts'
import { withPool } from '../support/with-pool.ts'
import { failOver } from './failover/fail-over.ts'
import { openReplicatedServers, type ReplicatedServers } from './failover/servers.ts'

const skip = skipWithoutSystemPostgres
let servers: ReplicatedServers

before(async () => {
  if (!skip) servers = await openReplicatedServers()
})

test('a URL may name a unix socket, an IPv6 address, and several hosts of which one is the primary', {
  skip,
}, async () => {
  const { urls } = await testDatabase()
  const { primary, standby } = servers
  const at = (place: string, role: 'cli' | 'migrator') =>
    urls[role].replace(/@[^/]+\//, `@${place}/`).replace(/\?.*/, '')
  const socket = `${encodeURIComponent(primary.socketFolder)}:${primary.port}`
  const places = [
    socket,
    `127.0.0.1:${standby.port},127.0.0.1:${primary.port}`,
    `127.0.0.1:1,${socket}`,
    ...(hasIpv6 ? [`[::1]:${primary.port}`] : []),
  ]
  for (const place of places) {
    const env = { CLI_DATABASE_URL: at(place, 'cli'), MIGRATOR_DATABASE_URL: at(place, 'migrator') }
    const status = await runSilla(['db', 'status', '--json'], env)
    assert.deepEqual([status.code, status.json().current], [0, true], place)
    const migrated = await runSilla(['db', 'migrate', '--json'], env)
    assert.deepEqual(
      migrated.json(),
      { applied: [], functions: [], indexes: [], backfills: [], newerRelease: null },
      place,
    )
  }
  const asParameter = urls.cli
    .replace(/@[^/]+\//, '@/')
    .replace(/\?.*/, `?host=${primary.socketFolder}&port=${primary.port}`)
  const listed = await runSilla(['businesses', 'list'], { CLI_DATABASE_URL: asParameter })
  assert.deepEqual([listed.code, listed.stderr], [0, ''])

  const nowhere = await runSilla(['db', 'status'], {
    CLI_DATABASE_URL: at(`127.0.0.1:1,127.0.0.1:${standby.port}`, 'cli'),
  })
  assert.match(
    nowhere.stderr,
    new RegExp(
      '^Error: The database is not reachable \\(none of 127\\.0\\.0\\.1:1,127\\.0\\.0\\.1:' +
        `${standby.port} is the primary: .*127\\.0\\.0\\.1:${standby.port} is a standby\\)`,
    ),
  )
  const replica = await runSilla(['db', 'status'], {
    CLI_DATABASE_URL: `${urls.cli.replace(/\?.*/, '')}?target_session_attrs=standby`,
  })
  assert.match(
    replica.stderr,
    /target_session_attrs=standby .* is not supported: use read-write\.\n$/,
  )
  assert.deepEqual([nowhere.code, replica.code], [1, 1])
})

test('when the primary dies and its standby is promoted, no acknowledged booking is lost and jobs run on', {
  skip,
}, async (t) => {
  const { urls } = await testDatabase()
  const ran: string[] = []
  let whenRun = () => {}
  const runner = await startJobRunner({
    url: urls.worker,
    tasks: { ping: async ({ id }) => void ran.push(String(id)), nothing: async () => {} },
    nightlyTask: 'nothing',
    concurrency: 1,
    onAttempt: () => whenRun(),
    onError: () => {},
  })
  t.after(runner.stop)
  const enqueue = async (id: string) => {
    const done = new Promise<void>((resolve) => {
      whenRun = () => ran.includes(id) && resolve()
    })
    await withPool(
      urls.cli,
      (sql) => sql`
        select app.set_business(${'00000000-0000-4000-8000-000000000000'}),
          app.enqueue('ping', ${sql.json({ id })}, null, null)`,
    )
    await done
  }
  await enqueue('before')

  const failover = await failOver(servers, 'kill')
  const { acknowledged, acknowledgedAfter, lost, twice, unexpected } = failover
  assert.deepEqual({ lost, twice, unexpected }, { lost: [], twice: [], unexpected: [] })
  assert.ok(acknowledged >= 200 && acknowledgedAfter >= 100)

  await enqueue('after')
  assert.deepEqual(ran, ['before', 'after'])
})

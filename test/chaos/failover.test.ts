import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { runSilla } from '../cli/run-silla.ts'
import { testDatabase } from '../support/database.ts'
import { hasIpv6, skipWithoutSystemPostgres } from '../support/system-postgres.ts'
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
      {
        ...{ applied: [], functions: [], indexes: [], backfills: [], partitioned: [] },
        newerRelease: null,
      },
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

test('when the primary dies and its standby is promoted after a while, no acknowledged booking is lost, nothing is answered with 500, and jobs and notifications go on', {
  skip,
}, async () => {
  // long enough for each connection to try several times
  const options = { fault: 'kill', outageMilliseconds: 1000 } as const
  const { lost, twice, unexpected, ...failover } = await failOver(servers, options)
  assert.deepEqual({ lost, twice, unexpected }, { lost: [], twice: [], unexpected: [] })
  assert.ok(failover.acknowledged >= 200 && failover.acknowledgedAfter >= 100)
  assert.ok(failover.jobMilliseconds > 0)
  assert.ok(failover.gapMilliseconds > options.outageMilliseconds)
})

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import test, { type TestContext } from 'node:test'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@silla/embedded-postgres'
import { clusterDir } from '../../packages/embedded-postgres/src/cluster-dir.ts'
import { withPool } from '../support/with-pool.ts'
import { type Program, processes, runProgram } from './program.ts'
import { temporaryDataDir } from './temporary-folder.ts'

const dataDir = temporaryDataDir()

test('the first start creates a server with our settings; stop ends all processes', async (t) => {
  const postgres = await started(t)
  const [settings] = await withPool(postgres.prepareUrl, async (sql) => {
    await sql`create table kept (word text)`
    await sql`insert into kept values ('silla')`
    return sql`
      select current_setting('server_version_num')::int / 10000 as major,
        current_setting('jit') as jit, current_setting('fsync') as fsync,
        current_setting('listen_addresses') as address,
        current_setting('unix_socket_directories') as sockets, lower('ÁÑ') as lower,
        'Z' < 'a' as by_code_point`
  })
  assert.deepEqual(
    { ...settings },
    {
      major: 18,
      jit: 'off',
      fsync: 'on',
      address: '127.0.0.1',
      sockets: '',
      lower: 'áñ',
      byCodePoint: true,
    },
  )
  await postgres.stop()
  assert.deepEqual(serversOf(dataDir), [])
  assert.equal(statSync(join(dataDir, 'postgres', 'superuser-password')).mode & 0o777, 0o600)
})

test('data is still there after the next start', async (t) => {
  const postgres = await started(t)
  await assertDataUnchanged(postgres.prepareUrl)
})

test('a wrong password is rejected', async (t) => {
  const postgres = await started(t)
  const url = new URL(postgres.prepareUrl)
  url.password = 'postgres'
  await assert.rejects(
    withPool(url.href, (sql) => sql`select`),
    { code: '28P01' },
  )
})

test('a second start on the same folder is refused', async (t) => {
  const postgres = await started(t)
  await assert.rejects(startEmbeddedPostgres({ dataDir }), {
    name: 'SetupError',
    message: `Another program is using the database in ${dataDir}.`,
  })
  await assertDataUnchanged(postgres.prepareUrl)
})

test('the server stops when its program is killed with -9', { timeout: 60_000 }, async (t) => {
  const program = runProgram(t, 'hold-postgres.ts', dataDir)
  const server = await connectTo(await program.line())
  program.kill('SIGKILL')
  await server.closed
  const postgres = await started(t)
  await assertDataUnchanged(postgres.prepareUrl)
  assert.match(
    readFileSync(join(dataDir, 'postgres', 'server.log'), 'utf8'),
    /database system was shut down at/,
  )
})

test('the next start stops a server that lost its program and its watchdog', async (t) => {
  const program = runProgram(t, 'hold-postgres.ts', dataDir)
  await program.line()
  const [orphan] = serversOf(dataDir)
  process.kill(watchdogOf(program), 'SIGKILL')
  program.kill('SIGKILL')
  await program.ended
  assert.deepEqual(serversOf(dataDir), [orphan], 'it is still running')

  const postgres = await started(t)
  assert.ok(!serversOf(dataDir).includes(orphan ?? 0))
  await assertDataUnchanged(postgres.prepareUrl)
})

test('a stale postmaster.pid does not block the start, even if its pid is in use', async (t) => {
  const { pgData } = clusterDir(dataDir)
  writeFileSync(join(pgData, 'postmaster.pid'), `${process.pid}\n${pgData}\n`)
  const postgres = await started(t)
  await assertDataUnchanged(postgres.prepareUrl)
})

test('an unexpected end is reported with the log, and the next start recovers', {
  timeout: 60_000,
}, async (t) => {
  const killed = await started(t)
  const [server] = serversOf(dataDir)
  process.kill(server ?? 0, 'SIGKILL')
  const error = await killed.crashed
  assert.match(
    error.message,
    /^PostgreSQL ended unexpectedly \(signal SIGKILL\)\. The end of its log:\n.*ready to accept/s,
  )
  await killed.stop()

  const postgres = await started(t)
  await assertDataUnchanged(postgres.prepareUrl)
})

test('a database whose password file is missing is reported and not deleted', async () => {
  const file = join(dataDir, 'postgres', 'superuser-password')
  renameSync(file, `${file}.aside`)
  await assert.rejects(startEmbeddedPostgres({ dataDir }), {
    name: 'SetupError',
    message:
      /^The password file .* is missing\. To delete .* and start again: npm start -- --reset$/,
  })
  renameSync(`${file}.aside`, file)
})

test('a server that cannot start reports the reason', async (t) => {
  const version = join(clusterDir(dataDir).pgData, 'PG_VERSION')
  const before = readFileSync(version)
  writeFileSync(version, '17\n')
  await assert.rejects(startEmbeddedPostgres({ dataDir }), {
    name: 'SetupError',
    message: /^PostgreSQL did not start \(exit code 1\)\..*initialized by PostgreSQL version 17/s,
  })
  writeFileSync(version, before)
  await started(t)
})

async function started(t: TestContext): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir })
  t.after(() => postgres.stop())
  return postgres
}

async function assertDataUnchanged(url: string) {
  assert.deepEqual(
    [...(await withPool(url, (sql) => sql`select word from kept`))],
    [{ word: 'silla' }],
  )
}

/** Connects to the server. An async function would await a promise that is not in an object. */
async function connectTo(url: string | null): Promise<{ closed: Promise<unknown> }> {
  const { hostname, port } = new URL(url ?? '')
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  return { closed: once(socket.resume(), 'close') }
}

/** The postmasters of a data folder; its child processes have the same command line at first. */
function serversOf(folder: string): number[] {
  const mark = `-D ${clusterDir(folder).pgData} `
  const rows = processes().filter(({ command }) => command.includes(mark))
  return rows.filter(({ parent }) => !rows.some(({ pid }) => pid === parent)).map(({ pid }) => pid)
}

function watchdogOf(program: Program): number {
  const watchdog = processes().find(
    ({ parent, command }) => parent === program.pid && command.includes('silla-watchdog'),
  )
  assert.ok(watchdog)
  return watchdog.pid
}

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import test, { type TestContext } from 'node:test'
import { openPool, type Sql } from '@silla/db'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@silla/embedded-postgres'
import { clusterDir } from '../../packages/embedded-postgres/src/cluster-dir.ts'
import { type Program, processes, runProgram } from './program.ts'
import { temporaryDataDir } from './temporary-folder.ts'

const dataDir = temporaryDataDir()

test('a first start makes a PostgreSQL 18 with the promised settings, and a stop leaves nothing running', async (t) => {
  const postgres = await started(t)
  const [facts] = await on(postgres.prepareUrl, async (sql) => {
    await sql`create table kept (word text)`
    await sql`insert into kept values ('silla')`
    return sql`
      select current_setting('server_version_num')::int / 10000 as major, current_setting('jit') as jit,
        current_setting('fsync') as fsync, current_setting('listen_addresses') as address,
        current_setting('unix_socket_directories') as sockets, lower('ÁÑ') as lower, 'Z' < 'a' as by_code_point`
  })
  assert.deepEqual(
    { ...facts },
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

test('what was written is there after the next start', async (t) => {
  const postgres = await started(t)
  await assertKept(postgres.prepareUrl)
})

test('nobody gets in without the password', async (t) => {
  const postgres = await started(t)
  const url = new URL(postgres.prepareUrl)
  url.password = 'postgres'
  await assert.rejects(
    on(url.href, (sql) => sql`select`),
    { code: '28P01' },
  )
})

test('a second start on the same folder is refused in a sentence and does not disturb the first', async (t) => {
  const postgres = await started(t)
  await assert.rejects(startEmbeddedPostgres({ dataDir }), {
    name: 'SetupError',
    message: `Another program is using the database in ${dataDir}.`,
  })
  await assertKept(postgres.prepareUrl)
})

test('a program killed with -9 takes its server along', { timeout: 20_000 }, async (t) => {
  const program = runProgram(t, 'hold-postgres.ts', dataDir)
  const server = await untilServerGoes(await program.line())
  program.kill('SIGKILL')
  await server.gone
  const postgres = await started(t)
  await assertKept(postgres.prepareUrl)
  assert.match(
    readFileSync(join(dataDir, 'postgres', 'server.log'), 'utf8'),
    /database system was shut down at/,
  )
})

test('a server that lost both its program and its watchdog is stopped by the next start', async (t) => {
  const program = runProgram(t, 'hold-postgres.ts', dataDir)
  await program.line()
  const [orphan] = serversOf(dataDir)
  process.kill(watchdogOf(program), 'SIGKILL')
  program.kill('SIGKILL')
  await program.ended
  assert.deepEqual(serversOf(dataDir), [orphan], 'it is still there')

  const postgres = await started(t)
  assert.ok(!serversOf(dataDir).includes(orphan ?? 0))
  await assertKept(postgres.prepareUrl)
})

test('a process note left by a crash does not block the start, even when its number is alive again', async (t) => {
  const { cluster } = clusterDir(dataDir)
  writeFileSync(join(cluster, 'postmaster.pid'), `${process.pid}\n${cluster}\n`)
  const postgres = await started(t)
  await assertKept(postgres.prepareUrl)
})

test('a server that ends by itself is told in a sentence with the end of its log, and the next start recovers', {
  timeout: 20_000,
}, async (t) => {
  const broken = await started(t)
  const [server] = serversOf(dataDir)
  process.kill(server ?? 0, 'SIGKILL')
  const problem = await broken.crashed
  assert.match(
    problem.message,
    /^PostgreSQL ended by itself \(signal SIGKILL\)\. The end of its log:\n.*ready to accept/s,
  )
  await broken.stop()

  const postgres = await started(t)
  await assertKept(postgres.prepareUrl)
})

test('a server whose password file is gone is not thrown away but told of', async () => {
  const file = join(dataDir, 'postgres', 'superuser-password')
  renameSync(file, `${file}.aside`)
  await assert.rejects(startEmbeddedPostgres({ dataDir }), {
    name: 'SetupError',
    message: /has lost its password file .* To begin anew: npm start -- --reset$/,
  })
  renameSync(`${file}.aside`, file)
})

test('a server that cannot start says why', async (t) => {
  const version = join(clusterDir(dataDir).cluster, 'PG_VERSION')
  const before = readFileSync(version)
  writeFileSync(version, '17\n')
  await assert.rejects(startEmbeddedPostgres({ dataDir }), {
    name: 'SetupError',
    message:
      /^PostgreSQL did not start \(exit code 1\)\..*data directory was initialized by PostgreSQL version 17/s,
  })
  writeFileSync(version, before)
  await started(t)
})

async function started(t: TestContext): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir })
  t.after(() => postgres.stop())
  return postgres
}

async function on<T>(url: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = openPool({ url, max: 1, name: 'silla-test' })
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

async function assertKept(url: string) {
  assert.deepEqual([...(await on(url, (sql) => sql`select word from kept`))], [{ word: 'silla' }])
}

/** Wrapped, because a promise in a promise is waited for as one. */
async function untilServerGoes(url: string | null): Promise<{ gone: Promise<unknown> }> {
  const { hostname, port } = new URL(url ?? '')
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  return { gone: once(socket.resume(), 'close') }
}

/** Its children look the same for a moment after they were made. */
function serversOf(folder: string): number[] {
  const mark = `-D ${clusterDir(folder).cluster} `
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

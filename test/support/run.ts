import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate, openPool, prepareDatabase, rolePasswords, startEmbeddedPostgres } from '@silla/db'
import { dropTestDatabases, type TestServer, testServerVariable } from './test-server.ts'

// One database server a run: the embedded one, or the one that PREPARE_DATABASE_URL names. Its migrated template is cloned by
// each test file. `npm test -- path ...` runs some of the files.

const files = process.argv.length > 2 ? process.argv.slice(2) : globSync('test/**/*.test.ts').sort()
if (files.length === 0) {
  console.error('No test file was found, and a run without tests is a failed run.')
  process.exit(1)
}

// every file is a process of its own and loads the same code: compiled once, it loads in half the time
const compileCache = join(import.meta.dirname, '../../node_modules/.cache/silla-tests')
const folder = mkdtempSync(join(tmpdir(), 'silla-test-'))
const embedded = process.env.PREPARE_DATABASE_URL ? null : await startEmbeddedPostgres({ dataDir: folder })
const prepareUrl = process.env.PREPARE_DATABASE_URL ?? embedded?.prepareUrl ?? ''
const template = `silla_test_${process.pid}`
const server: TestServer = {
  template,
  urls: await prepareDatabase({ prepareUrl, database: template, passwords: rolePasswords(prepareUrl, folder) }),
}
// what the tests write is thrown away, so nobody waits for the disk; a server that is somebody else's is left as it is
if (embedded) await relaxDurability(prepareUrl)
// Ctrl-C reaches the test files too; they end first, then we tidy up
process.on('SIGINT', () => {})

try {
  await migrate(server.urls.migrator)
  process.exitCode = await runFiles()
} finally {
  await dropTestDatabases(server)
  await embedded?.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Two at a time, for two cores; a file has its own process. */
async function runFiles(): Promise<number> {
  const tests = spawn(process.execPath, [...process.execArgv, '--test', '--test-concurrency=2', ...files], {
    stdio: 'inherit',
    env: { ...process.env, [testServerVariable]: JSON.stringify(server), NODE_COMPILE_CACHE: compileCache },
  })
  const [code] = await once(tests, 'exit')
  return code ?? 1
}

async function relaxDurability(url: string) {
  const sql = openPool({ url, max: 1, name: 'silla-test' })
  await sql`alter system set fsync = off`
  await sql`alter system set full_page_writes = off`
  await sql`select pg_reload_conf()`
  await sql.end()
}

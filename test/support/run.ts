import { globSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { migrate, openPool, rolePasswords, setupDatabase } from '@silla/db'
import { startEmbeddedPostgres } from '@silla/embedded-postgres'
import { temporaryFolder } from './temporary-folder.ts'
import { dropTestDatabases, type TestServer, testServerVariable } from './test-server.ts'

// One database server a run: the embedded one, or the one that PREPARE_DATABASE_URL names. Its
// migrated template is cloned by each test file. `npm test -- path ...` runs some of the files.

const files =
  process.argv.length > 2
    ? [...new Set(process.argv.slice(2))]
    : globSync('test/**/*.test.ts').sort()
if (files.length === 0) {
  console.error('No test file was found, and a run without tests is a failed run.')
  process.exit(1)
}

// each process loads the same code: compiled once, it loads in half the time
const compileCache = join(import.meta.dirname, '../../node_modules/.cache/silla-tests')
const folder = temporaryFolder()
const embedded = process.env.PREPARE_DATABASE_URL
  ? null
  : await startEmbeddedPostgres({ dataDir: folder })
const prepareUrl = process.env.PREPARE_DATABASE_URL ?? embedded?.prepareUrl ?? ''
const template = `silla_test_${process.pid}`
const server: TestServer = {
  template,
  urls: await setupDatabase({
    prepareUrl,
    database: template,
    passwords: rolePasswords(prepareUrl, folder),
  }),
}
// what the tests write is thrown away, so nobody waits for the disk; a server that is somebody
// else's is left as it is
if (embedded) await relaxDurability(prepareUrl)
// Ctrl-C reaches the test files too; they end first, then we tidy up
process.on('SIGINT', () => {})

try {
  await migrate(server.urls.migrator)
  if (!(await runFiles())) process.exitCode = 1
} finally {
  await dropTestDatabases(server)
  await embedded?.stop()
  rmSync(folder, { recursive: true, force: true })
}

/**
 * In two processes, for two cores, which share the files out among themselves. Good is what was
 * played to its end.
 */
async function runFiles(): Promise<boolean> {
  const taken = join(folder, 'taken')
  mkdirSync(taken)
  const player = join(import.meta.dirname, 'run-files.ts')
  const tests = run({
    files: files.slice(0, 2).map(() => player),
    concurrency: 2,
    execArgv: process.execArgv,
    argv: [taken, ...files],
    env: {
      ...process.env,
      [testServerVariable]: JSON.stringify(server),
      NODE_COMPILE_CACHE: compileCache,
    },
  })
  const left = new Set(files)
  let isGood = true
  const heed = ({ name, nesting }: { name: string; nesting: number }) =>
    nesting === 0 && left.delete(name)
  tests.on('test:pass', heed)
  tests.on('test:fail', heed)
  tests.on('test:summary', ({ success }) => {
    isGood &&= success
  })
  for await (const text of tests.compose(spec)) process.stdout.write(text)
  for (const file of left) console.error(`${file} did not come to its end.`)
  return isGood && left.size === 0
}

async function relaxDurability(url: string) {
  const sql = openPool({ url, max: 1, name: 'silla-test' })
  await sql`alter system set fsync = off`
  await sql`alter system set full_page_writes = off`
  await sql`select pg_reload_conf()`
  await sql.end()
}

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname } from 'node:path'
import { before, test } from 'node:test'
import { archiveSalon, restoreSalon } from '@silla/core'
import { program, startSilla } from '../cli/run-silla.ts'
import { openTerminal } from '../cli/tmux.ts'
import { testDatabase } from '../support/database.ts'
import type { TestSalon } from '../support/salon.ts'
import { testSecrets } from '../support/secrets.ts'
import {
  archived,
  archiveKeys,
  archiveKeyText,
  newFile,
  otherSecretsKeys,
  restored,
} from './archived.ts'
import { openLivelySalon } from './lively-salon.ts'
import { whileWaitingFor } from './lost-connection.ts'
import { openReceiver, type Receiver } from './receiver.ts'

const { admin, urls, witness } = await testDatabase()
let salon: TestSalon
let archive = ''

before(async () => {
  salon = await openLivelySalon()
  archive = await archived(admin, salon)
})

const settings = (url: string, { current } = testSecrets.secretsKeys) => ({
  CLI_DATABASE_URL: url,
  ARCHIVE_KEY: archiveKeyText,
  SECRETS_KEY: current.toString('base64'),
})

/** The first table, some in the middle, and the last one. */
const steps = ['app.businesses', 'app.payments', 'app.waitlist_offers']

/** The file, and what has its name with another end. */
const leftOf = async (file: string) =>
  readdirSync(dirname(file)).filter((name) => name.startsWith(basename(file)))

async function assertEmpty({ witness }: Receiver): Promise<void> {
  for (const table of [
    'registry.businesses',
    'app.businesses',
    'app.bookings',
    'app.audit_entries',
  ])
    assert.equal((await witness`select from ${witness(table)}`).length, 0, table)
}

test('an archive command that is killed leaves no archive, and what it has left is refused', async (t) => {
  for (const table of steps) {
    const file = await newFile()
    const killed = startSilla(['businesses', 'archive', salon.slug, file], settings(urls.cli))
    await whileWaitingFor({ url: urls.prepare, table }, async () => killed.kill('SIGKILL'))
    await killed.ended()
    assert.equal(existsSync(file), false, table)
    const { admin } = await openReceiver(t)
    await assert.rejects(restored(admin, `${file}.part`), { code: 'ARCHIVE_DAMAGED' })
    const again = startSilla(['businesses', 'archive', salon.slug, file], settings(urls.cli))
    const { code, stderr } = await again.ended()
    assert.equal(code, 1)
    assert.match(stderr, /\.part exists: .* it can be deleted\.\n$/)
  }
})

test('an archive command that is interrupted removes what it has written', async () => {
  const file = await newFile()
  const stopped = startSilla(['businesses', 'archive', salon.slug, file], settings(urls.cli))
  const locked = { url: urls.prepare, table: 'app.businesses' }
  const { code, stderr } = await whileWaitingFor(locked, async () => {
    stopped.kill('SIGINT')
    return stopped.ended()
  })
  assert.deepEqual([code, stderr], [1, 'Error: Interrupted. No file was written.\n'])
  assert.deepEqual(await leftOf(file), [])
})

test('an archive command that is interrupted on a terminal removes what it has written', async (t) => {
  const terminal = await openTerminal(settings(urls.cli))
  if (terminal === null) return t.diagnostic('skipped: tmux is not installed')
  t.after(() => terminal.close())
  const file = await newFile()
  await terminal.type(`silla businesses archive ${salon.slug} ${file}; echo "code $?"`)
  await whileWaitingFor({ url: urls.prepare, table: 'app.businesses' }, async () => {
    await terminal.press('C-c')
    await terminal.waitFor(/Error: Interrupted\. No file was written\.\n+code 1/)
  })
  assert.deepEqual(await leftOf(file), [])
})

test('a restore command that is killed has written nothing, and can be repeated', async (t) => {
  const receiver = await openReceiver(t)
  const command = ['businesses', 'restore', archive]
  const env = settings(receiver.urls.cli, otherSecretsKeys)
  for (const table of steps) {
    const killed = startSilla(command, env)
    await whileWaitingFor({ url: receiver.urls.prepare, table }, async (pid, sql) => {
      killed.kill('SIGKILL')
      await killed.ended()
      await sql`select pg_terminate_backend(${pid}::int)`
    })
    await assertEmpty(receiver)
  }
  const { code, stdout } = await startSilla(command, env).ended()
  assert.match(stdout, new RegExp(`^Restored ${salon.slug} as of 2030-03-04T.* rows\\)\\.\n`))
  assert.equal(code, 0, stdout)
})

test('a lost connection is an error: no file is left, and nothing is written', async (t) => {
  const file = await newFile()
  const parts = { archiveKeys, secretsKeys: testSecrets.secretsKeys }
  const lost = (work: Promise<unknown>) => assert.rejects(work, { code: 'SERVICE_UNAVAILABLE' })
  for (const table of steps) {
    const archiving = lost(archiveSalon(admin, salon.slug, { file, release: '0.3.0', ...parts }))
    await whileWaitingFor({ url: urls.prepare, table }, async (pid, sql) => {
      await sql`select pg_terminate_backend(${pid}::int)`
      await archiving
    })
    assert.deepEqual(await leftOf(file), [])
  }
  const receiver = await openReceiver(t)
  for (const table of steps) {
    const restoring = lost(restoreSalon(receiver.admin, { file: archive, ...parts }))
    await whileWaitingFor({ url: receiver.urls.prepare, table }, async (pid, sql) => {
      await sql`select pg_terminate_backend(${pid}::int)`
      await restoring
    })
    await assertEmpty(receiver)
  }
})

test('a disk that is full, or a folder that is not there, is an error, and no file is left', async () => {
  const file = await newFile()
  const { size } = statSync(archive)
  // among the first rows, and in the manifest at the end
  for (const bytes of [8192, size - 4096]) {
    const { stderr, code } = await limited(bytes, ['businesses', 'archive', salon.slug, file])
    assert.deepEqual([code, stderr], [1, `Error: ${file} cannot be written (EFBIG).\n`])
    assert.deepEqual(await leftOf(file), [])
  }
  const { stderr: missing } = await startSilla(
    ['businesses', 'archive', salon.slug, `${dirname(file)}/none/a.tar`],
    settings(urls.cli),
  ).ended()
  assert.match(missing, /none\/a\.tar cannot be written \(ENOENT\)\.\n$/)
  const audited = await witness`
    select from app.audit_entries
    where business_id = ${salon.businessId} and action = 'businesses.archive'`
  assert.equal(audited.length, 1, 'only the archive that was written')
})

/** Runs a command that cannot write more than so many bytes, a multiple of 512, to a file. */
async function limited(bytes: number, args: string[]) {
  const line = `trap '' XFSZ; ulimit -f ${bytes / 512}; exec "$0" "$@"`
  const child = spawn(
    'sh',
    ['-c', line, process.execPath, '--conditions=@silla/source', program, ...args],
    { env: { PATH: process.env.PATH, HOME: tmpdir(), ...settings(urls.cli) } },
  )
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const [code] = await once(child, 'close')
  return { code, stderr }
}

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { inRepository } from '../architecture/sources.ts'

test('the settings of a new installation are printed, one a line', (t) => {
  const names = ['API', 'LISTEN', 'WORKER', 'MIGRATOR', 'CLI']
  const urls = Object.fromEntries(
    names.map((name) => [`${name}_DATABASE_URL`.replace(/^API_/, ''), `postgres://${name}`]),
  )
  const { status, stdout, stderr } = firstSettings(t, { urls, renewed: ['a', 'b', 'c', 'd'] }, 0)
  assert.deepEqual({ status, stderr }, { status: 0, stderr: '' })
  const lines = stdout.trimEnd().split('\n')
  assert.deepEqual(
    lines.map((line) => /^(\w+ \w+)=./.exec(line)?.[1]),
    [
      'shared SECRETS_KEY',
      'api DATABASE_URL',
      'api LISTEN_DATABASE_URL',
      'api JWT_PRIVATE_KEYS',
      'api OTP_PEPPER',
      'api STAFF_PEPPER',
      'worker WORKER_DATABASE_URL',
      'migrate MIGRATOR_DATABASE_URL',
      'cli CLI_DATABASE_URL',
    ],
  )
  assert.ok(lines.includes('worker WORKER_DATABASE_URL=postgres://WORKER'))
})

test('a failure of silla db setup is one sentence, without a stack', (t) => {
  const error = { error: { message: 'The database is not reachable.' } }
  assert.deepEqual(firstSettings(t, error, 2), {
    status: 1,
    stdout: '',
    stderr: 'The database is not reachable.\n',
  })
})

test('nothing is printed for roles whose passwords are not known', (t) => {
  const { status, stdout, stderr } = firstSettings(t, { urls: {}, renewed: [] }, 0)
  assert.deepEqual({ status, stdout }, { status: 1, stdout: '' })
  assert.match(stderr, /--new-passwords/)
})

/** Runs deploy/first-settings.js with a `silla` that prints `output` and exits with `code`. */
function firstSettings(
  t: { after(work: () => void): void },
  output: object,
  code: number,
): { status: number | null; stdout: string; stderr: string } {
  const folder = mkdtempSync(join(tmpdir(), 'first-settings-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const silla = join(folder, 'silla')
  writeFileSync(silla, `#!/bin/sh\necho '${JSON.stringify(output)}'\nexit ${code}\n`)
  chmodSync(silla, 0o755)
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [inRepository('deploy/first-settings.js')],
    { encoding: 'utf8', env: { PATH: `${folder}:/usr/bin:/bin` } },
  )
  return { status, stdout, stderr }
}

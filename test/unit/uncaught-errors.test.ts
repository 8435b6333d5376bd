import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { atEnd } from '../support/at-end.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const file = `
import { suite, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
test('passes', () => wait(1))
test('throws in a timer', async () => {
  setTimeout(() => { throw new Error('thrown in a timer') }, 1)
  await wait(20)
})
suite('a suite', () => {
  test('rejects a promise', async () => {
    await wait(1)
    Promise.reject(new Error('rejected by nobody'))
    await wait(1)
  })
  test('passes too', () => {})
})
`

test('an error that is not caught fails the test that runs, and no other', () => {
  const folder = temporaryFolder()
  atEnd(async () => rmSync(folder, { recursive: true }))
  const [processes, taken, cpuTimes] = ['processes', 'taken', 'cpu-times'].map((name) =>
    join(folder, name),
  ) as [string, string, string]
  for (const each of [processes, taken]) mkdirSync(each)
  const path = join(folder, 'file.mjs')
  writeFileSync(path, file)
  const runner = join(import.meta.dirname, '../support/run-files.ts')
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--test-reporter=tap', runner, processes, taken, cpuTimes, '1', path],
    { env: {}, encoding: 'utf8' },
  )
  assert.equal(status, 1)
  const results = stdout.matchAll(/^ +((?:not )?ok) \d+ - (.*)$/gm)
  assert.deepEqual(
    [...results].map(([, result, title]) => `${title}: ${result}`),
    [
      'passes: ok',
      'throws in a timer: not ok',
      'rejects a promise: not ok',
      'passes too: ok',
      'a suite: not ok',
    ],
  )
  assert.match(stdout, /thrown in a timer[\s\S]*rejected by nobody/)
})

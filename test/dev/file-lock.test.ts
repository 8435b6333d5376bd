import assert from 'node:assert/strict'
import { join } from 'node:path'
import test from 'node:test'
import { acquireFileLock } from '@silla/db'
import { runProgram } from './program.ts'
import { temporaryDataDir } from './temporary-folder.ts'

const dataDir = temporaryDataDir()

test('exactly one of several programs gets the lock, and kill -9 releases it', async (t) => {
  const path = join(dataDir, 'contended')
  const programs = [1, 2, 3, 4, 5].map(() => runProgram(t, 'hold-lock.ts', path))
  const lines = await Promise.all(programs.map((program) => program.line()))
  assert.deepEqual(lines.toSorted(), ['acquired', 'busy', 'busy', 'busy', 'busy'])

  const holder = programs[lines.indexOf('acquired')]
  assert.equal(acquireFileLock(path), null)
  holder?.kill('SIGKILL')
  await holder?.ended
  const lock = acquireFileLock(path)
  assert.ok(lock)
  lock.release()
})

test('a released lock can be acquired again; releasing it twice has no effect', () => {
  const path = join(dataDir, 'again')
  const first = acquireFileLock(path)
  assert.ok(first)
  assert.equal(acquireFileLock(path), null, 'the process that holds it cannot acquire it again')
  first.release()
  const second = acquireFileLock(path)
  assert.ok(second)
  first.release()
  assert.equal(acquireFileLock(path), null)
  second.release()
})

import assert from 'node:assert/strict'
import { join } from 'node:path'
import test from 'node:test'
import { takeFileLock } from '@silla/db'
import { runProgram } from './program.ts'
import { temporaryDataDir } from './temporary-folder.ts'

const dataDir = temporaryDataDir()

test('of several programs at once exactly one gets the lock, and kill -9 frees it', async (t) => {
  const path = join(dataDir, 'contended')
  const programs = [1, 2, 3, 4, 5].map(() => runProgram(t, 'hold-lock.ts', path))
  const answers = await Promise.all(programs.map((program) => program.line()))
  assert.deepEqual(answers.toSorted(), ['got it', 'taken', 'taken', 'taken', 'taken'])

  const holder = programs[answers.indexOf('got it')]
  assert.equal(takeFileLock(path), null)
  holder?.kill('SIGKILL')
  await holder?.ended
  const lock = takeFileLock(path)
  assert.ok(lock)
  lock.release()
})

test('a lock that was let go can be taken again, and letting go twice harms nobody', () => {
  const path = join(dataDir, 'again')
  const first = takeFileLock(path)
  assert.ok(first)
  assert.equal(takeFileLock(path), null, 'not even by the process that holds it')
  first.release()
  const second = takeFileLock(path)
  assert.ok(second)
  first.release()
  assert.equal(takeFileLock(path), null)
  second.release()
})

import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { LongestPass } from '../../bench/passes.ts'

const passesFile = fileURLToPath(new URL('../../bench/passes.ts', import.meta.url))

test('a program whose passes are measured ends with the program that measures them', async () => {
  const program = fork('--eval', ['setInterval(() => {}, 1000)'], {
    execArgv: ['--import', passesFile],
  })
  const ended = once(program, 'exit')
  program.send('begin passes')
  const [begun] = (await once(program, 'message')) as [LongestPass]
  assert.equal(begun.longestPassMilliseconds, 0)
  program.disconnect()
  const [, signal] = await ended
  assert.equal(signal, 'SIGTERM')
})

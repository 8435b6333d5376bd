import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { superviseProcesses } from '../support/supervise.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const never = 3_600_000

test('a process that does not exit after its last file is killed', async () => {
  await using run = await openRun({ exitWithinMilliseconds: 0, runWithinMilliseconds: never })
  run.endLastFile()
  assert.equal(await run.signal, 'SIGKILL')
})

test('a process that is still running at the end of the time limit is killed', async () => {
  await using run = await openRun({ exitWithinMilliseconds: never, runWithinMilliseconds: 0 })
  assert.equal(await run.signal, 'SIGKILL')
})

/** A registered process that loops for ever and ignores SIGTERM. */
async function openRun(limits: Parameters<typeof superviseProcesses>[1]) {
  const folder = temporaryFolder()
  const child = spawn('sh', ['-c', 'trap "" TERM; echo ready; while :; do :; done'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  await once(child.stdout, 'data')
  const processes = join(folder, 'processes')
  const marker = join(processes, String(child.pid))
  const stop = superviseProcesses(processes, limits)
  writeFileSync(marker, '')
  return {
    endLastFile: () => renameSync(marker, `${marker}.ended`),
    signal: exit.then(([, signal]) => signal),
    async [Symbol.asyncDispose]() {
      stop()
      child.kill('SIGKILL')
      await exit
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

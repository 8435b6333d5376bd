import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// node:test starts the processes of a run and waits for them without a limit. Each process registers
// itself in a folder, and the parent kills one that has run all its files and does not exit.

const exitWithinMilliseconds = 60_000
const runWithinMilliseconds = 60 * 60_000
const checkEveryMilliseconds = 500
const endedSuffix = '.ended'

/** Called by a test process when it starts; the result is called when all its files have run. */
export function registerProcess(folder: string): () => void {
  const path = join(folder, String(process.pid))
  writeFileSync(path, '')
  return () => renameSync(path, path + endedSuffix)
}

/**
 * Kills registered processes that are still running a minute after their last file, and all of them
 * after an hour. node:test reports a killed process as a failed test.
 *
 * @returns stops the supervision
 */
export function superviseProcesses(
  folder: string,
  limits: { exitWithinMilliseconds?: number; runWithinMilliseconds?: number } = {},
): () => void {
  mkdirSync(folder)
  const exitWithin = limits.exitWithinMilliseconds ?? exitWithinMilliseconds
  const runWithin = limits.runWithinMilliseconds ?? runWithinMilliseconds
  const start = performance.now()
  const endedAt = new Map<number, number>()
  // a process id may be used again after its process has exited
  const exited = new Set<number>()
  const timer = setInterval(check, checkEveryMilliseconds)
  return () => clearInterval(timer)

  function check() {
    const now = performance.now()
    for (const name of readdirSync(folder)) {
      const pid = Number.parseInt(name, 10)
      if (exited.has(pid)) continue
      if (name.endsWith(endedSuffix) && !endedAt.has(pid)) endedAt.set(pid, now)
      const isStuck = now - (endedAt.get(pid) ?? now) > exitWithin
      const isLate = now - start > runWithin
      // a stuck process does not react to signals that can be handled
      if (!signal(pid, isStuck || isLate ? 'SIGKILL' : 0)) exited.add(pid)
      else if (isStuck) report(pid, `did not exit within ${exitWithin / 1000} s of its last file`)
      else if (isLate) report(pid, `was still running after ${runWithin / 60_000} minutes`)
    }
  }
}

/** False when the process has exited. */
function signal(pid: number, name: 'SIGKILL' | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
    throw error
  }
}

const report = (pid: number, reason: string) =>
  console.error(`Test process ${pid} ${reason}: it was killed.`)

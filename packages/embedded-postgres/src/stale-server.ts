import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { readFileIfExists, SetupError } from '@silla/db'

/**
 * Stops a server that an earlier start left behind. The caller holds the lock of these files, so a
 * server that runs on them has lost its parent. PostgreSQL refuses to start while the process id in
 * postmaster.pid exists, even if it now belongs to another program or a zombie, so the file is
 * removed.
 *
 * @throws SetupError if the old server does not end
 */
export async function stopStaleServer(pgData: string): Promise<void> {
  const pidFile = join(pgData, 'postmaster.pid')
  const pid = Number(readFileIfExists(pidFile)?.split('\n')[0])
  if (!Number.isSafeInteger(pid) || pid < 2) return
  for (const [signal, timeoutMilliseconds] of [
    ['SIGINT', 5000],
    ['SIGQUIT', 5000],
    ['SIGKILL', 1000],
  ] as const) {
    if (!isServerOf(pgData, pid)) break
    kill(pid, signal)
    const deadline = Date.now() + timeoutMilliseconds
    while (isServerOf(pgData, pid) && Date.now() < deadline) await wait(10)
  }
  if (isServerOf(pgData, pid)) {
    throw new SetupError(
      `An older PostgreSQL (process ${pid}) is still running on ${pgData} and does not stop. ` +
        'Stop it first.',
    )
  }
  rmSync(pidFile, { force: true })
}

/** A zombie has no command line, and another program has a different one. */
function isServerOf(pgData: string, pid: number): boolean {
  const command = commandLine(pid)
  return command.includes('postgres') && command.includes(pgData)
}

function commandLine(pid: number): string {
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

function kill(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { readFileIfExists, SetupError } from '@silla/db'

/**
 * Puts in order what an earlier start left. The caller holds the lock of these files, so a server
 * that runs on them has lost its parent and is stopped. PostgreSQL itself refuses to start while
 * the process id it noted exists, whoever has that id now (a stranger, or a zombie): such a note is
 * removed.
 *
 * @throws SetupError when the old server does not end
 */
export async function stopStaleServer(cluster: string): Promise<void> {
  const note = join(cluster, 'postmaster.pid')
  const pid = Number(readFileIfExists(note)?.split('\n')[0])
  if (!Number.isSafeInteger(pid) || pid < 2) return
  for (const [signal, patienceMilliseconds] of [
    ['SIGINT', 5000],
    ['SIGQUIT', 5000],
    ['SIGKILL', 1000],
  ] as const) {
    if (!isServerOf(cluster, pid)) break
    kill(pid, signal)
    const deadline = Date.now() + patienceMilliseconds
    while (isServerOf(cluster, pid) && Date.now() < deadline) await wait(10)
  }
  if (isServerOf(cluster, pid)) {
    throw new SetupError(
      `An older PostgreSQL (process ${pid}) still runs on ${cluster} and does not end; stop it first.`,
    )
  }
  rmSync(note, { force: true })
}

/** A zombie has no command line any more, and a stranger has another one. */
function isServerOf(cluster: string, pid: number): boolean {
  const command = commandLine(pid)
  return command.includes('postgres') && command.includes(cluster)
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

import { spawn } from 'node:child_process'
import { Socket } from 'node:net'

/**
 * A process that outlives ours by a moment: it reads from a pipe that ends when we end, even by
 * kill -9, and then stops the server (SIGINT: a fast shutdown). It has a session of its own, so
 * that Ctrl-C does not reach it.
 */
export function startWatchdog(pid: number): { dismiss(): void } {
  const watchdog = spawn(
    '/bin/sh',
    ['-c', 'read -r nothing; kill -INT "$1"', 'silla-watchdog', String(pid)],
    {
      cwd: '/',
      env: {},
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    },
  )
  watchdog.unref()
  // once dismissed there is nobody to read
  watchdog.stdin.on('error', () => {})
  if (watchdog.stdin instanceof Socket) watchdog.stdin.unref()
  return { dismiss: () => watchdog.kill('SIGKILL') }
}

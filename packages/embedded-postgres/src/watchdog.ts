import { spawn } from 'node:child_process'
import { Socket } from 'node:net'

/**
 * Starts a process that stops the server when our process ends, even by kill -9: it reads from a
 * pipe that closes then, and sends the server SIGINT (a fast shutdown). It is detached, so that
 * Ctrl-C does not reach it.
 */
export function startWatchdog(pid: number): { stop(): void } {
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
  // after the kill nothing reads from the pipe
  watchdog.stdin.on('error', () => {})
  if (watchdog.stdin instanceof Socket) watchdog.stdin.unref()
  return { stop: () => watchdog.kill('SIGKILL') }
}

import type { ChildProcess } from 'node:child_process'

/**
 * The environment of the server's programs: not the caller's working directory, which the account
 * may be unable to enter, and none of the caller's PG* and locale variables.
 */
export const cleanEnv = { cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } }

/**
 * Waits for a process to end. Resolves, and never rejects, with how it ended or why it did not
 * start; null means exit code 0.
 */
export function waitForExit(child: ChildProcess): Promise<string | null> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, signal) =>
      resolve(signal ? `signal ${signal}` : code === 0 ? null : `exit code ${code}`),
    )
  })
}

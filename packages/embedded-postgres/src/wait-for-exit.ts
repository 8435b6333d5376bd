import type { ChildProcess } from 'node:child_process'

/**
 * Settles, never rejects, with how the process ended or why it never began; null when it ended
 * well.
 */
export function waitForExit(child: ChildProcess): Promise<string | null> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, signal) =>
      resolve(signal ? `signal ${signal}` : code === 0 ? null : `exit code ${code}`),
    )
  })
}

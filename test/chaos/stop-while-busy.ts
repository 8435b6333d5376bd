import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

export interface Stops {
  /** Exit code 0 within the limit. */
  clean: number
  /** How the others ended: an exit code, a signal, or `still running`. */
  failures: string[]
  slowestMilliseconds: number
}

const concurrentRequests = 16

/**
 * Starts a program and stops it while it works, several times.
 *
 * @param options.start resolves when the program is ready
 * @param options.work called when it is ready; resolves when it is busy
 * @param options.exitWithinMilliseconds default: ten seconds
 */
export async function stopWhileBusy<Program extends { child: ChildProcess }>(
  count: number,
  {
    exitWithinMilliseconds = 10_000,
    ...options
  }: {
    start: () => Promise<Program>
    work: (program: Program) => Promise<unknown>
    exitWithinMilliseconds?: number
  },
): Promise<Stops> {
  const stops: Stops = { clean: 0, failures: [], slowestMilliseconds: 0 }
  for (let stop = 0; stop < count; stop++) {
    const program = await options.start()
    const { child } = program
    await options.work(program)
    const exited = once(child, 'exit')
    const startedAt = performance.now()
    child.kill('SIGTERM')
    const stuck = setTimeout(() => {
      stops.failures.push('still running')
      child.kill('SIGKILL')
    }, exitWithinMilliseconds)
    const [code, signal] = await exited
    clearTimeout(stuck)
    stops.slowestMilliseconds = Math.max(stops.slowestMilliseconds, performance.now() - startedAt)
    if (code === 0) stops.clean++
    else if (signal !== 'SIGKILL') stops.failures.push(String(signal ?? code))
  }
  return stops
}

/**
 * Keeps 16 requests open until one fails to connect.
 *
 * @returns resolves after 32 responses
 */
export async function keepBusy(send: (index: number) => Promise<Response>): Promise<void> {
  const { promise: busy, resolve } = Promise.withResolvers<void>()
  let responses = 0
  const loop = async (index: number) => {
    for (;;) {
      const text = await send(index)
        .then((response) => response.text())
        .catch(() => null)
      if (text === null) return
      if (++responses === 2 * concurrentRequests) resolve()
    }
  }
  for (let index = 0; index < concurrentRequests; index++) void loop(index)
  await busy
}

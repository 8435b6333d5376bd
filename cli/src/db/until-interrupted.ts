import { CliError } from '../errors/report-error.ts'

/**
 * Runs work that cleans up after itself when it is interrupted: Ctrl-C, SIGTERM and SIGHUP abort
 * the signal that it gets, and do not end the process.
 *
 * @param message of the error that is the reason of the signal: what was done or not
 */
export async function untilInterrupted<T>(
  message: string,
  work: (stop: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController()
  const abort = () => stop.abort(new CliError(message))
  for (const signal of signals) process.on(signal, abort)
  try {
    return await work(stop.signal)
  } finally {
    for (const signal of signals) process.off(signal, abort)
  }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

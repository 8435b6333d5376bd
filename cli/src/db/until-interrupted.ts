/**
 * Runs work that cleans up after itself when it is interrupted: Ctrl-C, SIGTERM and SIGHUP abort
 * the signal that it gets, and do not end the process.
 */
export async function untilInterrupted<T>(work: (stop: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController()
  const abort = () => stop.abort()
  for (const signal of signals) process.on(signal, abort)
  try {
    return await work(stop.signal)
  } finally {
    for (const signal of signals) process.off(signal, abort)
  }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

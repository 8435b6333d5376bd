/**
 * Runs work that stops at a safe point after the first Ctrl-C, which aborts `stop`; a second Ctrl-C
 * ends the process immediately.
 */
export async function onInterrupt<T>(stop: AbortController, work: () => Promise<T>): Promise<T> {
  const interrupt = () => {
    if (stop.signal.aborted) process.exit(130)
    stop.abort()
    process.stderr.write('Finishing the current step. Press Ctrl-C again to quit immediately.\n')
  }
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt)
  try {
    return await work()
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
  }
}

/**
 * Does work that the first Ctrl-C asks to stop where it well can, by the signal of `enough`; a
 * second one ends us at once.
 */
export async function onInterrupt<T>(enough: AbortController, work: () => Promise<T>): Promise<T> {
  const stop = () => {
    if (enough.signal.aborted) process.exit(130)
    enough.abort()
    process.stderr.write('Stopping after what is under way. Ctrl-C again ends it at once.\n')
  }
  process.on('SIGINT', stop).on('SIGTERM', stop)
  try {
    return await work()
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop)
  }
}

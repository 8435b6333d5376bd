const cleanups: (() => Promise<unknown>)[] = []

/** Registers cleanup for the end of the test file; the last registered runs first. */
export function atEnd(cleanup: () => Promise<unknown>): void {
  cleanups.unshift(cleanup)
}

/** Makes a resource that a test file opens once, on first use. */
export function onePerFile<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | undefined
  return () => {
    if (!opened) {
      opened = open()
      atEnd(async () => {
        opened = undefined
      })
    }
    return opened
  }
}

/**
 * Runs the registered cleanup of a test file; the runner calls it. One that fails does not stop the
 * others.
 *
 * @throws AggregateError of all failures
 */
export async function endFile(): Promise<void> {
  const errors: unknown[] = []
  for (const cleanup of cleanups.splice(0)) await cleanup().catch((error) => errors.push(error))
  if (errors.length > 0)
    throw new AggregateError(errors, `cleanup of the file failed: ${errors.join('; ')}`)
}

type Close = () => Promise<unknown>

const ofFile: Close[] = []
const ofProcess: Close[] = []

/** Registers cleanup for the end of the test file; the last registered runs first. */
export function atEnd(cleanup: Close): void {
  ofFile.unshift(cleanup)
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
 * Makes a resource that is slow to open and that the files of a process share, one after the other. One
 * that could not be opened, or that has ended, is opened again on next use.
 */
export function onePerProcess<T>({
  open,
  isOpen,
  close,
}: {
  open: () => Promise<T>
  isOpen: (resource: T) => boolean
  close: (resource: T) => Promise<unknown>
}): () => Promise<T> {
  let opened: T | undefined
  return async () => {
    if (opened !== undefined && isOpen(opened)) return opened
    const resource = await open()
    opened = resource
    ofProcess.unshift(() => close(resource))
    return resource
  }
}

/**
 * Runs the registered cleanup of a test file; the runner calls it. One that fails does not stop the
 * others.
 *
 * @throws AggregateError of all failures
 */
export const endFile = (): Promise<void> => closeAll(ofFile, 'file')

/**
 * Closes what the files of this process have shared. The runner calls it after the last file, and a
 * program that is no test after `endFile`.
 *
 * @throws AggregateError of all failures
 */
export const endProcess = (): Promise<void> => closeAll(ofProcess, 'process')

async function closeAll(cleanups: Close[], whose: string): Promise<void> {
  const errors: unknown[] = []
  for (const cleanup of cleanups.splice(0)) await cleanup().catch((error) => errors.push(error))
  if (errors.length > 0)
    throw new AggregateError(errors, `cleanup of the ${whose} failed: ${errors.join('; ')}`)
}

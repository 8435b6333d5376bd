/**
 * Whoever reads our output may leave before the end, as `head` does. What the command does goes on to its end all the same, and what it
 * still says is for nobody. Resolves when the reader of stdout has left.
 */
export function outliveReaders(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
      stream.write = sayToNobody
      if (stream === process.stdout) resolve()
    })
  }
  return promise
}

function sayToNobody(_text: unknown, encodingOrDone?: unknown, done?: unknown): boolean {
  const heard = [encodingOrDone, done].find((each) => typeof each === 'function')
  if (heard !== undefined) process.nextTick(heard as () => void)
  return true
}

/**
 * Whoever reads our output may leave before the end, as `head` does, or have no room for it. What
 * the command does goes on to its end all the same, and what it still says is for nobody. Resolves
 * when nothing can be said on stdout any more.
 */
export function ignoreEpipe(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  for (const stream of [process.stdout, process.stderr]) {
    // oclif's own would end the process in the middle of what it does
    stream.removeAllListeners('error')
    stream.on('error', ({ code }: NodeJS.ErrnoException) => {
      stream.write = sayToNobody
      if (stream !== process.stdout) return
      if (code !== 'EPIPE') tellLoss(code)
      resolve()
    })
  }
  return promise
}

/** Whoever leaves has seen enough; whoever has no room misses something. */
function tellLoss(code: string | undefined): void {
  process.exitCode = 1
  process.stderr.write(`Error: What there is to say cannot be written (${code}).\n`)
}

/**
 * Says on stdout what has to be heard; resolves once it is with the reader. @throws Error when the
 * reader has left
 */
export const writeAndFlush = (text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()))
  })

function sayToNobody(_text: unknown, encodingOrDone?: unknown, done?: unknown): boolean {
  const heard = [encodingOrDone, done].find((each) => typeof each === 'function')
  if (heard !== undefined)
    process.nextTick(heard as (error: Error) => void, new Error('Nobody reads any more.'))
  return true
}

/**
 * Handles write errors on stdout and stderr: the reader may close the pipe early, as `head` does,
 * or the disk may be full. The command continues and its remaining output is discarded. Resolves
 * when stdout can no longer be written.
 */
export function ignoreEpipe(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  for (const stream of [process.stdout, process.stderr]) {
    // oclif's own handler would end the process in the middle of the command
    stream.removeAllListeners('error')
    stream.on('error', ({ code }: NodeJS.ErrnoException) => {
      stream.write = discard
      if (stream !== process.stdout) return
      if (code !== 'EPIPE') reportWriteError(code)
      resolve()
    })
  }
  return promise
}

/** A closed pipe is not an error; other write errors lose output. */
function reportWriteError(code: string | undefined): void {
  process.exitCode = 1
  process.stderr.write(`Error: Cannot write the output (${code}).\n`)
}

/**
 * Writes to stdout; resolves once the text has been written.
 * @throws Error when stdout is closed
 */
export const writeAndFlush = (text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()))
  })

function discard(_text: unknown, encodingOrCallback?: unknown, callback?: unknown): boolean {
  const done = [encodingOrCallback, callback].find((value) => typeof value === 'function')
  if (done !== undefined)
    process.nextTick(done as (error: Error) => void, new Error('The stream is closed.'))
  return true
}

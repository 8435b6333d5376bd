import { writeSync } from 'node:fs'
import { Listr } from 'listr2'

export type OnProgress = (done: number, total: number, what: string) => void

/**
 * Does the work with a bar on the terminal that follows it. Ctrl-C ends the process at once, as it
 * does without a bar: the connection goes with it, and the database undoes what was under way.
 *
 * @param how.lasting what is done for good step by step, as people call several of it; undefined:
 *   all of it is undone
 * @param how.enough Ctrl-C is the caller's, who aborts this to stop where it well can; what is said
 *   meanwhile is held back by the bar
 */
export async function withProgressBar<T>(
  title: string,
  work: (onProgress: OnProgress) => Promise<T>,
  { lasting, enough }: { lasting?: string | undefined; enough?: AbortSignal | undefined } = {},
): Promise<T> {
  let result: { value: T } | undefined
  let soFar = ''
  const interrupted = (_: NodeJS.Signals, signal: number) => endInterrupted(signal, soFar)
  const tasks = new Listr(
    [
      {
        title,
        task: async (_, task) => {
          enough?.addEventListener('abort', () => {
            task.title = `${title}: stopping after what is under way, Ctrl-C again ends it at once`
          })
          const value = await work((done, total, what) => {
            task.output = `${bar(done, total)} ${done}/${total} ${what}`
            if (lasting !== undefined) soFar = ` ${done} of ${total} ${lasting} are done.`
          })
          result = { value }
        },
      },
    ],
    { registerSignalListeners: false },
  )
  if (enough === undefined) process.once('SIGINT', interrupted).once('SIGTERM', interrupted)
  process.once('exit', showCursor)
  try {
    await tasks.run()
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted).off('exit', showCursor)
  }
  if (result === undefined) throw new Error('The work ended without a result')
  return result.value
}

/** A shell expects 128 and the number of the signal that ended a program: 130 for Ctrl-C. */
function endInterrupted(signal: number, soFar: string): never {
  // the bar holds back what is written through the stream
  writeSync(process.stderr.fd, `\nInterrupted: what was under way is undone.${soFar}\n`)
  process.exit(128 + signal)
}

/** The bar has hidden it. */
const showCursor = () => writeSync(process.stderr.fd, '\u001B[?25h')

const barWidth = 30

function bar(done: number, total: number): string {
  const filled = total === 0 ? barWidth : Math.round((barWidth * done) / total)
  return '█'.repeat(filled) + '░'.repeat(barWidth - filled)
}

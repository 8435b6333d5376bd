import { writeSync } from 'node:fs'
import { Listr } from 'listr2'

export type OnProgress = (done: number, total: number, what: string) => void

/**
 * Does the work with a bar on the terminal that follows it. Ctrl-C ends the process at once, as it does without a bar: the
 * connection goes with it, and the database undoes what was under way.
 *
 * @param how.lasting what is done for good step by step, as people call several of it; undefined: all of it is undone
 * @param how.stops Ctrl-C is the caller's, who stops where it well can
 */
export async function withProgressBar<T>(
  title: string,
  work: (onProgress: OnProgress) => Promise<T>,
  { lasting, stops }: { lasting?: string | undefined; stops?: boolean | undefined } = {},
): Promise<T> {
  let result: { value: T } | undefined
  let soFar = ''
  const interrupted = (_: NodeJS.Signals, signal: number) => endInterrupted(signal, soFar)
  const tasks = new Listr(
    [
      {
        title,
        task: async (_, task) => {
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
  if (!stops) process.once('SIGINT', interrupted).once('SIGTERM', interrupted)
  try {
    await tasks.run()
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted)
  }
  if (result === undefined) throw new Error('The work ended without a result')
  return result.value
}

/** The bar has hidden the cursor; a shell expects 128 and the number of the signal that ended a program: 130 for Ctrl-C. */
function endInterrupted(signal: number, soFar: string): never {
  // the bar holds back what is written through the stream
  writeSync(process.stderr.fd, `\u001B[?25h\nInterrupted: what was under way is undone.${soFar}\n`)
  process.exit(128 + signal)
}

const barWidth = 30

function bar(done: number, total: number): string {
  const filled = total === 0 ? barWidth : Math.round((barWidth * done) / total)
  return '█'.repeat(filled) + '░'.repeat(barWidth - filled)
}

import { writeSync } from 'node:fs'
import { Listr } from 'listr2'

export type OnProgress = (done: number, total: number, label: string) => void

export interface ProgressOptions {
  committedUnits?: string | undefined
  interruptSignal?: AbortSignal | undefined
}

/**
 * Runs work with a progress bar on the terminal. Ctrl-C ends the process immediately, as without a
 * bar: the connection closes and the database rolls back the open transaction.
 *
 * @param options.committedUnits the plural name of steps that are committed one by one, for the
 *   message after Ctrl-C; undefined: the work is one transaction
 * @param options.interruptSignal set if the caller handles Ctrl-C; the bar shows when it is aborted
 */
export async function withProgressBar<T>(
  title: string,
  work: (onProgress: OnProgress) => Promise<T>,
  { committedUnits, interruptSignal }: ProgressOptions = {},
): Promise<T> {
  let result: { value: T } | undefined
  let committed = ''
  const interrupted = (_: NodeJS.Signals, signal: number) => exitInterrupted(signal, committed)
  const tasks = new Listr(
    [
      {
        title,
        task: async (_, task) => {
          interruptSignal?.addEventListener('abort', () => {
            task.title = `${title}: finishing the current step (Ctrl-C again to quit)`
          })
          const value = await work((done, total, label) => {
            task.output = `${bar(done, total)} ${done}/${total} ${label}`
            if (committedUnits !== undefined)
              committed = ` ${done} of ${total} ${committedUnits} were applied.`
          })
          result = { value }
        },
      },
    ],
    { registerSignalListeners: false },
  )
  if (interruptSignal === undefined)
    process.once('SIGINT', interrupted).once('SIGTERM', interrupted)
  process.once('exit', showCursor)
  try {
    await tasks.run()
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted).off('exit', showCursor)
  }
  if (result === undefined) throw new Error('The work ended without a result')
  return result.value
}

/** The exit code is 128 plus the number of the signal: 130 for Ctrl-C. */
function exitInterrupted(signal: number, committed: string): never {
  // Listr buffers what is written through the stream
  writeSync(
    process.stderr.fd,
    `\nInterrupted. The current transaction was rolled back.${committed}\n`,
  )
  process.exit(128 + signal)
}

/** Listr hides the cursor. */
const showCursor = () => writeSync(process.stderr.fd, '\u001B[?25h')

const barWidth = 30

function bar(done: number, total: number): string {
  const filled = total === 0 ? barWidth : Math.round((barWidth * done) / total)
  return '█'.repeat(filled) + '░'.repeat(barWidth - filled)
}

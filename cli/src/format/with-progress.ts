import { isTerminal } from '../text/terminal.ts'
import type { OnProgress, ProgressOptions } from './progress-bar.ts'

/**
 * Runs work, on a terminal with a progress bar.
 * @param quiet true with --json
 * @param options see `withProgressBar`
 */
export async function withProgress<T>(
  title: string,
  quiet: boolean,
  work: (onProgress?: OnProgress) => Promise<T>,
  options?: ProgressOptions,
): Promise<T> {
  if (quiet || !isTerminal()) return work()
  const { withProgressBar } = await import('./progress-bar.ts')
  return withProgressBar(title, work, options)
}

import type { OnProgress } from './progress-bar.ts'
import { isTerminal } from './terminal.ts'

/**
 * Does the work, with a bar for whoever watches it on a terminal.
 * @param quiet for what answers with JSON
 * @param how as `withProgressBar` takes it
 */
export async function withProgress<T>(
  title: string,
  quiet: boolean,
  work: (onProgress?: OnProgress) => Promise<T>,
  how?: { lasting?: string | undefined; enough?: AbortSignal },
): Promise<T> {
  if (quiet || !isTerminal()) return work()
  const { withProgressBar } = await import('./progress-bar.ts')
  return withProgressBar(title, work, how)
}

import { createWriteStream } from 'node:fs'
import type { DatabaseUrls } from '@silla/db'
import { type JobFigures, type MailSettings, startWorker } from '@silla/worker'

/** Starts the worker in this process. Its log goes to a file: the terminal is for people. */
export async function work(
  { urls, logFile, mail, figures }: { urls: DatabaseUrls; logFile: string; mail: MailSettings; figures: JobFigures },
  running: AsyncDisposableStack,
): Promise<void> {
  const log = createWriteStream(logFile, { flags: 'w' })
  running.defer(() => new Promise((resolve) => log.end(resolve)))
  const worker = await startWorker({ databaseUrl: urls.worker, mail, logLevel: 'info' }, { logTarget: log, figures })
  running.defer(() => worker.stop())
}

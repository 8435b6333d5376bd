import { createWriteStream } from 'node:fs'
import type { DatabaseUrls } from '@silla/db'
import type { ProcessorSettings } from '@silla/processor'
import { type MailSettings, startWorker } from '@silla/worker'

/** Starts the worker in this process. Its log goes to a file: the terminal is for people. */
export async function work(
  { urls, logFile, mail, processor }: WorkParts,
  running: AsyncDisposableStack,
): Promise<void> {
  const log = createWriteStream(logFile, { flags: 'w' })
  running.defer(() => new Promise((resolve) => log.end(resolve)))
  const worker = await startWorker({ databaseUrl: urls.worker, mail, processor, logLevel: 'info' }, { logTarget: log })
  running.defer(() => worker.stop())
}

interface WorkParts {
  urls: DatabaseUrls
  logFile: string
  mail: MailSettings
  processor: ProcessorSettings
}

import { createWriteStream } from 'node:fs'
import type { DatabaseUrls } from '@silla/db'
import type { ProcessorSettings } from '@silla/payments-stripe'
import { type JobMetrics, type MailSettings, startWorker } from '@silla/worker'

/** Starts the worker in this process. Its log goes to a file: the terminal is for people. */
export async function runWorker(
  { urls, logFile, mail, processor, figures }: WorkParts,
  running: AsyncDisposableStack,
): Promise<void> {
  const log = createWriteStream(logFile, { flags: 'w' })
  running.defer(() => new Promise((resolve) => log.end(resolve)))
  const settings = { databaseUrl: urls.worker, mail, processor, logLevel: 'info' }
  const context = await startWorker(settings, { logTarget: log, figures })
  running.defer(() => context.stop())
}

interface WorkParts {
  urls: DatabaseUrls
  logFile: string
  mail: MailSettings
  processor: ProcessorSettings
  figures: JobMetrics
}

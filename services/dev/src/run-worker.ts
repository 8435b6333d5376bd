import { createWriteStream } from 'node:fs'
import type { MessageSender, SecretsKeys } from '@silla/core'
import type { DatabaseUrls } from '@silla/db'
import type { ProcessorSettings } from '@silla/payments-stripe'
import type { Tracing } from '@silla/tracing'
import { type JobMetrics, type MailSettings, startWorker } from '@silla/worker'

/** Starts the worker in this process, with its log in a file. */
export async function runWorker(
  {
    urls,
    logFile,
    mail,
    processor,
    messageSenders,
    secretsKeys,
    publicUrl,
    staffUrl,
    metrics,
    tracing,
  }: WorkerParts,
  running: AsyncDisposableStack,
): Promise<void> {
  const log = createWriteStream(logFile, { flags: 'w' })
  running.defer(() => new Promise((resolve) => log.end(resolve)))
  const settings = {
    databaseUrl: urls.worker,
    mail,
    processor,
    secretsKeys,
    loopbackEndpoints: true,
    publicUrl,
    staffUrl,
    logLevel: 'info',
  }
  const worker = await startWorker(settings, {
    logTarget: log,
    messageSenders,
    metrics,
    tracing,
  })
  running.defer(() => worker.stop('npm start ends'))
}

interface WorkerParts {
  urls: DatabaseUrls
  logFile: string
  mail: MailSettings
  processor: ProcessorSettings
  messageSenders: readonly MessageSender[]
  secretsKeys: SecretsKeys
  /** Where the API listens. */
  publicUrl: string
  /** The same for staff: a passkey does not work at an IP address. */
  staffUrl: string
  metrics: JobMetrics
  tracing: Tracing | undefined
}

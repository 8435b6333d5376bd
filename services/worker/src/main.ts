import { databaseError } from '@silla/errors'
import { openMessageSenders, readMessagingSettings } from '@silla/messaging'
import { startTracing } from '@silla/tracing'
import { readSettings } from './config.ts'
import { startWorker } from './start.ts'

try {
  const settings = readSettings()
  const messageSenders = openMessageSenders(readMessagingSettings())
  const tracing = await startTracing('silla-worker')
  const worker = await startWorker(settings, { messageSenders, tracing })
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, async () => {
      await worker.stop(signal)
      await tracing?.close()
      process.exit(0)
    })
  // A parent process that forked this one waits for the message; from now on it may send a signal.
  process.send?.({ listening: 'jobs' })
} catch (error) {
  console.error(databaseError(error) ?? (error instanceof Error ? error.message : error))
  process.exitCode = 1
}

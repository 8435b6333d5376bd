import { databaseError } from '@silla/errors'
import { startTracing } from '@silla/tracing'
import { readSettings } from './config.ts'
import { startWorker } from './start.ts'

try {
  const settings = readSettings()
  const tracing = await startTracing('silla-worker')
  const worker = await startWorker(settings, { tracing })
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

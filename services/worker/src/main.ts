import { readSettings } from './config.ts'
import { startWorker } from './start.ts'

try {
  const worker = await startWorker(readSettings())
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, async () => {
      await worker.stop()
      process.exit(0)
    })
  // A parent process that forked this one waits for the message; from now on it may send a signal.
  process.send?.({ listening: 'jobs' })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

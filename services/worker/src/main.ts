import { readSettings } from './config.ts'
import { startWorker } from './start.ts'

try {
  const worker = await startWorker(readSettings())
  // A parent process that forked this one waits for the message.
  process.send?.({ listening: 'jobs' })
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, async () => {
      await worker.stop()
      process.exit(0)
    })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

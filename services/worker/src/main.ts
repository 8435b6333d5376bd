import { readSettings } from './config.ts'
import { startWorker } from './start.ts'

try {
  const worker = await startWorker(readSettings())
  // Whoever started this as a child process waits for it.
  process.send?.({ listening: 'jobs' })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop(worker))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function stop(worker: { stop(): Promise<void> }) {
  await worker.stop()
  process.exit(0)
}

import { readSettings } from './config.ts'
import { startWorker } from './start.ts'

try {
  const context = await startWorker(readSettings())
  // Whoever started this as a child process waits for it.
  process.send?.({ listening: 'jobs' })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop(context))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function stop(tenantContext: { stop(): Promise<void> }) {
  await tenantContext.stop()
  process.exit(0)
}

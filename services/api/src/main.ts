import { readSettings } from './config.ts'
import { startApi } from './start.ts'

try {
  const api = await startApi(readSettings())
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop(api))
  // A parent process waits for this message; from now on it may send a signal.
  process.send?.({ listening: api.url })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function stop(api: { stop(): Promise<void> }) {
  await api.stop()
  process.exit(0)
}

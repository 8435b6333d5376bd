import { databaseError } from '@silla/errors'
import { openMessageSenders, readMessagingSettings } from '@silla/messaging'
import { startTracing, type Tracing } from '@silla/tracing'
import { readSettings } from './config.ts'
import { startApi } from './start.ts'

try {
  const settings = readSettings()
  const messageSenders = openMessageSenders(readMessagingSettings())
  const tracing = await startTracing('silla-api')
  const api = await startApi(settings, { messageSenders, tracing })
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => stop(signal, api, tracing))
  // A parent process waits for this message; from now on it may send a signal.
  process.send?.({ listening: api.url })
} catch (error) {
  console.error(databaseError(error) ?? (error instanceof Error ? error.message : error))
  process.exitCode = 1
}

async function stop(
  signal: string,
  api: { stop(reason: string): Promise<void> },
  tracing: Tracing | undefined,
) {
  await api.stop(signal)
  await tracing?.close()
  process.exit(0)
}

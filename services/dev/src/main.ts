import { SetupError } from '@silla/db'
import { readSettings, UsageError } from './config.ts'
import { openSignalHandlers } from './signals.ts'
import { startAll } from './start-all.ts'

/** The time limit for a graceful stop; then the process exits. */
const stopWithinMilliseconds = 1800

const signals = openSignalHandlers()
const running = new AsyncDisposableStack()
let exitCode = 0

try {
  const settings = readSettings()
  if (settings.startedByNpm) signals.followParent()
  const started = await Promise.race([startAll(settings, running), signals.stopRequested])
  const crash = await Promise.race([started?.crashed, signals.stopRequested])
  if (crash) throw crash
} catch (error) {
  exitCode = printError(error)
} finally {
  setTimeout(() => process.exit(exitCode), stopWithinMilliseconds).unref()
  await running.disposeAsync().catch(printError)
  process.exit(exitCode)
}

/** Prints only the message of an expected error, and any other error with its stack trace. */
function printError(error: unknown): number {
  const isExpected = error instanceof SetupError || error instanceof UsageError
  console.error(isExpected ? error.message : error)
  return error instanceof UsageError ? 2 : 1
}

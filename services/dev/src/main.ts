import { SetupError } from '@silla/db'
import { readSettings, UsageError } from './config.ts'
import { openSignalHandlers } from './signals.ts'
import { startAll } from './start-all.ts'

/** The longest we take to end; what has not ended by then is ended with us. */
const endWithinMilliseconds = 1800

const endings = openSignalHandlers()
const running = new AsyncDisposableStack()
let exitCode = 0

try {
  const settings = readSettings()
  if (settings.startedByNpm) endings.followParent()
  const started = await Promise.race([startAll(settings, running), endings.asked])
  const problem = await Promise.race([started?.crashed, endings.asked])
  if (problem) throw problem
} catch (error) {
  exitCode = complain(error)
} finally {
  setTimeout(() => process.exit(exitCode), endWithinMilliseconds).unref()
  await running.disposeAsync().catch(complain)
  process.exit(exitCode)
}

/**
 * A problem of this machine or this call is one sentence; anything else is a mistake of ours and
 * told whole.
 */
function complain(error: unknown): number {
  const isSentence = error instanceof SetupError || error instanceof UsageError
  console.error(isSentence ? error.message : error)
  return error instanceof UsageError ? 2 : 1
}

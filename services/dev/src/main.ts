import { SetupError } from '@silla/db'
import { choosePort } from './choose-port.ts'
import { claimDataFolder } from './claim-data-folder.ts'
import { readProgramSettings, readSettings, type StartSettings, UsageError } from './config.ts'
import { openSignalHandlers } from './signals.ts'

/** The time limit for a graceful stop; then the process exits. */
const stopWithinMilliseconds = 1800

const signals = openSignalHandlers()
const running = new AsyncDisposableStack()
let exitCode = 0

try {
  const settings = readSettings()
  if (settings.startedByNpm) signals.followParent()
  const started = await Promise.race([start(settings), signals.stopRequested])
  const crash = await Promise.race([started?.crashed, signals.stopRequested])
  if (crash) throw crash
} catch (error) {
  exitCode = printError(error)
} finally {
  setTimeout(() => process.exit(exitCode), stopWithinMilliseconds).unref()
  await running.disposeAsync().catch(printError)
  process.exit(exitCode)
}

/** What refuses a start is checked before the programs are loaded and the database starts. */
async function start(settings: StartSettings): Promise<{ crashed: Promise<SetupError> }> {
  const claim = running.use(claimDataFolder(settings))
  await choosePort(settings.port)
  const programSettings = await readProgramSettings()
  const { startAll } = await import('./start-all.ts')
  return startAll({ ...settings, ...programSettings }, claim, running)
}

/** Prints only the message of an expected error, and any other error with its stack trace. */
function printError(error: unknown): number {
  const isExpected = error instanceof SetupError || error instanceof UsageError
  console.error(isExpected ? error.message : error)
  return error instanceof UsageError ? 2 : 1
}

import { SetupProblem } from '@silla/db'
import { readSettings, UsageProblem } from './config.ts'
import { openEndings } from './signals.ts'
import { runEverything } from './start-all.ts'

/** The longest we take to end; what has not ended by then is ended with us. */
const endWithinMilliseconds = 1800

const endings = openEndings()
const running = new AsyncDisposableStack()
let exitCode = 0

try {
  const settings = readSettings()
  if (settings.startedByNpm) endings.followParent()
  const started = await Promise.race([runEverything(settings, running), endings.asked])
  const problem = await Promise.race([started?.crashed, endings.asked])
  if (problem) throw problem
} catch (error) {
  exitCode = complain(error)
} finally {
  setTimeout(() => process.exit(exitCode), endWithinMilliseconds).unref()
  await running.disposeAsync().catch(complain)
  process.exit(exitCode)
}

/** A problem of this machine or this call is one sentence; anything else is a mistake of ours and told whole. */
function complain(error: unknown): number {
  const isSentence = error instanceof SetupProblem || error instanceof UsageProblem
  console.error(isSentence ? error.message : error)
  return error instanceof UsageProblem ? 2 : 1
}

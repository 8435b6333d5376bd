import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { after, suite, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { endFile, endProcess } from './at-end.ts'
import { measureFile } from './cpu-time.ts'
import { asyncHookOfNodeTest } from './run-async-hook.ts'
import { failForUncaughtErrors } from './run-uncaught-errors.ts'
import { registerProcess } from './supervise.ts'

// One of the processes of a run: takes the next test file that is not taken, runs it, cleans up and
// takes another, so that the code is loaded once per process and not once per file. Arguments: the
// folder where processes register, a folder that marks what is taken, a file for the CPU times, the
// number of processes, then all files.

const asyncHook = asyncHookOfNodeTest()
const [processes = '', taken = '', cpuTimes = '', processCount = '', ...files] =
  process.argv.slice(2)
const fileTimeoutMilliseconds = 900_000
const exitWithinMilliseconds = 30_000

const reportEnd = registerProcess(processes)
let isDone = false
process.on('exit', () => {
  // a test that exits the process has failed, and so have those after it
  if (!isDone) process.exitCode = 1
})

// the first process starts with the first file, the second with the second, and so on: node:test
// counts a process without a file as a test
let first = 0
while (!take(`process ${first}`)) first++
for (const [index, file] of files.entries())
  if (index === first || (index >= Number(processCount) && take(`file ${index}`)))
    await runFile(file)
await endProcess()
isDone = true
reportEnd()

// leaves without Node's own clean-up of handles, in which a process was seen to loop for ever
// (Environment::CleanupHandles); by now every result has been written
process.on('exit', () => process.exit())

// reports what a file has left open instead of waiting for ever
setTimeout(() => {
  console.error(
    `All tests have ended and resources are still open: ${process.getActiveResourcesInfo().join(', ')}`,
  )
  process.exit(1)
}, exitWithinMilliseconds).unref()

/** Only one process can create a folder. */
function take(name: string): boolean {
  try {
    mkdirSync(`${taken}/${name}`)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** One suite per file; a file that cannot be loaded counts as a failed test. */
async function runFile(file: string): Promise<void> {
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  const measured = cpuTimes === '' ? () => {} : measureFile(cpuTimes, file)
  asyncHook.enable()
  suite(file, { timeout: fileTimeoutMilliseconds }, async () => {
    failForUncaughtErrors()
    await load(file).catch((error) => test('loads', () => Promise.reject(error)))
    after(() => endFile().finally(end))
    asyncHook.disable()
  })
  // a test may wait for what does not keep a process running, such as an unreferenced child process
  const running = setInterval(() => {}, fileTimeoutMilliseconds)
  await over
  measured()
  clearInterval(running)
}

async function load(file: string): Promise<void> {
  const { promise: stuck, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new Error('loading the file timed out')),
    fileTimeoutMilliseconds,
  )
  await Promise.race([import(pathToFileURL(resolve(file)).href), stuck]).finally(() =>
    clearTimeout(timer),
  )
}

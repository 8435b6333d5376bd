import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { after, suite, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { endFile } from './at-end.ts'

// What each process of a run does: it takes the next test file that nobody has taken, plays it,
// tidies up after it, and takes another, so that our code is loaded once and not once a file.
// Called with a folder to mark what is taken, and all files.

const [taken = '', ...files] = process.argv.slice(2)
const stuckAfterMilliseconds = 180_000
const leavesWithinMilliseconds = 10_000

let isDone = false
process.on('exit', () => {
  // a test that ends the process has not passed, and neither have those after it
  if (!isDone) process.exitCode = 1
})

// who comes first begins with the first file and who comes second with the second: a process
// without a file would count as a test
const own = take('the first process') ? 0 : 1
for (const [index, file] of files.entries())
  if (index === own || (index > 1 && take(`file ${index}`))) await play(file)
isDone = true

// a process that is done ends; when a file has left something open, this says so instead of waiting
// for ever
setTimeout(() => {
  console.error(
    `The tests are done and something is still open: ${process.getActiveResourcesInfo().join(', ')}`,
  )
  process.exit(1)
}, leavesWithinMilliseconds).unref()

/** Only one process can make a folder. */
function take(name: string): boolean {
  try {
    mkdirSync(`${taken}/${name}`)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/**
 * One suite a file; a file that cannot be loaded is a test that fails, so that it is counted as
 * one.
 */
async function play(file: string): Promise<void> {
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  suite(file, { timeout: stuckAfterMilliseconds }, async () => {
    await load(file).catch((error) => test('can be loaded', () => Promise.reject(error)))
    after(() => endFile().finally(end))
  })
  await over
}

async function load(file: string): Promise<void> {
  const { promise: stuck, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new Error('it is still being loaded')),
    stuckAfterMilliseconds,
  )
  await Promise.race([import(pathToFileURL(resolve(file)).href), stuck]).finally(() =>
    clearTimeout(timer),
  )
}

import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { after, suite, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { endFile } from './at-end.ts'

// What each process of a run does: it takes the next test file that nobody has taken, plays it, tidies up after it, and takes
// another, so that our code is loaded once and not once a file. Called with a folder to mark what is taken, and all files.

const [taken = '', ...files] = process.argv.slice(2)
const minutes = 60_000

for (const [index, file] of files.entries()) if (take(index)) await play(file)

// a process that is done ends; when something is still open, it says so instead of waiting for ever
setTimeout(() => {
  console.error(
    `A test file left something open: ${process.getActiveResourcesInfo().join(', ')}. Run alone, it says so too.`,
  )
  process.exit(1)
}, minutes / 6).unref()

/** Only one process can make a folder. */
function take(index: number): boolean {
  try {
    mkdirSync(`${taken}/${index}`)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** One suite a file; a file that cannot be loaded is a test that fails, so that it is counted as one. */
async function play(file: string): Promise<void> {
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  suite(file, { timeout: 3 * minutes }, async () => {
    await import(pathToFileURL(resolve(file)).href).catch((error) => test('can be loaded', () => Promise.reject(error)))
    after(() => endFile().finally(end))
  })
  await over
}

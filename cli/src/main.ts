import { flush, run, settings } from '@oclif/core'
import { outliveReaders } from './closed-reader.ts'
import { oclifOptions } from './oclif-options.ts'
import { tellProblem } from './problem.ts'

/**
 * Runs one command line, without the name of the program, and leaves the exit code: 0 done, 1 not possible, 2 not a
 * command line that we understand. Whatever goes wrong is told here, once, in one line and never as a stack.
 */
export async function runSilla(argv: string[]): Promise<void> {
  // Node itself runs what is written here; oclif would look for a TypeScript compiler
  settings.enableAutoTranspile = false
  const readerLeft = outliveReaders()
  try {
    await run(argv, oclifOptions())
    await Promise.race([flush(), readerLeft])
  } catch (error) {
    process.exitCode = tellProblem(error, argv)
  }
}

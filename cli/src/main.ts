import './env.ts' // before all that reads the environment by itself

import { type Command, flush, run as runOclif, settings } from '@oclif/core'
import { type CommandId, commands } from './commands.ts'
import { reportError } from './errors/report-error.ts'
import { ignoreEpipe } from './format/stdout.ts'
import { oclifOptions } from './oclif-options.ts'
import { resolveCommand } from './resolve-command.ts'

/**
 * Runs one command line, without the name of the program, and leaves the exit code: 0 done, 1 not
 * possible, 2 not a command line that we understand. Whatever goes wrong is told here, once, in one
 * line and never as a stack.
 */
export async function run(argv: string[]): Promise<void> {
  // Node itself runs what is written here; oclif would look for a TypeScript compiler
  settings.enableAutoTranspile = false
  const readerLeft = ignoreEpipe()
  try {
    const requested = resolveCommand(argv)
    if (requested === null) await runOclif(argv, oclifOptions())
    else await runCommand(requested.id, requested.words)
    await Promise.race([flush(), readerLeft])
  } catch (error) {
    process.exitCode = reportError(error, argv)
  }
}

/** By itself: oclif would load all the others first, which takes longer than most commands do. */
async function runCommand(id: CommandId, words: string[]): Promise<void> {
  const command: Command.Class = (await commands[id]()).default
  command.id = id
  await command.run(words, oclifOptions({ alone: true }))
}

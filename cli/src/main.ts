import './env.ts' // before the libraries that read the environment

import { type Command, flush, run as runOclif, settings } from '@oclif/core'
import { type CommandId, commands } from './commands.ts'
import { reportError } from './errors/report-error.ts'
import { hasFlag } from './flags/command-line.ts'
import { ignoreEpipe } from './format/stdout.ts'
import { oclifOptions } from './oclif-options.ts'
import { resolveCommand } from './resolve-command.ts'

/**
 * Runs a command line, without the program name, and sets the exit code: 0 done, 1 failed, 2
 * invalid command line. Prints errors here, once, in one line and without a stack.
 */
export async function run(argv: string[]): Promise<void> {
  // Node runs TypeScript itself; oclif would look for a compiler
  settings.enableAutoTranspile = false
  const stdoutClosed = ignoreEpipe()
  try {
    const command = resolveCommand(argv)
    if (command === null) await runOclif(argv, oclifOptions())
    else await runCommand(command.id, command.args)
    await Promise.race([flush(), stdoutClosed])
  } catch (error) {
    process.exitCode = reportError(error, hasFlag(argv, '--json'))
  }
}

/** Loads only this command. oclif would load all of them, which takes longer than most commands. */
async function runCommand(id: CommandId, args: string[]): Promise<void> {
  const command: Command.Class = (await commands[id]()).default
  command.id = id
  await command.run(args, oclifOptions({ alone: true }))
}

import { type CommandId, commands } from './commands.ts'
import { helpFlags } from './oclif-options.ts'

/**
 * The command that a command line begins with, and the words after it. Null where none is run: for help, a topic alone, or what is no
 * command.
 */
export function askedCommand(argv: readonly string[]): { id: CommandId; words: string[] } | null {
  if (asksForHelp(argv)) return null
  for (const place of argv.keys()) {
    const id = argv.slice(0, place + 1).join(':')
    if (isCommand(id)) return { id, words: argv.slice(place + 1) }
  }
  return null
}

/** The flag counts where oclif counts it: anywhere before `--`. */
function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  return (end === -1 ? argv : argv.slice(0, end)).some((word) => helpFlags.includes(word))
}

const isCommand = (id: string): id is CommandId => Object.hasOwn(commands, id)

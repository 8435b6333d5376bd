import { type CommandId, commands } from './commands.ts'
import { UsageError } from './errors/report-error.ts'
import { hasFlag } from './flags/has-flag.ts'
import { helpFlags } from './oclif-options.ts'

/**
 * The command that a command line begins with, and the words after it. Null where none is run: for
 * help, a topic alone, or what is no command.
 *
 * @throws UsageError where a topic alone is to answer with JSON: there is none of help
 */
export function resolveCommand(argv: readonly string[]): { id: CommandId; words: string[] } | null {
  if (hasFlag(argv, ...helpFlags)) return null
  for (const place of argv.keys()) {
    const id = argv.slice(0, place + 1).join(':')
    if (isCommand(id)) return { id, words: argv.slice(place + 1) }
  }
  if (argv.at(-1) === '--json') refuseTopic(argv.slice(0, -1))
  return null
}

function refuseTopic(words: readonly string[]): void {
  const isTopic =
    words.length > 0 && Object.keys(commands).some((id) => id.startsWith(`${words.join(':')}:`))
  const said = words.join(' ')
  if (isTopic)
    throw new UsageError(`${said} is a topic: name one of its commands. See silla ${said} --help.`)
}

const isCommand = (id: string): id is CommandId => Object.hasOwn(commands, id)

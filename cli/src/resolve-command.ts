import { type CommandId, commands } from './commands.ts'
import { UsageError } from './errors/report-error.ts'
import { hasFlag } from './flags/command-line.ts'
import { helpFlags } from './oclif-options.ts'

/**
 * The command at the start of a command line, and its arguments. Null for help, a topic alone and
 * unknown commands.
 *
 * @throws UsageError for a topic alone with --json: help has no JSON output
 */
export function resolveCommand(argv: readonly string[]): { id: CommandId; args: string[] } | null {
  if (hasFlag(argv, ...helpFlags)) return null
  for (const index of argv.keys()) {
    const id = argv.slice(0, index + 1).join(':')
    if (isCommand(id)) return { id, args: argv.slice(index + 1) }
  }
  if (argv.at(-1) === '--json') assertNoTopic(argv.slice(0, -1))
  return null
}

function assertNoTopic(words: readonly string[]): void {
  const isTopic =
    words.length > 0 && Object.keys(commands).some((id) => id.startsWith(`${words.join(':')}:`))
  const topic = words.join(' ')
  if (isTopic)
    throw new UsageError(
      `${topic} is a topic: pass one of its commands. See silla ${topic} --help.`,
    )
}

const isCommand = (id: string): id is CommandId => Object.hasOwn(commands, id)

import type { Command, Interfaces } from '@oclif/core'

/** Everything that can be completed. */
export interface WordTree {
  /** The next words of a command name, by its first words: `keys` → `create`, `list`. */
  names: Map<string, string[]>
  commands: CommandWords[]
}

export interface CommandWords {
  /** `keys create` */
  name: string
  flags: string[]
  /** The values of the arguments: fixed options, or slugs of businesses. */
  args: string[] | 'slugs'
  /** Flags with a value; null if only file names can be completed. */
  values: { spellings: string[]; words: string[] | 'slugs' | null }[]
}

export function wordTree(config: Interfaces.Config): WordTree {
  const commands = config.commands.filter(({ hidden }) => !hidden)
  const names = new Map<string, string[]>()
  for (const { id } of commands) {
    const words = id.split(':')
    for (const [index, word] of words.entries()) {
      const before = words.slice(0, index).join(' ')
      names.set(before, [...new Set([...(names.get(before) ?? []), word])].sort())
    }
  }
  return { names, commands: commands.map(commandWords) }
}

function commandWords({ id, args, flags }: Command.Loadable): CommandWords {
  const options = Object.values(args).flatMap((arg) => [...(arg.options ?? [])])
  return {
    name: id.replaceAll(':', ' '),
    flags: Object.values(flags).flatMap(flagSpellings).sort(),
    // the slug of a new business does not exist yet
    args: 'slug' in args && id !== 'businesses:create' ? 'slugs' : options,
    values: Object.values(flags).flatMap((flag) =>
      flag.type === 'option' ? [valuesOf(flag)] : [],
    ),
  }
}

type Flag = Command.Loadable['flags'][string]

const flagSpellings = (flag: Flag): string[] => [
  `--${flag.name}`,
  ...(flag.type === 'boolean' && flag.allowNo ? [`--no-${flag.name}`] : []),
]

function valuesOf({
  name,
  char,
  options,
}: Extract<Flag, { type: 'option' }>): CommandWords['values'][number] {
  const spellings = [`--${name}`, ...(char === undefined ? [] : [`-${char}`])]
  return {
    spellings,
    words: name === 'business' ? 'slugs' : options === undefined ? null : [...options],
  }
}

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
  /** Whether an argument can be the slug of a business. */
  takesSlug: boolean
  /** The fixed values of the other arguments. */
  args: string[]
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
  // the slug of a new business does not exist yet
  const isNew = id === 'businesses:create'
  const options = Object.values(args).flatMap((arg) => [...(arg.options ?? [])])
  return {
    name: id.replaceAll(':', ' '),
    flags: Object.values(flags).flatMap(flagSpellings).sort(),
    takesSlug: 'slug' in args && !isNew,
    args: options,
    values: Object.values(flags).flatMap((flag) =>
      flag.type === 'option' ? [valuesOf(flag, isNew)] : [],
    ),
  }
}

type Flag = Command.Loadable['flags'][string]

const flagSpellings = (flag: Flag): string[] => [
  `--${flag.name}`,
  ...(flag.type === 'boolean' && flag.allowNo ? [`--no-${flag.name}`] : []),
]

function valuesOf(
  { name, char, options }: Extract<Flag, { type: 'option' }>,
  isNew: boolean,
): CommandWords['values'][number] {
  const spellings = [`--${name}`, ...(char === undefined ? [] : [`-${char}`])]
  return {
    spellings,
    words: name === 'business' && !isNew ? 'slugs' : options === undefined ? null : [...options],
  }
}

import type { Command, Interfaces } from '@oclif/core'

/** What there is to complete. */
export interface WordTree {
  /**
   * The words that may follow some of a command's name, by these: `keys` is followed by `issue`,
   * `list`.
   */
  names: Map<string, string[]>
  commands: CommandWords[]
}

export interface CommandWords {
  /** `keys create` */
  name: string
  flags: string[]
  /** Of the arguments, when they take few words or the slug of a business. */
  args: string[] | 'slugs'
  /**
   * Flags that take a value, under each of their spellings; null where we know nothing better than
   * files.
   */
  values: { spellings: string[]; words: string[] | 'slugs' | null }[]
}

export function wordTree(config: Interfaces.Config): WordTree {
  const commands = config.commands.filter(({ hidden }) => !hidden)
  const names = new Map<string, string[]>()
  for (const { id } of commands) {
    const words = id.split(':')
    for (const [place, word] of words.entries()) {
      const before = words.slice(0, place).join(' ')
      names.set(before, [...new Set([...(names.get(before) ?? []), word])].sort())
    }
  }
  return { names, commands: commands.map(commandWords) }
}

function commandWords({ id, args, flags }: Command.Loadable): CommandWords {
  const options = Object.values(args).flatMap((arg) => [...(arg.options ?? [])])
  return {
    name: id.replaceAll(':', ' '),
    flags: Object.values(flags).flatMap(spelled).sort(),
    // the slug of one that is made is new
    args: 'slug' in args && id !== 'businesses:create' ? 'slugs' : options,
    values: Object.values(flags).flatMap((flag) =>
      flag.type === 'option' ? [valuesOf(flag)] : [],
    ),
  }
}

type Flag = Command.Loadable['flags'][string]

const spelled = (flag: Flag): string[] => [
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

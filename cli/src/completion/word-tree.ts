import type { Command, Interfaces } from '@oclif/core'

/** What may stand behind some words of a command line. */
export interface Completion {
  /** The words before: `keys`, `keys issue`, `keys issue --kind`. */
  after: string
  words: string[]
  /** More words may stand in between: arguments and flags of a command. */
  isCommand: boolean
}

/** All there is to complete, the shortest first: topics, verbs, flags, and the values of flags and arguments that take few. */
export function completions(config: Interfaces.Config): Completion[] {
  const commands = config.commands.filter(({ hidden }) => !hidden)
  const verbs = new Map<string, Set<string>>()
  for (const { id } of commands) {
    const words = id.split(':')
    for (const [place, word] of words.entries()) {
      const before = words.slice(0, place).join(' ')
      verbs.set(before, (verbs.get(before) ?? new Set()).add(word))
    }
  }
  return [
    ...[...verbs].map(([after, words]) => ({ after, words: [...words].sort(), isCommand: false })),
    ...commands.flatMap(({ id, args, flags }) => {
      const after = id.replaceAll(':', ' ')
      const values = Object.values(args).flatMap(({ options }) => [...(options ?? [])])
      const own = { after, words: [...values, ...Object.values(flags).flatMap(spellings).sort()], isCommand: true }
      return [...Object.values(flags).flatMap((flag) => valuesOf(after, flag)), own]
    }),
  ]
}

type Flag = Command.Loadable['flags'][string]

const spellings = (flag: Flag): string[] => [
  `--${flag.name}`,
  ...(flag.type === 'boolean' && flag.allowNo ? [`--no-${flag.name}`] : []),
]

function valuesOf(command: string, { name, char, ...flag }: Flag): Completion[] {
  const options = flag.type === 'option' ? flag.options : undefined
  if (options === undefined) return []
  const names = [`--${name}`, ...(char === undefined ? [] : [`-${char}`])]
  return names.map((each) => ({ after: `${command} ${each}`, words: [...options], isCommand: false }))
}

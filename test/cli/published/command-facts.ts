import commands from '../../../cli/src/all-commands.ts'
import { jsonDescription } from '../../../cli/src/help.ts'
import { oclifOptions } from '../../../cli/src/oclif-options.ts'

/** A command as the documents describe it. */
export interface CommandFacts {
  /** `businesses list` */
  words: string
  summary: string
  description: string
  args: InputFacts[]
  flags: FlagFacts[]
  examples: { description: string; line: string }[]
}

export interface InputFacts {
  name: string
  description: string
  required: boolean
  /** Null: any value. */
  options: string[] | null
  fallback: string | null
}

export interface FlagFacts extends InputFacts {
  char: string | null
  /** Null: a flag without a value. */
  value: string | null
  multiple: boolean
  /** It has a `--no-` form. */
  negatable: boolean
}

/** All commands, by name. */
export const commandFacts = (): CommandFacts[] =>
  Object.entries(commands)
    .map(([id, command]) => ({
      words: id.replaceAll(':', ' '),
      summary: command.summary ?? '',
      description: command.description ?? '',
      args: Object.entries(command.args ?? {}).map(([name, arg]) => inputFacts(name, arg as Input)),
      flags: [
        ...Object.entries(command.flags ?? {}).map(([name, flag]) =>
          flagFacts(name, flag as Input),
        ),
        json,
      ].sort(byName),
      examples: (command.examples ?? []).map((example) => ({
        description: typeof example === 'string' ? '' : example.description,
        line: (typeof example === 'string' ? example : example.command).replaceAll(
          '<%= config.bin %>',
          'silla',
        ),
      })),
    }))
    .sort((a, b) => (a.words < b.words ? -1 : 1))

/** The description of each top-level topic. */
export function topicFacts(): Map<string, string> {
  const { topics } = (
    oclifOptions().pjson as { oclif: { topics: Record<string, { description: string }> } }
  ).oclif
  const topLevel = Object.entries(topics).filter(([name]) => !name.includes(':'))
  return new Map(topLevel.map(([name, { description }]) => [name, description]))
}

interface Input {
  type?: string
  char?: string
  description?: string
  required?: boolean
  options?: readonly string[]
  default?: unknown
  helpValue?: string
  multiple?: boolean
  allowNo?: boolean
}

function flagFacts(name: string, flag: Input): FlagFacts {
  const isSwitch = flag.type === 'boolean'
  return {
    ...inputFacts(name, flag),
    char: flag.char ?? null,
    value: isSwitch ? null : (flag.helpValue ?? name.toUpperCase()),
    multiple: flag.multiple ?? false,
    negatable: flag.allowNo ?? false,
  }
}

const inputFacts = (
  name: string,
  { description, required, options, default: fallback }: Input,
): InputFacts => ({
  name,
  description: description ?? '',
  required: required ?? false,
  options: options === undefined ? null : [...options],
  fallback: ['string', 'number', 'boolean'].includes(typeof fallback) ? String(fallback) : null,
})

/** Every command has it. */
const json: FlagFacts = {
  name: 'json',
  description: jsonDescription,
  required: false,
  options: null,
  fallback: null,
  char: null,
  value: null,
  multiple: false,
  negatable: false,
}

const byName = (a: FlagFacts, b: FlagFacts) => (a.name < b.name ? -1 : 1)

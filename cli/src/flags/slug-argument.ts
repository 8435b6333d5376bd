import { Args, type Command, type Interfaces, Parser } from '@oclif/core'
import { UsageError } from '../errors/report-error.ts'

// The slug of a salon is the first argument or --business, in every command that has --business. It
// declares only the flag: the two functions here are the only ones that know of the argument.

/**
 * The command line with the slug as --business, wherever it stood.
 *
 * @throws UsageError when the salon is missing, or named twice and differently
 */
export async function withBusinessFlag(
  argv: readonly string[],
  input: CommandInput,
): Promise<string[]> {
  const { args = {} } = input
  const flags = (input.flags ?? {}) as unknown as Flags
  if (flags.business === undefined) return [...argv]
  const words = await splitWords(argv, flags)
  if (words === null) return [...argv]
  const { given, flagWords, argWords } = words
  const [first = '', ...others] = argWords
  const business = given.get('business')
  const needed = Object.entries(args).filter(([, { required }]) => required)
  const most = Object.keys(args).length
  if (business !== undefined) {
    if (business === first && argWords.length > needed.length)
      return [...flagWords, '--', ...others]
    if (argWords.length <= most) return [...argv]
    throw new UsageError(
      `Pass one business: the argument is ${first}, and --business is ${business}. See --help.`,
    )
  }
  const { required, exactlyOne = [] } = flags.business
  if (required && argWords.length <= needed.length)
    throw missingBusiness(needed.map(([name]) => name.toUpperCase()))
  // without --all, which stands for the slug, there has to be one
  const isFirst = required || (exactlyOne.length > 0 && !exactlyOne.some((name) => given.has(name)))
  if (argWords.length <= (isFirst ? 0 : most)) return [...argv]
  return [...flagWords, `--business=${first}`, '--', ...others]
}

/** A command as help, completion and documentation show it: with the argument. */
export function showingSlugArgument(command: Command.Class): Command.Class {
  const { business, ...flags } = (command.flags ?? {}) as unknown as Flags
  if (business === undefined) return command
  const description = business.required
    ? 'The slug of the business; required here or as --business.'
    : 'The same as --business.'
  return Object.assign(Object.create(command), {
    args: { slug: Args.string({ description }), ...command.args },
    flags: { business: { ...business, required: false }, ...flags },
  })
}

interface CommandInput {
  flags?: Interfaces.FlagInput | undefined
  args?: Interfaces.ArgInput | undefined
}

/** Which words of a command line are arguments; null if it is not valid, which parsing explains. */
async function splitWords(argv: readonly string[], flags: Flags): Promise<Words | null> {
  const shapes = Object.fromEntries(
    Object.entries({ ...flags, json: { type: 'boolean' } as Flag }).map(([name, flag]) => {
      const { type, char, multiple, multipleNonGreedy, allowNo } = flag
      return [name, { name, type, char, multiple, multipleNonGreedy, allowNo }]
    }),
  ) as unknown as Interfaces.FlagInput
  const parsed = await Parser.parse([...argv], { flags: shapes, args: {}, strict: false }).catch(
    () => null,
  )
  if (parsed === null) return null
  const words: Words = { given: new Map(), flagWords: [], argWords: [] }
  for (const token of parsed.raw) {
    if (token.type === 'arg') words.argWords.push(token.input)
    else {
      const isSwitch = flags[token.flag]?.type !== 'option'
      const negated = token.input.startsWith('--no-') && isSwitch
      const spelling = negated ? token.input : `--${token.flag}`
      words.given.set(token.flag, token.input)
      words.flagWords.push(isSwitch ? spelling : `${spelling}=${token.input}`)
    }
  }
  return words
}

interface Words {
  /** The flags that are given, with the value or the spelling. */
  given: Map<string, string>
  flagWords: string[]
  argWords: string[]
}

type Flags = Record<string, Flag>

interface Flag {
  type: 'boolean' | 'option'
  required?: boolean
  exactlyOne?: string[]
  char?: string
  multiple?: boolean
  multipleNonGreedy?: boolean
  allowNo?: boolean
}

const missingBusiness = (args: readonly string[]) =>
  new UsageError(
    `Pass ${['SLUG', ...args].join(' ')}, or ` +
      `${args.length === 0 ? '' : `${args.join(' ')} with `}--business SLUG. See --help.`,
  )

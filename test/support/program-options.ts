import { Errors, Flags, type Interfaces, Parser } from '@oclif/core'

interface Program<Options extends Interfaces.FlagInput> {
  /** As it is typed: `npm run fuzz`. */
  command: string
  /** What it does, in a few sentences. */
  about: string
  /** As those of the command line, each with its `description`. */
  options?: Options
  /** What may be named besides; null: nothing. */
  operands?: { value: string; about: string } | null
}

type Values<Options extends Interfaces.FlagInput> = Interfaces.InferredFlags<Options> & {
  operands: string[]
}

/** Columns of the help. */
const width = 100

/**
 * Reads what follows `--` after `npm run`. `--help` prints what the program takes, and anything else that it does
 * not take why; both end the process, with 0 and with 2.
 */
export async function readOptions<Options extends Interfaces.FlagInput>(
  program: Program<Options>,
): Promise<Values<Options>> {
  try {
    const values = await parseOptions(program, process.argv.slice(2))
    if (values !== null) return values
  } catch (error) {
    if (!(error instanceof Errors.CLIError)) throw error
    console.error(error.message)
    process.exit(2)
  }
  console.log(helpOf(program))
  process.exit(0)
}

/**
 * The same for any arguments, without ending the process. Null: the help is wanted.
 *
 * @throws Errors.CLIError for an option that is unknown or has a wrong value
 */
export async function parseOptions<Options extends Interfaces.FlagInput>(
  { options, operands = null }: Program<Options>,
  args: readonly string[],
): Promise<Values<Options> | null> {
  const { flags, argv } = await Parser.parse([...args], {
    flags: { ...options, help: Flags.boolean() } as Interfaces.FlagInput,
    strict: operands === null,
  })
  return flags.help ? null : ({ ...flags, operands: argv } as Values<Options>)
}

/** What `--help` prints. */
export function helpOf({
  command,
  about,
  options = {},
  operands = null,
}: Program<Interfaces.FlagInput>) {
  const rows = Object.entries(options).map(([name, option]): [string, string] => {
    const value = option.type === 'option' ? ` ${option.helpValue ?? name.toUpperCase()}` : ''
    return [`--${name}${value}`, `${option.description}${defaultOf(option)}`]
  })
  if (operands !== null) rows.unshift([operands.value, operands.about])
  rows.push(['--help', 'print this text'])
  const column = Math.max(...rows.map(([left]) => left.length)) + 4
  const lines = rows.map(([left, right]) => `  ${left}`.padEnd(column) + wrap(right, column))
  return [`${command} -- [options]`, wrap(about, 0), lines.join('\n')].join('\n\n')
}

/** A whole number, at least `min`. */
export function countOption(description: string, initial: number, min = 1) {
  return Flags.integer({ helpValue: 'N', description, default: initial, min })
}

/** The number from which a run draws everything. */
export function seedOption() {
  const description = 'repeat the run that printed this seed; otherwise each run has another'
  return Flags.integer({
    helpValue: 'N',
    description,
    default: async () => Date.now() % 1e6,
    min: 0,
  })
}

/** A duration, which may have decimals. */
export const secondsOption = Flags.custom<number>({
  helpValue: 'SECONDS',
  parse: async (text) => {
    if (/^\d+(\.\d+)?$/.test(text)) return Number(text)
    throw new Errors.CLIError(`Expected a number of seconds but received: ${text}`)
  },
})

/** The checkout whose code is measured. */
export function codeOption() {
  const description = 'measure the code of another checkout'
  return Flags.directory({ helpValue: 'FOLDER', description, default: '.', exists: true })
}

/** Of an option that takes several values, separated by commas or each in an option of its own. */
export const several = { multiple: true, delimiter: ',' } as const

function defaultOf(option: Interfaces.Flag<unknown>): string {
  const initial: unknown = option.type === 'option' ? option.default : undefined
  return initial === undefined || typeof initial === 'function' ? '' : ` (default ${initial})`
}

/** Breaks a text into lines, which begin in this column but for the first. */
function wrap(text: string, column: number): string {
  const line = new RegExp(`(?=\\S)(.{1,${width - column}})(?:\\s+|$)`, 'g')
  return text.replace(line, `$1\n${' '.repeat(column)}`).trimEnd()
}

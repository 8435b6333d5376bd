import { Args, Flags } from '@oclif/core'
import { importSources } from '@silla/core/imports/profiles'
import { UsageError } from '../errors/report-error.ts'
import { businessFlag, yesFlag } from './common-flags.ts'

/** What a command imports; the limit is `maxRows` of the core. */
export const csvFile = Args.string({
  description: 'The CSV file, of at most 100,000 rows; - for standard input.',
  required: true,
})

/** For a command that imports the file of another product (D78). */
export const importFlags = {
  business: businessFlag,
  from: Flags.option({
    options: importSources,
    description: 'The product that wrote the file; generic: any other, with common column names.',
    required: true,
  })(),
  encoding: Flags.option({
    options: ['utf-8', 'utf-16', 'windows-1252', 'windows-1256'] as const,
    description: 'The encoding of the file; windows-1252 includes Latin-1.',
    default: 'utf-8',
  })(),
  column: Flags.string({
    description: 'What a column of the file is, where the profile does not know it. Repeatable.',
    helpValue: 'COLUMN=FIELD',
    multiple: true,
    multipleNonGreedy: true,
    default: [],
  }),
  report: Flags.string({
    description: 'A CSV file to write, with what became of each row; an existing one is replaced.',
    helpValue: 'FILE',
  }),
  'dry-run': Flags.boolean({ description: 'Only show what would become of each row.' }),
  yes: yesFlag,
}

/**
 * `Haircut=Corte` as a pair; the first equals sign separates.
 * @throws UsageError for a text without one, and for a name that is given twice
 */
export function readPairs(flag: string, texts: readonly string[]): Map<string, string> {
  const pairs = new Map<string, string>()
  for (const text of texts) {
    const at = text.indexOf('=')
    const name = text.slice(0, at).trim()
    if (at < 0 || name === '')
      throw new UsageError(`Invalid value for --${flag}: expected THEIRS=OURS, got "${text}".`)
    if (pairs.has(name)) throw new UsageError(`--${flag} names "${name}" twice.`)
    pairs.set(name, text.slice(at + 1).trim())
  }
  return pairs
}

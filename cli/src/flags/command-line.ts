import type { Interfaces } from '@oclif/core'
import { UsageError } from '../errors/report-error.ts'

/**
 * Whether a command line has a flag, in one of its spellings. As in oclif, only words before `--`
 * count.
 */
export function hasFlag(argv: readonly string[], ...spellings: string[]): boolean {
  const end = argv.indexOf('--')
  return (end === -1 ? argv : argv.slice(0, end)).some((word) => spellings.includes(word))
}

/**
 * Stops oclif from reading a missing argument from standard input, which may belong to the shell
 * loop that runs the command.
 */
export const ignoreStdin = <Args extends Interfaces.ArgInput>(args?: Args): Args =>
  Object.fromEntries(
    Object.entries(args ?? {}).map(([name, arg]) => [name, { ...arg, ignoreStdin: true }]),
  ) as Args

/**
 * Rejects an empty argument or --business: it usually comes from a shell variable that is not set.
 * Other flags may be empty, which clears a value.
 *
 * @throws UsageError
 */
export function assertNotEmpty(args: object, flags: object): void {
  const inputs = Object.entries(args).map(([name, value]) => [name.toUpperCase(), value])
  const empty = [...inputs, ['--business', 'business' in flags ? flags.business : undefined]].find(
    ([, value]) => isEmpty(value),
  )
  if (empty !== undefined) throw new UsageError(`${empty[0]} is empty. See --help.`)
}

const isEmpty = (value: unknown): boolean =>
  Array.isArray(value) ? value.some(isEmpty) : typeof value === 'string' && value.trim() === ''

import type { Interfaces } from '@oclif/core'
import { UsageError } from '../errors/report-error.ts'

/**
 * oclif would read an argument that is left out from a pipe, which may belong to the loop that we
 * run in.
 */
export const assertNoPipe = <Args extends Interfaces.ArgInput>(args?: Args): Args =>
  Object.fromEntries(
    Object.entries(args ?? {}).map(([name, arg]) => [name, { ...arg, ignoreStdin: true }]),
  ) as Args

/**
 * What is empty was most likely to be filled by a shell whose variable was not set. Other flags may
 * be: they clear something.
 *
 * @throws UsageError for an argument or a --business
 */
export function assertNotEmpty(args: object, flags: object): void {
  const spelled = Object.entries(args).map(([name, value]) => [name.toUpperCase(), value])
  const empty = [...spelled, ['--business', 'business' in flags ? flags.business : undefined]].find(
    ([, value]) => isEmpty(value),
  )
  if (empty !== undefined) throw new UsageError(`${empty[0]} is empty. See --help.`)
}

const isEmpty = (value: unknown): boolean =>
  Array.isArray(value) ? value.some(isEmpty) : typeof value === 'string' && value.trim() === ''

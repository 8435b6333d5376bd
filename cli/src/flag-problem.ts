import { stripVTControlCharacters } from 'node:util'
import type { Errors } from '@oclif/core'
import { nearest } from './nearest.ts'

/** oclif's several lines about a wrong command line, as one. */
export function flagProblem(error: Errors.CLIError): string {
  const [unknown] = unknownFlags(error)
  if (unknown !== undefined) return unknownFlag(unknown, error)
  const lines = stripVTControlCharacters(error.message)
    .split('\n')
    .map((line) => line.trim().replace(/\s{2,}/g, ': '))
    .filter((line) => line !== '' && !/^(See more help with --help|The following errors? occurred:)$/.test(line))
  return `${lines.join('; ').replace(':;', ':').replace(/\.$/, '')}. See --help.`
}

function unknownFlag(flag: string, error: Errors.CLIError): string {
  const known = Object.keys((error as ParseError).parse?.input?.flags ?? {}).map((name) => `--${name}`)
  const guess = nearest(flag, known)
  return `There is no flag ${flag} here.${guess === null ? '' : ` Did you mean ${guess}?`} See --help.`
}

const unknownFlags = (error: Errors.CLIError): string[] =>
  error.constructor.name === 'NonExistentFlagsError' ? ((error as ParseError).flags ?? []) : []

interface ParseError extends Errors.CLIError {
  flags?: string[]
  parse?: { input?: { flags?: Record<string, unknown> } }
}

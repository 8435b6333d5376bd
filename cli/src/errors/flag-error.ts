import { stripVTControlCharacters } from 'node:util'
import type { Errors } from '@oclif/core'
import { closestMatch } from '@silla/core/text'
import { suggestion } from './suggestion.ts'

/** The flags and arguments of a command. */
export interface CommandInput {
  flags?: object
  args?: object
}

/** oclif's error about an invalid command line as one line, with the closest correct input. */
export function flagError(error: Errors.CLIError, input: CommandInput): string {
  const [unknown] = (error as ParseError).flags ?? []
  if (unknown !== undefined)
    return `Unknown flag ${unknown}.${suggestion(closestFlag(unknown, input))} See --help.`
  const message = missingArgs(error) ?? oneLine(error)
  return `${message}.${suggestion(closestOption(message))} See --help.`
}

function closestFlag(flag: string, input: CommandInput): string | null {
  return closestMatch(
    flag,
    [...Object.keys(input.flags ?? {}), 'json'].map((name) => `--${name}`),
  )
}

/** oclif breaks long descriptions into lines, which look like those of several arguments. */
function missingArgs({ args }: ParseError): string | null {
  const missing = (args ?? []).filter((arg) => typeof arg !== 'string')
  if (missing.length === 0) return null
  const list = missing.map(({ name, description = '', options = [] }) => {
    const text = description.replace(/\.$/, '')
    const isComplete = options.every((option) => text.includes(option))
    return `${name}: ${isComplete ? text : `${text} (${options.join(', ')})`}`
  })
  return `Missing ${missing.length} required ${missing.length === 1 ? 'arg' : 'args'}: ${list.join('; ')}`
}

function oneLine({ message }: Errors.CLIError): string {
  const lines = stripVTControlCharacters(message)
    .replace(/^Parsing (--\S+) \n/, '$1  ')
    .split('\n')
    .map((line) => line.trim().replace(/\s{2,}/g, ': '))
    .filter(
      (line) =>
        line !== '' && !/^(See more help with --help|The following errors? occurred:)$/.test(line),
    )
  return lines.join('; ').replace(':;', ':').replace(/\.$/, '')
}

/** For a flag or an argument with a fixed set of values. */
function closestOption(message: string): string | null {
  const [, word, words] = /^Expected (?:--[\w-]+=)?(.+) to be one of: (.+)$/.exec(message) ?? []
  return word === undefined || words === undefined ? null : closestMatch(word, words.split(', '))
}

interface ParseError extends Errors.CLIError {
  flags?: string[]
  /** Those that are missing, with their description; or, as typed, those that are too many. */
  args?: (string | { name: string; description?: string; options?: readonly string[] })[]
}

import { stripVTControlCharacters } from 'node:util'
import type { Errors } from '@oclif/core'
import { closestMatch } from '@silla/core/text'
import { suggestion } from './suggestion.ts'

/** What a command takes. */
export interface Takes {
  flags?: object
  args?: object
}

/** oclif's several lines about a wrong command line, as one, with what was most likely meant. */
export function flagError(error: Errors.CLIError, takes: Takes): string {
  const [unknown] = (error as ParseError).flags ?? []
  if (unknown !== undefined)
    return `There is no flag ${unknown} here.${suggestion(meantFlag(unknown, takes))} See --help.`
  const said = sentence(error)
  return `${said}.${suggestion(meantWord(said) ?? meantBusiness(error, takes))} See --help.`
}

function meantFlag(flag: string, takes: Takes): string | null {
  if (['-b', '--business'].includes(flag) && 'slug' in (takes.args ?? {}))
    return 'the slug without a flag'
  return closestMatch(
    flag,
    [...Object.keys(takes.flags ?? {}), 'json'].map((name) => `--${name}`),
  )
}

function sentence({ message }: Errors.CLIError): string {
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

/** Of a flag or an argument that takes few words. */
function meantWord(said: string): string | null {
  const [, word, words] = /^Expected (?:--[\w-]+=)?(.+) to be one of: (.+)$/.exec(said) ?? []
  return word === undefined || words === undefined ? null : closestMatch(word, words.split(', '))
}

/** Some commands take the slug as an argument, those about something of a salon as a flag. */
function meantBusiness(error: Errors.CLIError, { flags }: Takes): string | null {
  const { args: [extra] = [], parse } = error as ParseError
  if (
    typeof extra !== 'string' ||
    !('business' in (flags ?? {})) ||
    parse?.output?.flags?.business !== undefined
  )
    return null
  return `-b ${extra}`
}

interface ParseError extends Errors.CLIError {
  flags?: string[]
  args?: unknown[]
  parse?: { output?: { flags?: Record<string, unknown> } }
}

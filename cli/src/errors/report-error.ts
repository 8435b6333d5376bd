import { stripVTControlCharacters } from 'node:util'
import { Errors } from '@oclif/core'
import type { AccountError, AccountErrorCode, ProvisioningError, SalonFileError } from '@silla/core'
import { Refusal } from '@silla/errors'
import { readSettings } from '../config.ts'
import { hasFlag } from '../flags/has-flag.ts'
import { jsonText } from '../format/json-text.ts'
import { stripControl } from '../format/sanitize.ts'
import { red } from '../format/terminal.ts'
import { databaseError } from './database-error.ts'
import type { ErrorOutput } from './error-output.ts'
import type { ErrorReport } from './error-report.ts'
import { processorError } from './processor-error.ts'

/** What the command line itself has wrong; exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageProblem'
}

/** What cannot be done, as a sentence for the operator; exit code 1. */
export class CliError extends Error {
  override readonly name = 'Problem'
  /** What --json tells beside the sentence. */
  readonly details: ProblemDetails

  constructor(message: string, details: ProblemDetails = {}) {
    super(message)
    this.details = details
  }
}

type ProblemDetails = Omit<ErrorOutput, 'message'>

/**
 * Says what went wrong, as JSON on stdout when --json was asked for, else in one line on stderr.
 * Returns the exit code.
 */
export function reportError(error: unknown, argv: readonly string[]): 0 | 1 | 2 {
  if (error instanceof Errors.ExitError) return error.oclif.exit === 0 ? 0 : 1
  const observation = toErrorReport(error)
  if (hasFlag(argv, '--json')) process.stdout.write(`${jsonText({ error: observation })}\n`)
  else
    process.stderr.write(`${red('Error:', process.stderr)} ${stripControl(observation.message)}\n`)
  if (readSettings().debug && error instanceof Error)
    process.stderr.write(`${error.stack}\n${String(error.cause ?? '')}\n`)
  return error instanceof UsageError || isOfHelp(error) ? 2 : 1
}

/** What --json tells of what went wrong. */
export const toErrorReport = (error: unknown): ErrorReport => ({
  message: sentenceOf(error),
  ...detailOf(error),
})

function sentenceOf(error: unknown): string {
  if (isOfHelp(error)) return error.message.split('\n', 1)[0] ?? ''
  if (isCancelledPrompt(error)) return 'Nothing was changed.'
  const message = error instanceof Error ? error.message : String(error)
  const sentence =
    databaseError(error) ?? processorError(error) ?? stripVTControlCharacters(message)
  const hint = isOfCore(error, 'AccountError') ? accountHints[error.code] : undefined
  return hint === undefined ? sentence : `${sentence} ${hint}`
}

/** What to do about an error of the core, which does not name commands. */
const accountHints: { readonly [Code in AccountErrorCode]?: string } = {
  CONNECTED_ALREADY: 'Disconnect it first: silla stripe disconnect SLUG.',
  NO_WEBHOOK: 'Create one: silla stripe webhook setup URL.',
}

/** A file with several mistakes tells each with its place; what is refused tells its code. */
function detailOf(error: unknown): ProblemDetails {
  if (error instanceof CliError) return error.details
  if (error instanceof Refusal) return { code: error.code }
  if (isOfCore(error, 'SalonFileError')) return { problems: error.problems }
  return isOfCore(error, 'ProvisioningError') || isOfCore(error, 'AccountError')
    ? { code: error.code }
    : {}
}

/** By name: whoever needs nothing of the core does not load it to be told what went wrong. */
const isOfCore = <Name extends keyof CoreProblems>(
  error: unknown,
  name: Name,
): error is CoreProblems[Name] => error instanceof Error && error.name === name

interface CoreProblems {
  SalonFileError: SalonFileError
  ProvisioningError: ProvisioningError
  AccountError: AccountError
}

/** The one command that is oclif's own. */
const isOfHelp = (error: unknown): error is Errors.CLIError => error instanceof Errors.CLIError

/** Ctrl-C or Ctrl-D at a question. */
const isCancelledPrompt = (error: unknown) =>
  error instanceof Error && ['ExitPromptError', 'AbortPromptError'].includes(error.name)

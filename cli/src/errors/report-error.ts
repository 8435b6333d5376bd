import { stripVTControlCharacters } from 'node:util'
import { Errors } from '@oclif/core'
import type {
  AccountError,
  AccountErrorCode,
  ImportFileError,
  ProvisioningError,
  SalonFileError,
} from '@silla/core'
import { databaseError, type ImportNoteCode, Refusal } from '@silla/errors'
import { readSettings } from '../config.ts'
import { jsonText } from '../text/json.ts'
import { stripControl } from '../text/sanitize.ts'
import { red } from '../text/terminal.ts'
import type { ErrorOutput, ErrorReport } from './error-report.ts'
import { processorError } from './processor-error.ts'

/** An invalid command line; exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** A command that failed, with a sentence for the operator; exit code 1. */
export class CliError extends Error {
  override readonly name = 'CliError'
  /** Printed by --json next to the message. */
  readonly details: ErrorDetails

  constructor(message: string, details: ErrorDetails = {}) {
    super(message)
    this.details = details
  }
}

type ErrorDetails = Omit<ErrorOutput, 'message'>

/**
 * Prints an error, as JSON on stdout with --json, otherwise as one line on stderr. Returns the exit
 * code.
 */
export function reportError(error: unknown, asJson: boolean): 0 | 1 | 2 {
  if (error instanceof Errors.ExitError) return error.oclif.exit === 0 ? 0 : 1
  const report = toErrorReport(error)
  if (asJson) process.stdout.write(`${jsonText({ error: report })}\n`)
  else process.stderr.write(`${red('Error:', process.stderr)} ${stripControl(report.message)}\n`)
  if (readSettings().debug && error instanceof Error)
    process.stderr.write(`${error.stack}\n${String(error.cause ?? '')}\n`)
  return error instanceof UsageError || isFromOclif(error) ? 2 : 1
}

/** An error in the output of --json. */
export const toErrorReport = (error: unknown): ErrorReport => ({
  message: sentenceOf(error),
  ...detailOf(error),
})

function sentenceOf(error: unknown): string {
  if (isFromOclif(error)) return error.message.split('\n', 1)[0] ?? ''
  if (isCancelledPrompt(error)) return 'Nothing was changed.'
  const message = error instanceof Error ? error.message : String(error)
  const sentence =
    databaseError(error) ?? processorError(error) ?? stripVTControlCharacters(message)
  const hint = hintFor(error)
  return hint === undefined ? sentence : `${sentence} ${hint}`
}

/** What to do about an error of the core, which does not name commands. */
function hintFor(error: unknown): string | undefined {
  if (isCoreError(error, 'AccountError')) return accountHints[error.code]
  return isCoreError(error, 'ImportFileError') ? importHints[error.note.code] : undefined
}

const accountHints: { readonly [Code in AccountErrorCode]?: string } = {
  CONNECTED_ALREADY: 'Disconnect it first: silla stripe disconnect SLUG.',
  NO_WEBHOOK: 'Create one: silla stripe webhook setup URL.',
}

const importHints: { readonly [Code in ImportNoteCode]?: string } = {
  columns_missing: 'Such as --column "Client=name".',
  file_encoding: 'Pass it as --encoding.',
  file_is_utf8: 'Leave --encoding out.',
}

/** The code of a refusal; each error in a file with its position. */
function detailOf(error: unknown): ErrorDetails {
  if (error instanceof CliError) return error.details
  if (error instanceof Refusal) return { code: error.code }
  if (isCoreError(error, 'SalonFileError')) return { problems: error.problems }
  return isCoreError(error, 'ProvisioningError') ||
    isCoreError(error, 'ImportFileError') ||
    isCoreError(error, 'AccountError')
    ? { code: error.code }
    : {}
}

/** Compares the name, because importing the class would load the whole core. */
const isCoreError = <Name extends keyof CoreErrors>(
  error: unknown,
  name: Name,
): error is CoreErrors[Name] => error instanceof Error && error.name === name

interface CoreErrors {
  SalonFileError: SalonFileError
  ProvisioningError: ProvisioningError
  ImportFileError: ImportFileError
  AccountError: AccountError
}

/** Thrown by the help command, which is oclif's own. */
const isFromOclif = (error: unknown): error is Errors.CLIError => error instanceof Errors.CLIError

/** Ctrl-C or Ctrl-D at a prompt. */
const isCancelledPrompt = (error: unknown) =>
  error instanceof Error && ['ExitPromptError', 'AbortPromptError'].includes(error.name)

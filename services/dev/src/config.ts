import { relative, resolve } from 'node:path'
import type { OperationSettings } from '@silla/api'
import type { SecretsKeys } from '@silla/core'
import { SetupError } from '@silla/db'
import type { ProcessorSettings } from '@silla/payments-stripe'
import type { MailSettings } from '@silla/worker'

/** The configuration of `npm start`, read once and passed on as values. */
export interface DevSettings extends StartSettings, ProgramSettings {}

/** What is needed before the programs are loaded. */
export interface StartSettings {
  /** 0: any free port. */
  port: number
  /** An absolute path. */
  dataDir: string
  /** The data folder relative to the working directory, where it is inside, for messages. */
  dataDirName: string
  /** A server to use instead of the embedded one; the login may create roles and databases. */
  prepareUrl: string | null
  /** Delete everything that earlier starts left in the database. */
  reset: boolean
  /** npm is the parent process; when it is killed, this process must stop too. */
  startedByNpm: boolean
}

/** The settings that the programs read themselves when they are started alone. */
export interface ProgramSettings {
  operations: OperationSettings
  mail: MailSettings
  /** Without keys the fake Stripe takes the payments. */
  processor: ProcessorSettings
  /** Encrypts stored secrets; null: a key generated at the first start. */
  secretsKeys: SecretsKeys | null
}

/** An invalid argument of `npm start --`. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/**
 * @throws UsageError for an unknown argument
 * @throws SetupError for an invalid environment variable
 */
export function readSettings(
  args: readonly string[] = process.argv.slice(2),
  env: Record<string, string | undefined> = process.env,
): StartSettings {
  const unknown = args.find((arg) => arg !== '--reset')
  if (unknown !== undefined) {
    throw new UsageError(
      `Unknown argument ${unknown}. npm start accepts only --reset: npm start -- --reset`,
    )
  }
  if (env.NODE_ENV === 'production') {
    throw new SetupError('npm start is for development and does not run with NODE_ENV=production.')
  }
  const dataDir = resolve(env.SILLA_DATA_DIR || '.silla')
  return {
    port: readPort(env.PORT || '3000'),
    dataDir,
    dataDirName: relativeName(dataDir),
    prepareUrl: env.PREPARE_DATABASE_URL || null,
    reset: args.includes('--reset'),
    startedByNpm: env.npm_lifecycle_event !== undefined,
  }
}

/**
 * Loads the programs, which takes longer than everything that a start checks before.
 *
 * @throws SetupError for an invalid environment variable
 */
export async function readProgramSettings(
  env: Record<string, string | undefined> = process.env,
): Promise<ProgramSettings> {
  const { readOperations } = await import('@silla/api')
  const { readProcessorSettings, readSecretsKeys } = await import('@silla/payments-stripe')
  const { readMailSettings } = await import('@silla/worker')
  return {
    operations: orSetupError(() => readOperations(env)),
    mail: orSetupError(() => readMailSettings(env)),
    processor: withoutLiveKey(orSetupError(() => readProcessorSettings(env))),
    secretsKeys: orSetupError(() => readSecretsKeys(env)),
  }
}

/** No real payments: the API keys of the demo businesses are public. */
function withoutLiveKey(processor: ProcessorSettings): ProcessorSettings {
  if (processor.live === null) return processor
  throw new SetupError(
    'npm start takes no real payments: STRIPE_SECRET_KEY must start with sk_test_.',
  )
}

/** Prints as a message without a stack trace, like the errors of this file. */
function orSetupError<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new SetupError((error as Error).message)
  }
}

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 65_536
  if (port > 65_535)
    throw new SetupError(
      `PORT is ${text}; it must be a number from 1 to 65535, or 0 for a free port.`,
    )
  return port
}

function relativeName(path: string): string {
  const name = relative(process.cwd(), path)
  return name === '' || name.startsWith('..') ? path : name
}

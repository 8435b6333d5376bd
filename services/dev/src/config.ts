import { relative, resolve } from 'node:path'
import { type OperationSettings, readOperations } from '@silla/api'
import { SetupError } from '@silla/db'
import {
  type ProcessorSettings,
  readProcessorSettings,
  readSecretsKey,
} from '@silla/payments-stripe'
import { type MailSettings, readMailSettings } from '@silla/worker'

/** What `npm start` is told from outside, read once and handed on as values. */
export interface DevSettings {
  /** 0 takes a free port */
  port: number
  /** an absolute path */
  dataDir: string
  /** the data folder as a person here would call it */
  dataDirName: string
  /** a server to use instead of the embedded one, as a login that may make roles and databases */
  prepareUrl: string | null
  /** begin anew: everything that an earlier start left in the database goes */
  reset: boolean
  /** npm is our parent: when it is gone, nobody can stop us any more */
  startedByNpm: boolean
  operations: OperationSettings
  mail: MailSettings
  /** without keys a processor to practise with takes the money */
  processor: ProcessorSettings
  /** seals what is stored and has to be read again; null: one of our own */
  secretsKey: Buffer | null
}

/** The words that `npm start --` takes. */
export class UsageError extends Error {
  override name = 'UsageProblem'
}

/**
 * @throws UsageError for an argument that we do not know
 * @throws SetupError for a setting that is not right
 */
export function readSettings(
  args: readonly string[] = process.argv.slice(2),
  env: Record<string, string | undefined> = process.env,
): DevSettings {
  const stranger = args.find((arg) => arg !== '--reset')
  if (stranger !== undefined) {
    throw new UsageError(
      `npm start does not know ${stranger}; it takes only --reset: npm start -- --reset`,
    )
  }
  if (env.NODE_ENV === 'production') {
    throw new SetupError(
      'npm start is for development and for trying Silla out; it does not run with NODE_ENV=production.',
    )
  }
  const dataDir = resolve(env.SILLA_DATA_DIR || '.silla')
  return {
    port: readPort(env.PORT || '3000'),
    dataDir,
    dataDirName: nameFromHere(dataDir),
    prepareUrl: env.PREPARE_DATABASE_URL || null,
    reset: args.includes('--reset'),
    startedByNpm: env.npm_lifecycle_event !== undefined,
    operations: orProblem(() => readOperations(env)),
    mail: orProblem(() => readMailSettings(env)),
    processor: practisable(orProblem(() => readProcessorSettings(env))),
    secretsKey: orProblem(() => readSecretsKey(env)),
  }
}

/** The demo businesses have keys that everybody knows. */
function practisable(processor: ProcessorSettings): ProcessorSettings {
  if (processor.live === null) return processor
  throw new SetupError(
    'npm start takes no real money: STRIPE_SECRET_KEY has to be one that begins with sk_test_.',
  )
}

/** What another program's settings say, told in our way. */
function orProblem<T>(read: () => T): T {
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
      `PORT is ${text}; it should be a number from 1 to 65535, or 0 for a free port.`,
    )
  return port
}

function nameFromHere(path: string): string {
  const fromHere = relative(process.cwd(), path)
  return fromHere === '' || fromHere.startsWith('..') ? path : fromHere
}

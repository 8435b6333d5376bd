import { hostname, userInfo } from 'node:os'

/** What the environment says; nothing else reads it. */
export interface CliSettings {
  /** Connection URLs, when given: the admin role's, the migrator's, and one that may make roles and databases. */
  adminUrl: string | undefined
  migratorUrl: string | undefined
  prepareUrl: string | undefined
  /** Where `npm start` keeps its things. */
  dataDir: string
  /** What the API counts requests with and the worker sends letters through, where they are set here too: for the doctor. */
  redisUrl: string | undefined
  smtpUrl: string | undefined
  production: boolean
  /** Who is at the keyboard, for the audit log: SILLA_OPERATOR, else the account of the machine. */
  operator: string
  /** What the settings of the processor are read from. */
  environment: Environment
  /** Tell unexpected errors with their stack. */
  debug: boolean
}

export type Environment = Readonly<Record<string, string | undefined>>

/** An empty variable counts as one that is not set. */
export function readSettings(env: Environment = process.env): CliSettings {
  return {
    adminUrl: env.CLI_DATABASE_URL || undefined,
    migratorUrl: env.MIGRATOR_DATABASE_URL || undefined,
    prepareUrl: env.PREPARE_DATABASE_URL || undefined,
    redisUrl: env.REDIS_URL || undefined,
    smtpUrl: env.SMTP_URL || undefined,
    dataDir: env.SILLA_DATA_DIR || '.silla',
    operator: env.SILLA_OPERATOR || `${accountName() ?? `user-${process.getuid?.()}`}@${hostname()}`,
    production: env.NODE_ENV === 'production',
    environment: env,
    debug: Boolean(env.SILLA_DEBUG),
  }
}

/** Null in a container that runs us as a user whom its machine has no account for. */
function accountName(): string | null {
  try {
    return userInfo().username
  } catch {
    return null
  }
}

// what we are built on looks for the home and the shell of an account
if (accountName() === null) Object.assign(process.env, { HOME: '/', SHELL: '/bin/sh', ...process.env })

const { NO_COLOR, TERM } = process.env

/** It obeys no sequences: neither colours, nor what moves the cursor for a question or a bar. */
export const isDumbTerminal = TERM === 'dumb'

// each of what we are built on weighs these in its own way; ours is colour on a terminal only, and never with NO_COLOR
for (const name of ['NO_COLOR', 'FORCE_COLOR', 'CLICOLOR_FORCE']) delete process.env[name]
if (NO_COLOR || isDumbTerminal) Object.assign(process.env, { NO_COLOR: '1' })

// help is written for 40 columns at least, unless this is set
const { isTTY, columns } = process.stdout
if (isTTY && columns < 40) Object.assign(process.env, { OCLIF_COLUMNS: String(columns) })

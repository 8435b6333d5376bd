import { hostname } from 'node:os'
import { accountName } from './env.ts'

/** What the environment says; nothing else reads it. */
export interface CliSettings {
  /**
   * Connection URLs, when given: the admin role's, the migrator's, and one that may make roles and
   * databases.
   */
  adminUrl: string | undefined
  migratorUrl: string | undefined
  prepareUrl: string | undefined
  /** Where `npm start` keeps its things. */
  dataDir: string
  /**
   * What the API counts requests with and the worker sends letters through, where they are set here
   * too: for the doctor.
   */
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
    operator:
      env.SILLA_OPERATOR || `${accountName() ?? `user-${process.getuid?.()}`}@${hostname()}`,
    production: env.NODE_ENV === 'production',
    environment: env,
    debug: Boolean(env.SILLA_DEBUG),
  }
}

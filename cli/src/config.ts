import { hostname } from 'node:os'
import { accountName } from './env.ts'

/** The settings from the environment; no other file reads it. */
export interface CliSettings {
  /**
   * Connection URLs, if set: of the admin role, of the migrator role, and of a login that may
   * create roles and databases.
   */
  adminUrl: string | undefined
  migratorUrl: string | undefined
  prepareUrl: string | undefined
  /** Of a login that may read all rows, for backups. */
  backupUrl: string | undefined
  /** The admin role of the deployment that a salon moves to, and its SECRETS_KEY. */
  receiverUrl: string | undefined
  receiverSecretsKey: string | undefined
  /** The folder of pg_dump and pg_restore, if they are not on the PATH. */
  pgBinDir: string | undefined
  /** The data folder of `npm start`. */
  dataDir: string
  /**
   * The Redis of the API's rate limits and the SMTP server of the worker, if they are set here too:
   * for `db doctor`.
   */
  redisUrl: string | undefined
  smtpUrl: string | undefined
  /** Where customers reach the API, as it is set here. */
  publicUrl: string | undefined
  /** Where staff sign in, as it is set here: for `db doctor`. */
  staffUrl: string | undefined
  production: boolean
  /** The operator in the audit log: SILLA_OPERATOR, otherwise the account on this machine. */
  operator: string
  /** What archives of salons are encrypted and authenticated with, as it is set: base64. */
  archiveKey: string | undefined
  /** The settings of the payment processor are read from it. */
  environment: Environment
  /** Print the stack of errors. */
  debug: boolean
}

export type Environment = Readonly<Record<string, string | undefined>>

/** An empty variable counts as not set. */
export function readSettings(env: Environment = process.env): CliSettings {
  return {
    adminUrl: env.CLI_DATABASE_URL || undefined,
    migratorUrl: env.MIGRATOR_DATABASE_URL || undefined,
    prepareUrl: env.PREPARE_DATABASE_URL || undefined,
    backupUrl: env.BACKUP_DATABASE_URL || undefined,
    receiverUrl: env.RECEIVER_DATABASE_URL || undefined,
    receiverSecretsKey: env.RECEIVER_SECRETS_KEY || undefined,
    pgBinDir: env.PG_BINDIR || undefined,
    redisUrl: env.REDIS_URL || undefined,
    smtpUrl: env.SMTP_URL || undefined,
    publicUrl: env.PUBLIC_URL || undefined,
    staffUrl: env.STAFF_URL || undefined,
    archiveKey: env.ARCHIVE_KEY || undefined,
    dataDir: env.SILLA_DATA_DIR || '.silla',
    operator:
      env.SILLA_OPERATOR || `${accountName() ?? `user-${process.getuid?.()}`}@${hostname()}`,
    production: env.NODE_ENV === 'production',
    environment: env,
    debug: Boolean(env.SILLA_DEBUG),
  }
}

/** What the environment says; nothing else reads it. */
export interface CliSettings {
  /** Connection URLs, when given: the admin role's, the migrator's, and one that may make roles and databases. */
  adminUrl: string | undefined
  migratorUrl: string | undefined
  prepareUrl: string | undefined
  /** Where `npm start` keeps its things. */
  dataDir: string
  production: boolean
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
    dataDir: env.SILLA_DATA_DIR || '.silla',
    production: env.NODE_ENV === 'production',
    environment: env,
    debug: Boolean(env.SILLA_DEBUG),
  }
}

import { SillaCommand } from '../../silla-command.ts'

export default class DbMigrate extends SillaCommand {
  static override summary = 'Run pending database migrations'
  static override description =
    'Runs the pending migrations and updates changed functions, as the migrator role ' +
    '(MIGRATOR_DATABASE_URL, or the database of npm start when no variable names another one). Programs of the release before keep serving meanwhile. Safe to run ' +
    'again, and concurrently. Does nothing if a newer release migrated the database and this one ' +
    'can use it.'
  static override examples = ['<%= config.bin %> db migrate', '<%= config.bin %> db migrate --json']

  async run() {
    await this.parse(DbMigrate)
    const [{ migrate }, { databaseName, migratorUrl }] = await Promise.all([
      import('@silla/db'),
      import('../../db/database-urls.ts'),
    ])
    const url = migratorUrl()
    this.log(`Database: ${databaseName(url)}`)
    const result = await migrate(url, { onWait: reportWait, onBlocked: reportBlocked })
    const { applied, functions, indexes, backfills, partitioned, newerRelease } = result
    for (const name of applied) this.log(`applied  ${name}`)
    for (const name of functions) this.log(`updated  ${name}`)
    for (const name of indexes) this.log(`created  ${name}`)
    for (const name of backfills) this.log(`filled   ${name}`)
    for (const name of partitioned) this.log(`divided  ${name}`)
    if (newerRelease !== null)
      this.log(`Silla ${newerRelease} migrated the database. This version can use it as it is.`)
    else if (
      [applied, functions, indexes, backfills, partitioned].every((names) => names.length === 0)
    )
      this.log('The database is up to date.')
    return result
  }
}

const reportWait = () =>
  process.stderr.write('Another process is migrating the database. Waiting for it to finish.\n')

const reportBlocked = () =>
  process.stderr.write('A table is in use by a long transaction. Trying again.\n')

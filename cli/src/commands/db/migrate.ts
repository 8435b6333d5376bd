import { SillaCommand } from '../../silla-command.ts'

export default class DbMigrate extends SillaCommand {
  static override summary = 'Run pending database migrations'
  static override description =
    'Runs the pending migrations and updates changed functions, as the migrator role ' +
    '(MIGRATOR_DATABASE_URL). Safe to run again, and concurrently.'
  static override examples = ['<%= config.bin %> db migrate', '<%= config.bin %> db migrate --json']

  async run() {
    await this.parse(DbMigrate)
    const [{ migrate }, { migratorUrl }] = await Promise.all([
      import('@silla/db'),
      import('../../db/database-urls.ts'),
    ])
    const { applied, functions } = await migrate(migratorUrl(), reportWait)
    for (const name of applied) this.log(`applied  ${name}`)
    for (const name of functions) this.log(`updated  ${name}`)
    if (applied.length + functions.length === 0) this.log('The database is up to date.')
    return { applied, functions }
  }
}

const reportWait = () =>
  process.stderr.write('Another process is migrating the database. Waiting for it to finish.\n')

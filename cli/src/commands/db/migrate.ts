import { SillaCommand } from '../../silla-command.ts'

export default class DbMigrate extends SillaCommand {
  static override summary = 'Bring the database up to date'
  static override description =
    'Runs the migrations that have not run yet and renews the functions whose text changed, as the migrator role (MIGRATOR_DATABASE_URL). Safe to run again, and from two places at once.'
  static override examples = ['<%= config.bin %> db migrate', '<%= config.bin %> db migrate --json']

  async run() {
    await this.parse(DbMigrate)
    const [{ migrate }, { migratorUrl }] = await Promise.all([
      import('@silla/db'),
      import('../../db/database-urls.ts'),
    ])
    const { applied, functions } = await migrate(migratorUrl(), tellWait)
    for (const name of applied) this.log(`applied  ${name}`)
    for (const name of functions) this.log(`renewed  ${name}`)
    if (applied.length + functions.length === 0) this.log('The database is up to date.')
    return { applied, functions }
  }
}

const tellWait = () =>
  process.stderr.write('Another process is migrating the database: waiting for it to end.\n')

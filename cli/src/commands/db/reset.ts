import { Flags } from '@oclif/core'
import { yesFlag } from '../../flags/common-flags.ts'
import { pluralize } from '../../format/pluralize.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class DbReset extends SillaCommand {
  static override summary = 'Delete all data and migrate again'
  static override description =
    'Drops the schemas of Silla and runs all migrations again (PREPARE_DATABASE_URL, ' +
    'MIGRATOR_DATABASE_URL). On a terminal you have to type the name of the database to confirm; ' +
    'without a terminal it needs --yes. --dry-run only shows what would be deleted. Not allowed ' +
    'in production, or if the database has a live business.'
  static override examples = [
    '<%= config.bin %> db reset',
    '<%= config.bin %> db reset --dry-run',
    '<%= config.bin %> db reset --yes --json',
  ]
  static override flags = {
    'dry-run': Flags.boolean({ description: 'Only show what would be deleted.' }),
    yes: yesFlag,
  }

  async run() {
    const { flags } = await this.parse(DbReset)
    const { businessesAffected, reset, resetTarget } = await import('../../db/reset.ts')
    const target = resetTarget()
    const businesses = pluralize(await businessesAffected(target), 'business')
    const { database, host } = target
    const data = `All data of the database ${database} at ${host}, with ${businesses},`
    if (flags['dry-run']) {
      this.log(`${data} would be deleted.`)
      return { dryRun: true, database: target.database, reset: false }
    }
    await this.confirmByTyping(target.database, `${data} will be deleted.`, flags.yes)
    await reset(target)
    this.log(`The database ${target.database} is empty and migrated.`)
    return { dryRun: false, database: target.database, reset: true }
  }
}

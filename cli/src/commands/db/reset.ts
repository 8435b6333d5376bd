import { Flags } from '@oclif/core'
import { yesFlag } from '../../flags/yes-flag.ts'
import { pluralize } from '../../format/pluralize.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class DbReset extends SillaCommand {
  static override summary = 'Throw all data away and begin anew'
  static override description =
    'Empties the database of everything that is ours and migrates it again (PREPARE_DATABASE_URL, MIGRATOR_DATABASE_URL). Asks for the name of the database to be typed; --dry-run only tells what would be lost. Refused in production, and where a live business is kept.'
  static override examples = [
    '<%= config.bin %> db reset',
    '<%= config.bin %> db reset --dry-run',
    '<%= config.bin %> db reset --yes --json',
  ]
  static override flags = {
    'dry-run': Flags.boolean({ description: 'Only tell what would be lost.' }),
    yes: yesFlag,
  }

  async run() {
    const { flags } = await this.parse(DbReset)
    const {
      businessesAffected: businessesToLose,
      reset,
      resetTarget,
    } = await import('../../db/reset.ts')
    const target = resetTarget()
    const businesses = pluralize(await businessesToLose(target), 'business')
    const what = `All data of the database ${target.database} at ${target.host}, with ${businesses},`
    if (flags['dry-run']) {
      this.log(`${what} would be lost.`)
      return { dryRun: true, database: target.database, reset: false }
    }
    await this.confirmByTyping(target.database, `${what} will be lost.`, flags.yes)
    await reset(target)
    this.log(`The database ${target.database} is empty and migrated.`)
    return { dryRun: false, database: target.database, reset: true }
  }
}

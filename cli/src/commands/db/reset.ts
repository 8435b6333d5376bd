import { Flags } from '@oclif/core'
import { SillaCommand } from '../../silla-command.ts'

export default class DbReset extends SillaCommand {
  static override summary = 'Throw all data away and begin anew'
  static override description =
    'Empties the database of everything that is ours and migrates it again (PREPARE_DATABASE_URL, MIGRATOR_DATABASE_URL). Asks for the name of the database to be typed. Refused in production, and where a live business is kept.'
  static override examples = ['<%= config.bin %> db reset', '<%= config.bin %> db reset --yes --json']
  static override flags = {
    yes: Flags.boolean({ char: 'y', description: 'Do it without asking.' }),
  }

  async run() {
    const { flags } = await this.parse(DbReset)
    const { refuseReset, reset, resetTarget } = await import('../../connections/reset.ts')
    const target = resetTarget()
    await refuseReset(target)
    const what = `All data of the database ${target.database} at ${target.host} will be lost.`
    await this.confirmByTyping(target.database, what, flags.yes)
    await reset(target)
    this.log(`The database ${target.database} is empty and migrated.`)
    return { database: target.database, reset: true }
  }
}

import { Flags } from '@oclif/core'
import { SillaCommand } from '../../silla-command.ts'

export default class DbPrepare extends SillaCommand {
  static override summary = 'Make the roles, the database and its schemas'
  static override description =
    'Prepares a PostgreSQL server (15 to 18) over PREPARE_DATABASE_URL: a superuser, or a login with CREATEROLE and CREATEDB. The database is the one the URL names, else "silla". Roles that are new get a random password, which is told here and nowhere else; safe to run again. Next: silla db migrate.'
  static override examples = [
    'PREPARE_DATABASE_URL=postgres://postgres:secret@db.example:5432/silla <%= config.bin %> db setup',
    {
      description: 'New passwords for all roles, in a form that a script can read',
      command: '<%= config.bin %> db setup --new-passwords --json',
    },
  ]
  static override flags = {
    'new-passwords': Flags.boolean({
      description: 'Give every role a new password, also those that have one.',
    }),
  }

  async run() {
    const { flags } = await this.parse(DbPrepare)
    const { setup: prepare } = await import('../../db/setup.ts')
    const { database, urls, renewed } = await prepare({ newPasswords: flags['new-passwords'] })
    this.log(`The database ${database} is prepared.\n`)
    for (const [variable, url] of Object.entries(urls)) this.log(`${variable}=${url}`)
    if (renewed.length > 0) this.log(`\nNew passwords, told only now, for: ${renewed.join(', ')}.`)
    else
      this.log(
        '\nThe roles keep the passwords they have, which are not told again; --new-passwords gives them new ones.',
      )
    return { database, urls, renewed }
  }
}

import { Flags } from '@oclif/core'
import { SillaCommand } from '../../silla-command.ts'

export default class DbSetup extends SillaCommand {
  static override summary = 'Create the roles, the database and its schemas'
  static override description =
    'Sets up a PostgreSQL server (15 to 18) over PREPARE_DATABASE_URL, with a superuser or a ' +
    'login that has CREATEROLE and CREATEDB. The database is the one in the URL, or "silla". New ' +
    'roles get a random password, which is printed only here. Safe to run again. Next: silla db ' +
    'migrate.'
  static override examples = [
    'PREPARE_DATABASE_URL=postgres://postgres:secret@db.example:5432/silla <%= config.bin %> db setup',
    {
      description: 'New passwords for all roles, as JSON for scripts',
      command: '<%= config.bin %> db setup --new-passwords --json',
    },
  ]
  static override flags = {
    'new-passwords': Flags.boolean({
      description: 'Set a new password for every role, including existing ones.',
    }),
  }

  async run() {
    const { flags } = await this.parse(DbSetup)
    const { setup } = await import('../../db/setup.ts')
    const { database, urls, renewed } = await setup({ newPasswords: flags['new-passwords'] })
    this.log(`The database ${database} is set up.\n`)
    for (const [variable, url] of Object.entries(urls)) this.log(`${variable}=${url}`)
    if (renewed.length > 0)
      this.log(`\nNew passwords, shown only once, for: ${renewed.join(', ')}.`)
    else
      this.log(
        '\nThe roles keep their passwords, which are not shown; --new-passwords sets new ones.',
      )
    return { database, urls, renewed }
  }
}

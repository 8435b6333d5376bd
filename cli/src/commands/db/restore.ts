import { Args, Flags } from '@oclif/core'
import { pluralize } from '../../format/pluralize.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class DbRestore extends SillaCommand {
  static override summary = 'Restore a backup into a database without data'
  static override description =
    'Restores a file of silla db backup into the database of PREPARE_DATABASE_URL, with ' +
    "pg_restore of the server's version (PG_BINDIR, otherwise the PATH). Creates what is missing " +
    'first, as silla db setup does: roles, whose new passwords are printed only here, and the ' +
    'database. One transaction writes everything. Refused if the database has a business, if a ' +
    'program is connected to it, or if a newer version of Silla made the backup. Next: silla db ' +
    'migrate, if the backup is of an older version, and silla db doctor --full. A backup of the ' +
    'database of npm start is restored by the version that made it; with --replace it takes the place ' +
    'of that database, also while npm start runs.'
  static override examples = [
    '<%= config.bin %> db restore /var/backups/silla/silla-20270106T031500Z.dump',
    '<%= config.bin %> db restore silla-20270106T031500Z.dump --json',
    '<%= config.bin %> db restore silla-20270106T031500Z.dump --replace',
  ]
  static override args = {
    file: Args.string({ description: 'The backup.', required: true }),
  }

  static override flags = {
    replace: Flags.boolean({
      description:
        'Put the backup in the place of the database of npm start, which is kept under another name.',
    }),
  }

  async run() {
    const { args, flags } = await this.parse(DbRestore)
    const { restore } = await import('../../db/restore.ts')
    const restored = await restore(args.file, { replace: flags.replace })
    const { database, businesses, bookings, payments, pending, urls, renewed, keptAs } = restored
    const contents = [
      pluralize(businesses, 'business'),
      pluralize(bookings, 'booking'),
      pluralize(payments, 'payment'),
    ].join(', ')
    this.log(`Restored the database ${database}: ${contents}.`)
    if (keptAs !== null) this.log(`What was there before is in the database ${keptAs}.`)
    if (renewed.length > 0) {
      this.log(`New passwords, shown only once, for: ${renewed.join(', ')}.\n`)
      for (const [variable, url] of Object.entries(urls)) this.log(`${variable}=${url}`)
    }
    if (pending.length > 0)
      this.log(`The backup is of an older version: run silla db migrate (${pending.join(', ')}).`)
    return restored
  }
}

import { Args, Flags } from '@oclif/core'
import { formatBytes } from '../../format/bytes.ts'
import { pluralize } from '../../format/pluralize.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class DbBackup extends SillaCommand {
  static override summary = 'Write a backup of all data'
  static override description =
    'Writes a file such as silla-20270106T031500Z.dump into the folder, with pg_dump, which must ' +
    "have the server's version: it is searched in PG_BINDIR, otherwise on the PATH. The login is " +
    'the one in BACKUP_DATABASE_URL or else PREPARE_DATABASE_URL: a superuser, or a role with ' +
    'BYPASSRLS and pg_read_all_data. The API and the worker keep running. The file is readable ' +
    'only by its owner, and gets its name when it is complete and has been read back. It contains ' +
    'no roles, passwords or environment variables. Restore it with silla db restore. Without such a ' +
    'URL it is the database of npm start, which needs no pg_dump.'
  static override examples = [
    '<%= config.bin %> db backup /var/backups/silla',
    {
      description: 'For a timer: keep the backups of two weeks',
      command: '<%= config.bin %> db backup /var/backups/silla --keep 14 --json',
    },
  ]
  static override args = {
    folder: Args.string({ description: 'An existing folder.', required: true }),
  }
  static override flags = {
    keep: Flags.integer({
      description:
        'After a successful backup, delete older backups of the same database in the folder, so ' +
        'that this many are left.',
      min: 1,
      max: 10_000,
      helpValue: 'COUNT',
    }),
  }

  async run() {
    const { args, flags } = await this.parse(DbBackup)
    const { backup } = await import('../../db/backup.ts')
    const written = await backup(args.folder, flags.keep ?? null)
    this.log(`Wrote ${written.file} (${formatBytes(written.bytes)}).`)
    if (written.deleted.length > 0)
      this.log(`Deleted ${pluralize(written.deleted.length, 'older backup')}.`)
    return written
  }
}

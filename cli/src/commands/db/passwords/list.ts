import { table } from '../../../format/table.ts'
import { SillaCommand } from '../../../silla-command.ts'

export default class DbPasswordsList extends SillaCommand {
  static override summary = 'List the logins of the database'
  static override description =
    'Lists the logins of each role, whether they can be used, and which programs are connected with ' +
    'them. A role has one that can be used, and two while its password is rotated. Needs ' +
    'PREPARE_DATABASE_URL.'
  static override examples = [
    '<%= config.bin %> db passwords list',
    '<%= config.bin %> db passwords list --json',
  ]

  async run() {
    await this.parse(DbPasswordsList)
    const { logins: listLogins } = await import('../../../db/passwords.ts')
    const logins = await listLogins()
    this.log(
      logins.length === 0
        ? 'The server has no role of Silla. Run silla db setup.'
        : table(
            ['Role', 'Login', 'Can log in', 'Connections', 'Programs'],
            logins.map(({ role, name, canLogIn, connections }) => [
              role,
              name,
              canLogIn ? 'yes' : 'no',
              String(connections.length),
              [...new Set(connections)].filter(Boolean).join(', '),
            ]),
          ),
    )
    return { logins }
  }
}

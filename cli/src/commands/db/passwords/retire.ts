import { Args, Flags } from '@oclif/core'
import { SillaCommand } from '../../../silla-command.ts'

export default class DbPasswordsRetire extends SillaCommand {
  static override summary = 'End old database logins'
  static override description =
    'Ends a rotation of the database passwords: the named logins can no longer be used, and their ' +
    'passwords are deleted. Refused while a program is connected with one, and for the last login of a ' +
    'role. Repeating it changes nothing. Needs PREPARE_DATABASE_URL.'
  static override examples = [
    '<%= config.bin %> db passwords retire silla_api silla_worker',
    '<%= config.bin %> db passwords retire silla_api --json',
    {
      description: 'When the password has leaked',
      command: '<%= config.bin %> db passwords retire silla_api --disconnect',
    },
  ]
  static override args = {
    logins: Args.string({
      description: 'One or more logins, such as silla_api.',
      required: true,
      multiple: true,
    }),
  }
  static override flags = {
    disconnect: Flags.boolean({ description: 'End the connections of these logins too.' }),
  }

  async run(): Promise<{ retired: string[] }> {
    const { args, flags } = await this.parse(DbPasswordsRetire)
    const { retire } = await import('../../../db/passwords.ts')
    const names = [...new Set(args.logins)]
    const retired = await retire({ names, disconnect: flags.disconnect === true })
    this.log(
      retired.length === 0
        ? 'These logins were retired already.'
        : `These logins can no longer be used: ${retired.join(', ')}.`,
    )
    return { retired }
  }
}

import { Args } from '@oclif/core'
import type { LoginRole } from '@silla/db'
import type { Rotation } from '../../../db/passwords.ts'
import { SillaCommand } from '../../../silla-command.ts'

// loaded without the database
const roles: LoginRole[] = ['silla_migrator', 'silla_api', 'silla_worker', 'silla_admin']

export default class DbPasswordsRotate extends SillaCommand {
  static override summary = 'Create new database logins beside the present ones'
  static override description =
    'Begins to rotate the database passwords: creates a second login for each role, or for those that ' +
    'are named, and prints its URL with a new password, only once. It acts as its role, with the same ' +
    'rights. The present logins stay valid, so that nothing fails while the programs are restarted ' +
    'with the new URLs. silla db passwords retire ends the old ones. Needs PREPARE_DATABASE_URL.'
  static override examples = [
    '<%= config.bin %> db passwords rotate',
    {
      description: 'Only that of the API, as JSON for scripts',
      command: '<%= config.bin %> db passwords rotate silla_api --json',
    },
  ]
  static override args = {
    roles: Args.string({
      description: 'One or more roles; default: all.',
      options: roles,
      multiple: true,
    }),
  }

  async run(): Promise<Rotation> {
    const { args } = await this.parse(DbPasswordsRotate)
    const { rotatePasswords } = await import('../../../db/passwords.ts')
    const rotation = await rotatePasswords((args.roles ?? []) as LoginRole[])
    for (const [variable, url] of Object.entries(rotation.urls)) this.log(`${variable}=${url}`)
    this.log(
      '\nThese passwords are shown only once. Restart the programs with these URLs, then run:\n\n  silla ' +
        `db passwords retire ${rotation.old.join(' ')}`,
    )
    return rotation
  }
}

import { personArgument } from '../../flags/arguments.ts'
import { businessFlag } from '../../flags/common-flags.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class StaffDeactivate extends SillaCommand {
  static override summary = 'End the work of somebody with Silla in a salon'
  static override description =
    'Their sessions end within a second, and a waiting invitation is void. There is no confirmation ' +
    'prompt, because a lost device should not wait. Inviting them again brings them back. The only ' +
    'owner cannot be deactivated: invite another one first.'
  static override examples = [
    '<%= config.bin %> staff deactivate barberia-centro 1042',
    '<%= config.bin %> staff deactivate barberia-centro 1042 --json',
  ]
  static override args = { person: personArgument }
  static override flags = { business: businessFlag }

  async run() {
    const { args, flags } = await this.parse(StaffDeactivate)
    const [{ deactivateStaff }, { findPerson }] = await Promise.all([
      import('@silla/core/staff/deactivate-staff'),
      import('@silla/core/staff/find-person'),
    ])
    const { id } = await findPerson(await this.operatorContext(flags.business), args.person)
    const context = await this.operatorContext(flags.business, { staffId: id })
    const person = await deactivateStaff(context, id)
    this.log(`Deactivated ${person.name} (${person.id}).`)
    return { person }
  }
}

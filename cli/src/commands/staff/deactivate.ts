import { Args } from '@oclif/core'
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
  static override args = {
    person: Args.integer({
      description: 'The id of the person, as shown by staff list.',
      required: true,
      min: 1,
      max: Number.MAX_SAFE_INTEGER,
    }),
  }
  static override flags = { business: businessFlag }

  async run() {
    const { args, flags } = await this.parse(StaffDeactivate)
    const { deactivateStaff } = await import('@silla/core/staff/deactivate-staff')
    const context = await this.operatorContext(flags.business, { staffId: args.person })
    const person = await deactivateStaff(context, args.person)
    this.log(`Deactivated ${person.name} (${person.id}).`)
    return { person }
  }
}

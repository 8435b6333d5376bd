import { professionalArgument } from '../../../flags/arguments.ts'
import { businessFlag, changeFlags, dayFlags } from '../../../flags/common-flags.ts'
import { ScheduleCommand } from '../../../schedule-command.ts'

export default class ScheduleOverridesRemove extends ScheduleCommand {
  static override summary = 'Remove overrides of a professional'
  static override description =
    'The usual shifts apply again on one day, or on several days in a row. Shows the plan first; ' +
    'if upcoming bookings would fall outside the working times, it lists them and fails without ' +
    '--allow-orphaned.'
  static override examples = [
    '<%= config.bin %> schedule overrides remove barberia-centro ana --day 2027-08-01 --to 2027-08-15',
    '<%= config.bin %> schedule overrides remove barberia-centro carlos --day 2027-06-30 --yes --json',
  ]
  static override args = { professional: professionalArgument }
  static override flags = { business: businessFlag, ...dayFlags, ...changeFlags }

  async run() {
    const { args, flags } = await this.parse(ScheduleOverridesRemove)
    const [{ removeOverrides }, { readDays }] = await Promise.all([
      import('@silla/core/provisioning/schedule/edit-overrides'),
      import('../../../flags/parse-days.ts'),
    ])
    const days = readDays(flags, await this.salon(flags.business))
    return this.carryOutEdit(flags.business, flags, removeOverrides(args.professional, days))
  }
}

import { businessFlag } from '../../../flags/business-flag.ts'
import { changeFlags } from '../../../flags/change-flags.ts'
import { dayFlags } from '../../../flags/day-flags.ts'
import { professionalArgument } from '../../../flags/professional-argument.ts'
import { ScheduleCommand } from '../../../schedule-command.ts'

export default class ScheduleExceptionsRemove extends ScheduleCommand {
  static override summary = 'Let a professional work as usual again'
  static override description =
    'On one day, or on several in a row. It shows what would change first; coming bookings that would lose their time are named, and refused without --allow-orphaned.'
  static override examples = [
    '<%= config.bin %> schedule overrides remove ana --day 2027-08-01 --to 2027-08-15 --business barberia-centro',
    '<%= config.bin %> schedule overrides remove carlos --day 2027-06-30 -b barberia-centro --yes --json',
  ]
  static override args = { professional: professionalArgument }
  static override flags = { business: businessFlag, ...dayFlags, ...changeFlags }

  async run() {
    const { args, flags } = await this.parse(ScheduleExceptionsRemove)
    const [{ removeOverrides: removeExceptions }, { readDays }] = await Promise.all([
      import('@silla/core/provisioning/schedule/edit-overrides'),
      import('../../../flags/read-days.ts'),
    ])
    const days = readDays(flags, await this.salon(flags.business))
    return this.carryOutEdit(flags.business, flags, removeExceptions(args.professional, days))
  }
}

import { Flags } from '@oclif/core'
import { businessFlag } from '../../../flags/business-flag.ts'
import { changeFlags } from '../../../flags/change-flags.ts'
import { dayFlags } from '../../../flags/day-flags.ts'
import { parseTimeFlag } from '../../../flags/parse-times.ts'
import { ScheduleCommand } from '../../../schedule-command.ts'

export default class ScheduleClosingsRemove extends ScheduleCommand {
  static override summary = 'Open a salon again on a day on which it was to be closed'
  static override description =
    'Or on several days in a row. It shows what would be removed and asks.'
  static override examples = [
    '<%= config.bin %> schedule closures remove --day 2027-12-24 --to 2027-12-26 --business barberia-centro --dry-run',
    '<%= config.bin %> schedule closures remove --day 2027-12-31 -b barberia-centro --yes --json',
  ]
  static override flags = {
    business: businessFlag,
    ...dayFlags,
    time: Flags.string({
      description: 'Only the closing of this part of the day.',
      helpValue: 'TIME',
    }),
    ...changeFlags,
  }

  async run() {
    const { flags } = await this.parse(ScheduleClosingsRemove)
    const time = flags.time === undefined ? null : parseTimeFlag('--time', flags.time)
    const [{ removeClosures: removeClosings }, { readDays }] = await Promise.all([
      import('@silla/core/provisioning/schedule/edit-closures'),
      import('../../../flags/read-days.ts'),
    ])
    const days = readDays(flags, await this.salon(flags.business))
    return this.carryOutEdit(flags.business, flags, removeClosings({ days, time }))
  }
}

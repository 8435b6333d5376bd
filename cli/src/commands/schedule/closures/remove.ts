import { Flags } from '@oclif/core'
import { businessFlag, changeFlags, dayFlags } from '../../../flags/common-flags.ts'
import { parseTimeRange } from '../../../flags/parse-times.ts'
import { ScheduleCommand } from '../../../schedule-command.ts'

export default class ScheduleClosuresRemove extends ScheduleCommand {
  static override summary = 'Remove closures of a salon'
  static override description =
    'The salon opens again on that day, or on several days in a row. Shows the plan first and ' +
    'asks for confirmation.'
  static override examples = [
    '<%= config.bin %> schedule closures remove barberia-centro --day 2027-12-24 --to 2027-12-26 --dry-run',
    '<%= config.bin %> schedule closures remove barberia-centro --day 2027-12-31 --yes --json',
  ]
  static override flags = {
    business: businessFlag,
    ...dayFlags,
    time: Flags.string({
      description: 'Only the closure of this part of the day.',
      helpValue: 'TIME',
    }),
    ...changeFlags,
  }

  async run() {
    const { flags } = await this.parse(ScheduleClosuresRemove)
    const time = flags.time === undefined ? null : parseTimeRange('--time', flags.time)
    const [{ removeClosures }, { readDays }] = await Promise.all([
      import('@silla/core/provisioning/schedule/edit-closures'),
      import('../../../flags/parse-days.ts'),
    ])
    const days = readDays(flags, await this.salon(flags.business))
    return this.carryOutEdit(flags.business, flags, removeClosures({ days, time }))
  }
}

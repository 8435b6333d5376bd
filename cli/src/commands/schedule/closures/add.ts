import { Flags } from '@oclif/core'
import { businessFlag, changeFlags, dayFlags } from '../../../flags/common-flags.ts'
import { parseTimeRange } from '../../../flags/parse-times.ts'
import { readTranslatedReason, translatedReasonFlag } from '../../../flags/reason-flags.ts'
import { ScheduleCommand } from '../../../schedule-command.ts'

export default class ScheduleClosuresAdd extends ScheduleCommand {
  static override summary = 'Close a salon on one or more days'
  static override description =
    'Closes the whole day, or with --time a part of it. Days that already have the same closure ' +
    'stay unchanged. Shows the plan first; if there are upcoming bookings at that time, it lists ' +
    'them and fails without --allow-orphaned.'
  static override examples = [
    '<%= config.bin %> schedule closures add barberia-centro --day 2027-12-24 --to 2027-12-26 --reason Navidad',
    '<%= config.bin %> schedule closures add barberia-centro --day tomorrow --time 16:00-20:00 --reason "es=Inventario" --reason "en=Stocktaking" --dry-run',
    '<%= config.bin %> schedule closures add barberia-centro --day 2027-12-31 --yes --json',
  ]
  static override flags = {
    business: businessFlag,
    ...dayFlags,
    time: Flags.string({
      description: 'Only this part of the day, such as 16:00-20:00.',
      helpValue: 'TIME',
    }),
    reason: translatedReasonFlag,
    ...changeFlags,
  }

  async run() {
    const { flags } = await this.parse(ScheduleClosuresAdd)
    const time = flags.time === undefined ? null : parseTimeRange('--time', flags.time)
    const [{ addClosures }, { readUpcomingDays }] = await Promise.all([
      import('@silla/core/provisioning/schedule/edit-closures'),
      import('../../../flags/parse-days.ts'),
    ])
    const reason = readTranslatedReason(flags.reason)
    const days = readUpcomingDays(flags, await this.salon(flags.business))
    return this.carryOutEdit(flags.business, flags, addClosures({ days, time, reason }))
  }
}

import { Flags } from '@oclif/core'
import { businessFlag } from '../../../flags/business-flag.ts'
import { changeFlags } from '../../../flags/change-flags.ts'
import { dayFlags } from '../../../flags/day-flags.ts'
import { parseTimeFlag } from '../../../flags/parse-times.ts'
import {
  readTranslatedReason,
  translatedReasonFlag,
} from '../../../flags/translated-reason-flag.ts'
import { ScheduleCommand } from '../../../schedule-command.ts'

export default class ScheduleClosingsAdd extends ScheduleCommand {
  static override summary = 'Close a salon on a day, or on several in a row'
  static override description =
    'The whole day, or with --time a part of it. Days that are closed just so already stay as they are. It shows what would change first; coming bookings on those days are named, and refused without --allow-orphaned.'
  static override examples = [
    '<%= config.bin %> schedule closures add --day 2027-12-24 --to 2027-12-26 --reason Navidad --business barberia-centro',
    '<%= config.bin %> schedule closures add --day tomorrow --time 16:00-20:00 --reason "es=Inventario" --reason "en=Stocktaking" -b barberia-centro --dry-run',
    '<%= config.bin %> schedule closures add --day 2027-12-31 -b barberia-centro --yes --json',
  ]
  static override flags = {
    business: businessFlag,
    ...dayFlags,
    time: Flags.string({
      description: 'Only this part of the day, like 16:00-20:00.',
      helpValue: 'TIME',
    }),
    reason: translatedReasonFlag,
    ...changeFlags,
  }

  async run() {
    const { flags } = await this.parse(ScheduleClosingsAdd)
    const time = flags.time === undefined ? null : parseTimeFlag('--time', flags.time)
    const [{ addClosures: addClosings }, { readComingDays }] = await Promise.all([
      import('@silla/core/provisioning/schedule/edit-closures'),
      import('../../../flags/read-days.ts'),
    ])
    const reason = readTranslatedReason(flags.reason)
    const days = readComingDays(flags, await this.salon(flags.business))
    return this.carryOutEdit(flags.business, flags, addClosings({ days, time, reason }))
  }
}
